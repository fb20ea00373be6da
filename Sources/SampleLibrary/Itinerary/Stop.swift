/// A stay at a place at some time of the day.
struct Stop {
    let place: Place
    /// Minutes after midnight, from the first to the last photo.
    let minutes: ClosedRange<Int>
    /// How many of the day's photos are taken here, in proportion to the other stops.
    let weight: Int

    init(_ place: Place, _ from: (Int, Int), _ to: (Int, Int), weight: Int) {
        self.place = place
        minutes = from.0 * 60 + from.1...to.0 * 60 + to.1
        self.weight = weight
    }
}

extension DayKind {
    /// Where such a day leads. Some photos at work are taken in the evening or at the weekend.
    var stops: [Stop] {
        switch self {
        case .office: Self.officeStops
        case .northOffice: Self.northStops
        case .client: Self.clientStops
        case .clientWeekend: Self.clientWeekendStops
        case .weekend: Self.weekendStops
        case .holiday(let day): Self.holidayStops[day]
        }
    }

    private static let officeStops = [
        Stop(.home, (6, 30), (7, 45), weight: 10),
        Stop(.daycare, (7, 55), (8, 15), weight: 6),
        Stop(.harbourOffice, (8, 30), (11, 55), weight: 26),
        Stop(.oldTown, (12, 5), (12, 50), weight: 10),
        Stop(.harbourOffice, (13, 0), (17, 45), weight: 22),
        Stop(.harbourOffice, (18, 10), (20, 30), weight: 9),
        Stop(.home, (19, 0), (22, 30), weight: 17),
    ]
    private static let northStops = [
        Stop(.northHotel, (7, 0), (8, 20), weight: 12),
        Stop(.northOffice, (9, 0), (17, 30), weight: 52),
        Stop(.castleHill, (17, 50), (21, 0), weight: 28),
        Stop(.northOffice, (18, 30), (20, 0), weight: 8),
    ]
    private static let clientStops = [
        Stop(.clientHotel, (6, 45), (7, 30), weight: 8),
        Stop(.clientSite, (8, 0), (17, 50), weight: 62),
        Stop(.clientSite, (18, 15), (20, 0), weight: 8),
        Stop(.promenade, (19, 0), (22, 30), weight: 22),
    ]
    private static let clientWeekendStops = [
        Stop(.clientHotel, (8, 0), (11, 0), weight: 20),
        Stop(.clientSite, (10, 0), (13, 0), weight: 14),
        Stop(.promenade, (11, 0), (21, 30), weight: 66),
    ]
    private static let weekendStops = [
        Stop(.home, (8, 0), (11, 30), weight: 24),
        Stop(.cityPark, (10, 0), (17, 0), weight: 28),
        Stop(.riverBeach, (12, 0), (20, 0), weight: 24),
        Stop(.harbourOffice, (14, 0), (16, 0), weight: 4),
        Stop(.home, (18, 0), (22, 45), weight: 20),
    ]
    private static let holidayStops = [
        [Stop(.fishingPort, (8, 0), (20, 0), weight: 1)],
        [Stop(.fishingPort, (7, 30), (12, 0), weight: 2), Stop(.vineyards, (13, 30), (20, 0), weight: 3)],
        [Stop(.vineyards, (8, 0), (12, 0), weight: 1), Stop(.lakes, (13, 0), (21, 0), weight: 2)],
        [Stop(.lakes, (7, 0), (11, 0), weight: 1), Stop(.borderRiver, (12, 30), (20, 0), weight: 1)],
        [Stop(.borderRiver, (8, 0), (11, 0), weight: 1), Stop(.lighthouse, (13, 0), (21, 0), weight: 3)],
        [Stop(.lighthouse, (8, 0), (12, 0), weight: 2), Stop(.ranges, (15, 0), (21, 0), weight: 3)],
        [Stop(.ranges, (6, 30), (19, 0), weight: 1)],
    ]
}
