/// What the photographer does on a day.
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
