/// The days of a library with their numbers of photos. Depends only on the total number of photos.
struct Schedule {
    /// One day of the schedule.
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
