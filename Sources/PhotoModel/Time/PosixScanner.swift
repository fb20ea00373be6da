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
