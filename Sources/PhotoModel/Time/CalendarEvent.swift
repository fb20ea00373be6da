struct CalendarEvent {
    /// The line it begins in, from 1.
    let line: Int
    private let lines: [CalendarLine]

    /// Why an event cannot be taken.
    struct UnreadableEvent: Error {
        let line: Int
        /// What follows the event's title, without a full stop.
        let why: String
    }

    /// - Parameter lines: its lines from its beginning on, without those of its alarms.
    init(_ lines: [CalendarLine]) {
        self.lines = lines
        line = lines.first?.line ?? 1
    }

    /// What it is called, for messages.
    var title: String {
        first("SUMMARY").map { "\"\(terminalSafe(String($0.value.prefix(80))))\"" } ?? "an event"
    }

    /// What versions of one event have in common; nil if nothing says which belong together.
    var identifier: String? { first("UID")?.value }

    /// Of another version of a single day of an event: which day that is (RFC 5545, section 3.8.4.4).
    var original: CalendarLine? { first("RECURRENCE-ID") }

    private var isCancelled: Bool { first("STATUS")?.value.uppercased() == "CANCELLED" }

    private func first(_ name: String) -> CalendarLine? { lines.first { $0.name == name } }

    /// The days that it means.
    ///
    /// - Parameters:
    ///   - replaced: the days of which there are other versions: these are not among its days.
    ///   - end: the last day of what repeats in other ways than a date that comes every year.
    /// - Returns: none if it is cancelled.
    /// - Throws: if it is not a whole day, or anything that determines its days cannot be read.
    func days(
        without replaced: Result<Set<CalendarDay>, UnreadableEvent>, until end: CalendarDay
    ) throws(UnreadableEvent) -> [ExceptedDays] {
        if original != nil, identifier == nil {
            throw UnreadableEvent(line: line, why: "does not say which event it changes and is skipped")
        }
        if isCancelled { return [] }
        guard let start = first("DTSTART")?.day else {
            throw UnreadableEvent(line: line, why: "is not a whole day and is skipped")
        }
        let length = try length(from: start)
        let removed = Set(try dates("EXDATE"))
        let replaced = try replaced.get()
        let added = try dates("RDATE")
        let starts: [CalendarDay]
        if let rule = try rule(from: start) {
            if rule.isEveryYear, length == 1, removed.isEmpty, replaced.isEmpty, added.isEmpty {
                return [ExceptedDays(everyYear: start)]
            }
            starts = rule.days(until: end)
        } else {
            starts = [start]
        }
        return (starts + added).filter { !removed.contains($0) && !replaced.contains($0) }
            .map { ExceptedDays($0...$0.adding(days: length - 1)) }
    }

    /// How many days it has: by `DTEND`, which is exclusive, or by `DURATION`; one if neither is given.
    private func length(from start: CalendarDay) throws(UnreadableEvent) -> Int {
        guard let written = first("DTEND") ?? first("DURATION") else { return 1 }
        let length = written.name == "DTEND" ? written.day.map { $0.number - start.number } : Self.days(written.value)
        guard let length, length >= 0 else {
            throw UnreadableEvent(line: written.line, why: "does not last whole days and is skipped")
        }
        // Some programs write the same day twice for one day.
        return max(1, length)
    }

    /// Reads a duration of whole days or weeks (RFC 5545, section 3.3.6): `P2D`, `P1W`, `P1DT0H0M0S`.
    private static func days(_ text: String) -> Int? {
        let match = text.uppercased().wholeMatch(of: #/\+?P(?:(\d{1,4})W|(\d{1,4})D(?:T0+H(?:0+M)?(?:0+S)?)?)/#)
        guard let match else { return nil }
        return match.1.flatMap { Int($0) }.map { $0 * 7 } ?? match.2.flatMap { Int($0) }
    }

    /// The day that this version replaces.
    var replacedDay: CalendarDay {
        get throws(UnreadableEvent) {
            let written = original?.value[...] ?? ""
            guard let day = CalendarDay(basic: written, orWith: ["T000000"]),
                original?.parameters.contains("RANGE") == false
            else {
                throw UnreadableEvent(
                    line: original?.line ?? line, why: "has a changed version of unclear days and is skipped")
            }
            return day
        }
    }

    /// The dates of all lists of a name.
    private func dates(_ name: String) throws(UnreadableEvent) -> [CalendarDay] {
        var days: [CalendarDay] = []
        for written in lines where written.name == name {
            for text in written.value.split(separator: ",", omittingEmptySubsequences: false) {
                guard let day = CalendarDay(basic: text, orWith: ["T000000"]) else {
                    throw UnreadableEvent(
                        line: written.line, why: "has a date that cannot be read (\(name)) and is skipped")
                }
                days.append(day)
            }
        }
        return days
    }

    private func rule(from start: CalendarDay) throws(UnreadableEvent) -> YearlyRule? {
        let written = lines.filter { $0.name == "RRULE" || $0.name == "EXRULE" }
        guard let first = written.first else { return nil }
        guard written.count == 1, first.name == "RRULE", let rule = YearlyRule(first.value, from: start) else {
            throw UnreadableEvent(
                line: first.line, why: "repeats by an unsupported rule and is skipped: add its days with --except")
        }
        return rule
    }
}
