/// The days of a library with their numbers of photos. Depends only on the total number of photos.
struct Schedule {
    struct Day {
        let date: CalendarDate
        let kind: DayKind
        /// The number of the day's first photo in the library, from 0.
        let firstSerial: Int
        let count: Int
    }

    /// The last day, a Sunday.
    private static let end = CalendarDate(2026, 6, 28)
    /// The approximate number of photos a day, up to the longest library of ten years.
    private static let photosADay = 12
    private static let longest = 65

    let days: [Day]

    /// A schedule for at least one photo. It has whole cycles, so that every kind of day has its share.
    init(photos: Int) {
        let cycle = DayKind.cycle
        let cycles = min(max(photos / Self.photosADay / cycle.count, 1), Self.longest)
        let length = cycles * cycle.count
        let total = cycles * cycle.reduce(0) { $0 + $1.weight }
        var weight = 0, serial = 0
        days = (0..<length).map { index in
            let kind = cycle[index % cycle.count]
            weight += kind.weight
            let next = photos * weight / total
            defer { serial = next }
            let date = CalendarDate(dayNumber: Self.end.dayNumber - length + 1 + index)
            return Day(date: date, kind: kind, firstSerial: serial, count: next - serial)
        }
    }
}

enum DayKind: Equatable {
    case office, northOffice, client, clientWeekend, weekend
    /// A day of the holiday; 0 is the first.
    case holiday(Int)

    /// Eight weeks, each from Monday to Sunday, which a library repeats.
    static let cycle: [DayKind] = {
        let plain = week(.office, 5)
        let north: [DayKind] = [.office, .office, .northOffice, .northOffice, .northOffice, .weekend, .weekend]
        let client: [DayKind] = Array(repeating: .client, count: 5) + [.clientWeekend, .clientWeekend]
        let back = week(.client, 3)
        return plain + north + plain + client + back + north + (0..<7).map(DayKind.holiday) + plain
    }()

    private static func week(_ kind: DayKind, _ days: Int) -> [DayKind] {
        Array(repeating: kind, count: days) + Array(repeating: .office, count: 5 - days) + [.weekend, .weekend]
    }

    /// The relative number of photos on such a day.
    var weight: Int {
        switch self {
        case .office: 7
        case .northOffice: 12
        case .client: 16
        case .clientWeekend, .weekend: 14
        case .holiday: 36
        }
    }

    /// The place whose fence is used for photos at an edge; nil if there is none.
    var anchor: Place? {
        switch self {
        case .office: .harbourOffice
        case .northOffice: .northOffice
        case .client, .clientWeekend: .clientSite
        case .weekend: .home
        case .holiday: nil
        }
    }
}
