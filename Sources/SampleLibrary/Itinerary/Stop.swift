/// A stay at a place during a part of the day.
struct Stop {
    let place: Place
    /// Minutes after midnight, from the first to the last photo.
    let minutes: ClosedRange<Int>
    /// The relative number of the day's photos that are taken here.
    let weight: Int

    init(_ place: Place, _ from: (Int, Int), _ to: (Int, Int), weight: Int) {
        self.place = place
        minutes = from.0 * 60 + from.1...to.0 * 60 + to.1
        self.weight = weight
    }
}

extension DayKind {
    /// The stops of such a day. Some photos at work are taken in the evening or at the weekend.
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

/// Everything that determines a photo's file, except for the picture.
struct Shot {
    /// The position as the camera writes it.
    enum Fix {
        case absent
        case null
        case zeroDenominators
        case point(latitude: GPSAngle, longitude: GPSAngle)

        /// The value of the written rationals; nil if they are absent or invalid.
        var coordinate: GeoPoint? {
            guard case .point(let latitude, let longitude) = self else { return nil }
            return GeoPoint(latitude.value, longitude.value)
        }
    }

    /// Its number in the library, from 0.
    var serial: Int
    let place: Place
    let camera: Camera
    var taken: WallClock
    var fix: Fix
    var quirk: PositionQuirk?
    /// Metres of the 68 % radius as a rational; nil if the camera does not write it.
    var accuracy: Rational?
    /// GPSProcessingMethod without its character code; nil if the camera does not write it.
    var processingMethod: String?
    /// Seconds from the position fix to the photo.
    let fixAge: Int
    /// EXIF orientation, 1…8.
    let orientation: Int
    /// The number of the burst's first photo; nil for single photos.
    var burst: Int?

    /// Minutes by which the place's local time is ahead of UTC.
    var offset: Int { place.zone.offset(on: taken.date) }
    var utc: WallClock { taken.advanced(minutes: -offset) }
}

/// A peculiarity of a photo's position. The raw values are those of the truth's `quirk`.
enum PositionQuirk: String {
    /// A few metres inside or outside a fence's boundary.
    case edgeInside = "edge-inside"
    case edgeOutside = "edge-outside"
    /// 0,0, which some phones write without a fix.
    case nullIsland = "null-island"
    /// Rationals of 0/0, which other phones write.
    case zeroDenominator = "zero-denominator"

    /// The quirk of a photo by its number in the library; nil for most. They are spread so that every library of 200
    /// photos has each of them, and a large one has 4 % at an edge and 1.5 % with an invalid position.
    static func quirk(serial: Int) -> PositionQuirk? {
        switch serial % 200 {
        case 12, 37, 112, 137: .edgeInside
        case 62, 87, 162, 187: .edgeOutside
        case 23, 123: .nullIsland
        case 73: .zeroDenominator
        default: nil
        }
    }
}
