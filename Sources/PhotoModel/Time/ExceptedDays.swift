/// Days on which a fence does not hold: a day, a stretch of days, or either of these every year.
package struct ExceptedDays: Hashable, Sendable {
    /// What was written, without blanks: `2026-12-24`, `2026-12-24..2027-01-02`, `12-25`, `12-24..01-02`.
    package let text: String
    private let days: Days

    private enum Days: Hashable {
        case once(ClosedRange<CalendarDay>)
        /// Month times 100 and day, both ends included; beyond the end of the year where the first is the larger.
        case yearly(first: Int, last: Int)
    }

    /// Reads `YYYY-MM-DD` or `MM-DD`, or two of the same kind with `..` between. A stretch every year may go over the
    /// end of the year; 29 February is a day of leap years only.
    package init(parsing text: String) throws(TextError) {
        let parts = trimmed(text).split(separator: "..", omittingEmptySubsequences: false).map { trimmed($0) }
        guard (1...2).contains(parts.count) else { throw Self.malformed }
        self.text = parts.joined(separator: "..")
        if parts.allSatisfy({ $0.utf8.count == 5 }) {
            let ends = try parts.map { part throws(TextError) in try Self.yearly(part) }
            days = .yearly(first: ends[0], last: ends[ends.count - 1])
            return
        }
        guard parts.allSatisfy({ $0.utf8.count == 10 }) else { throw Self.malformed }
        let ends = try parts.map { part throws(TextError) in try CalendarDay(parsing: part) }
        guard let first = ends.first, let last = ends.last, first <= last else {
            throw TextError("the last day of \(self.text) is before the first")
        }
        days = .once(first...last)
    }

    init(_ day: CalendarDay) {
        text = day.text
        days = .once(day...day)
    }

    init(everyYear day: CalendarDay) {
        text = String(day.text.suffix(5))
        days = .yearly(first: day.monthAndDay, last: day.monthAndDay)
    }

    init(_ range: ClosedRange<CalendarDay>) {
        let (first, last) = (range.lowerBound, range.upperBound)
        text = first == last ? first.text : "\(first.text)..\(last.text)"
        days = .once(range)
    }

    /// Whether a day is among them.
    package func contains(_ day: CalendarDay) -> Bool {
        switch days {
        case .once(let range): return range.contains(day)
        case .yearly(let first, let last):
            let date = day.monthAndDay
            return first <= last ? (first...last).contains(date) : date >= first || date <= last
        }
    }

    /// `MM-DD` as month times 100 and day.
    private static func yearly(_ text: String) throws(TextError) -> Int {
        // A year with a 29 February.
        let day: CalendarDay
        do {
            day = try CalendarDay(parsing: "2000-\(text)")
        } catch {
            throw text.contains("-") && text.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }
                ? TextError("there is no such day in any year: \(terminalSafe(text))") : malformed
        }
        return day.monthAndDay
    }

    private static var malformed: TextError {
        TextError("days are written 2026-12-24, 2026-12-24..2027-01-02, or every year 12-25 or 12-24..01-02")
    }
}

extension CalendarDay {
    /// Year, month and day. Years are counted from March, so that a leap day ends its year.
    var date: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// Month times 100 and day.
    var monthAndDay: Int {
        let (_, month, day) = date
        return month * 100 + day
    }
}
