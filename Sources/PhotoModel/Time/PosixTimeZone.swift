/// A rule for a zone's offsets in every year: POSIX.1-2017, section 8.3, `TZ`, with the hours −167…167 of RFC 8536,
/// section 3.3.1.
struct PosixTimeZone: Hashable, Sendable {
    /// Seconds east of Greenwich in standard time.
    private let standard: Int
    /// Summer time; nil where there is none.
    private let summer: Summer?

    private struct Summer: Hashable {
        let offset: Int
        let start, end: YearlyMoment
    }

    /// Nil where the text is no such rule, or names summer time and not when it holds.
    init?(parsing text: some Collection<UInt8>) {
        var scanner = PosixScanner(text)
        guard scanner.skipName(), let standard = scanner.offset() else { return nil }
        self.standard = -standard
        if scanner.isAtEnd {
            summer = nil
            return
        }
        guard scanner.skipName() else { return nil }
        let offset = scanner.isAt(",") ? self.standard + 3_600 : scanner.offset().map { -$0 }
        guard let offset, scanner.skip(","), let start = scanner.moment(), scanner.skip(","),
            let end = scanner.moment(), scanner.isAtEnd
        else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    /// The offsets that come up.
    var offsets: [Int] { [standard] + (summer.map { [$0.offset] } ?? []) }

    /// The offset at a moment, in seconds since 1970-01-01T00:00:00Z.
    func offset(atSecond second: Int64) -> Int {
        guard let summer else { return standard }
        let year = CivilTime(microseconds: (second + Int64(standard)) * 1_000_000).year
        var latest = (moment: Int64.min, offset: standard)
        // The change that came last is of this year or the one before; a zone may be ahead of its year. Of changes at
        // one moment the later year's counts: summer time all year round is written so.
        for year in year - 1...year + 1 {
            let changes = [
                (moment: summer.start.second(inYear: year) - Int64(standard), offset: summer.offset),
                (moment: summer.end.second(inYear: year) - Int64(summer.offset), offset: standard),
            ].sorted { $0.moment < $1.moment }
            for change in changes where change.moment <= second && change.moment >= latest.moment { latest = change }
        }
        return latest.offset
    }
}

/// A moment that comes once a year, on a clock on the wall.
struct YearlyMoment: Hashable {
    enum Day: Hashable {
        /// `Jn`: day n, 1…365, 29 February never counted.
        case julian(Int)
        /// `n`: day n, 0…365, 29 February counted.
        case ordinal(Int)
        /// `Mm.w.d`: weekday d (0 is Sunday) in week w of month m; week 5 is the last.
        case weekday(month: Int, week: Int, day: Int)
    }

    let day: Day
    /// Seconds after midnight, negative before.
    let time: Int

    /// Seconds since 1970-01-01T00:00:00 on the same clock.
    func second(inYear year: Int) -> Int64 {
        Int64(days(inYear: year)) * 86_400 + Int64(time)
    }

    private func days(inYear year: Int) -> Int {
        let newYear = WallTime.days(year: year, month: 1, day: 1)
        switch day {
        case .julian(let number):
            let isLeap = WallTime.days(inMonth: 2, ofYear: year) == 29
            return newYear + number - 1 + (isLeap && number >= 60 ? 1 : 0)
        case .ordinal(let number): return newYear + number
        case .weekday(let month, let week, let weekday):
            let first = WallTime.days(year: year, month: month, day: 1)
            // 1970-01-01 was a Thursday.
            let firstWeekday = ((first + 4) % 7 + 7) % 7
            let day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            return first + (day < WallTime.days(inMonth: month, ofYear: year) ? day : day - 7)
        }
    }
}

/// Goes through the text of a POSIX time zone rule.
struct PosixScanner {
    private let text: [UInt8]
    private var position = 0

    init(_ text: some Collection<UInt8>) {
        self.text = Array(text)
    }

    /// Whether nothing is left.
    var isAtEnd: Bool { position == text.count }

    /// Whether a character comes next.
    func isAt(_ character: Unicode.Scalar) -> Bool {
        position < text.count && text[position] == UInt8(ascii: character)
    }

    /// Goes over a character; false where another comes.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard isAt(character) else { return false }
        position += 1
        return true
    }

    /// Goes over the name of a kind of time: three letters or more, or `<…>` with signs and digits too.
    mutating func skipName() -> Bool {
        let start = position
        if skip("<") {
            while position < text.count, !isAt(">") { position += 1 }
            return skip(">") && position > start + 2
        }
        while position < text.count, (0x61...0x7A).contains(text[position] | 0x20) { position += 1 }
        return position >= start + 3
    }

    /// `[+-]h[h[h]][:mm[:ss]]` in seconds, at most 167 hours.
    mutating func offset() -> Int? {
        let isNegative = isAt("-")
        if isNegative || isAt("+") { position += 1 }
        guard let hours = number(), hours <= 167 else { return nil }
        var seconds = hours * 3_600
        for unit in [60, 1] where skip(":") {
            guard let part = number(), part < 60 else { return nil }
            seconds += part * unit
        }
        return isNegative ? -seconds : seconds
    }

    /// A day with the time of day after it or, without one, two o'clock.
    mutating func moment() -> YearlyMoment? {
        guard let day = day() else { return nil }
        guard skip("/") else { return YearlyMoment(day: day, time: 7_200) }
        return offset().map { YearlyMoment(day: day, time: $0) }
    }

    private mutating func day() -> YearlyMoment.Day? {
        if skip("J") { return number().flatMap { (1...365).contains($0) ? .julian($0) : nil } }
        guard skip("M") else { return number().flatMap { $0 <= 365 ? .ordinal($0) : nil } }
        guard let month = number(), (1...12).contains(month), skip("."), let week = number(), (1...5).contains(week),
            skip("."), let day = number(), day <= 6
        else { return nil }
        return .weekday(month: month, week: week, day: day)
    }

    private mutating func number() -> Int? {
        let start = position
        while position < text.count, position < start + 4, (0x30...0x39).contains(text[position]) { position += 1 }
        return Int(String(decoding: text[start..<position], as: UTF8.self))
    }
}
