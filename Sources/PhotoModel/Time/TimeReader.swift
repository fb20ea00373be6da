/// Reads dates, times of day and offsets from a text, from a place on, as cameras, phones and programs really write
/// them. Every time in a text of EXIF, XMP, a film or a file's name is read by it.
struct TimeReader {
    /// A day; not checked against a calendar.
    typealias Day = (year: Int, month: Int, day: Int)

    struct Clock {
        var hour: Int
        var minute: Int
        var second = 0
        var microsecond = 0
    }

    /// What is written behind a time.
    enum Offset: Equatable {
        /// Nothing.
        case absent
        /// `Z`: the time is in UTC.
        case utc
        /// Seconds east of Greenwich.
        case seconds(Int)
        /// An offset or a zone that is not understood.
        case unreadable
    }

    /// How numbers are divided.
    enum Division {
        /// By one of these, and a number may have one digit.
        case by(StaticString)
        /// By one of these or not at all.
        case maybe(StaticString)
    }

    let text: ShortText
    var place: Int

    init(_ text: ShortText, from place: Int = 0) {
        self.text = text
        self.place = place
    }

    var isAtEnd: Bool { place >= text.count }

    /// Whether a letter or digit of ASCII comes next.
    var isAtWord: Bool { isAtDigit || (0x61...0x7A).contains(asciiLowercased(text[place])) }

    /// Whether a digit comes next.
    var isAtDigit: Bool { isASCIIDigit(text[place]) }

    /// Reads a number of so many digits, as many as there are; nil, and nothing is read, if there are fewer.
    mutating func number(_ digits: ClosedRange<Int>) -> Int? {
        var length = 0
        while length < digits.upperBound, isASCIIDigit(text[place + length]) { length += 1 }
        guard length >= digits.lowerBound, let number = text.number(at: place, length: length) else { return nil }
        place += length
        return number
    }

    /// Reads one of these characters; nil, and nothing is read, if another comes next.
    mutating func skip(oneOf characters: StaticString) -> UInt8? {
        guard !isAtEnd, text.holds(oneOf: characters, at: place) else { return nil }
        defer { place += 1 }
        return text[place]
    }

    /// Reads a word, given in lower case, in any case; false, and nothing is read, if another text comes next.
    mutating func skip(_ word: StaticString) -> Bool {
        guard text.holds(word, at: place) else { return false }
        place += word.utf8CodeUnitCount
        return true
    }

    /// Reads white space; returns whether there was any.
    @discardableResult
    mutating func skipBlanks() -> Bool {
        let start = place
        while !isAtEnd, text[place] == 0x20 || (0x09...0x0D).contains(text[place]) { place += 1 }
        return place > start
    }

    /// A year of four digits, a month and a day: `2026:05:01`, `2026-5-1`, `2001/ 1/27`, `20260501`.
    mutating func date(_ division: Division) -> Day? {
        guard let year = number(4...4) else { return nil }
        switch division {
        case .by(let characters):
            guard let divider = skip(oneOf: characters) else { return nil }
            skipBlanks()
            guard let month = number(1...2), skip(oneOf: characters) == divider else { return nil }
            skipBlanks()
            return number(1...2).map { (year, month, $0) }
        case .maybe(let characters):
            let fewest = skip(oneOf: characters) == nil ? 2 : 1
            guard let month = number(fewest...2) else { return nil }
            let fewestOfDay = skip(oneOf: characters) == nil ? 2 : 1
            return number(fewestOfDay...2).map { (year, month, $0) }
        }
    }

    /// A day and a time of day in numbers: `2026-05-01T10:02:03`, `2009/10/27 12:14PM`, `20260501T100203`,
    /// `20260501100203`, `2026年05月01日 10:02:03`.
    mutating func numbered() -> (day: Day, clock: Clock)? {
        let start = place
        var divided = date(.by(":-/."))
        if divided == nil {
            place = start
            divided = dateInSigns()
        }
        guard let day = divided else {
            place = start
            return joined()
        }
        let isDivided = skip(oneOf: "Tt/,:") != nil
        guard skipBlanks() || isDivided, let clock = clock(.by(":.")) else { return nil }
        return (day, clock)
    }

    /// A date as Chinese and Japanese write it: `2026年05月01日`.
    private mutating func dateInSigns() -> Day? {
        guard let year = number(4...4), skip("年"), let month = number(1...2), skip("月"), let day = number(1...2),
            skip("日")
        else { return nil }
        return (year, month, day)
    }

    /// A day of eight digits, and behind it a time of day: `20260501 10:02:03`, `20260501T100203` (ISO 8601's basic
    /// format), `20260501100203`.
    private mutating func joined() -> (day: Day, clock: Clock)? {
        guard let day = date(.maybe("")) else { return nil }
        if skip(oneOf: "Tt") == nil { skipBlanks() }
        guard var clock = clock(.maybe(":")) else { return nil }
        if skip(oneOf: ".,") != nil { clock.microsecond = fraction() }
        return (day, clock)
    }

    /// Months in English, in lower case, as programs write them whatever their language (RFC 5322, 3.3).
    private static let months: [StaticString] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// A day and a time of day with a month's name: `Tue Oct 27 12:14:00 2009`, `Wed, 02 Oct 2002 13:00:00`.
    mutating func namedMonth() -> (day: Day, clock: Clock)? {
        if !isAtDigit, month(isSkipped: false) == nil { skipLetters() }
        _ = skip(oneOf: ",")
        skipBlanks()
        if let day = number(1...2) {
            skipDivider()
            guard let month = month(isSkipped: true) else { return nil }
            skipDivider()
            guard let year = number(4...4), skipBlanks(), let clock = clock(.by(":")) else { return nil }
            return ((year, month, day), clock)
        }
        guard let month = month(isSkipped: true), skipBlanks(), let day = number(1...2), skipBlanks(),
            let clock = clock(.by(":")), skipBlanks(), let year = number(4...4)
        else { return nil }
        return ((year, month, day), clock)
    }

    private mutating func month(isSkipped: Bool) -> Int? {
        guard let index = Self.months.firstIndex(where: { text.holds($0, at: place) }) else { return nil }
        if isSkipped { skipLetters() }
        return index + 1
    }

    private mutating func skipLetters() {
        while !isAtEnd, isAtWord, !isAtDigit { place += 1 }
    }

    private mutating func skipDivider() {
        if skip(oneOf: "-") == nil { skipBlanks() }
    }

    /// An hour, a minute and mostly a second: `10:02:03.5`, `9:5:3`, `9: 5: 3`, `1:02 PM`, `下午1:02:03`, `100203`.
    ///
    /// `24:04:20` is four minutes past the midnight that begins the day: so Android's cameras wrote hours of 1 to 24
    /// for years. `24:00:00` may be either midnight and is nil.
    mutating func clock(_ division: Division, needsSecond: Bool = false) -> Clock? {
        var half = halfOfDay()
        if half != nil { skipBlanks() }
        guard var clock = digits(division, needsSecond) else { return nil }
        if half == nil {
            let end = place
            skipBlanks()
            half = halfOfDay()
            if half == nil { place = end }
        }
        if let half {
            guard (1...12).contains(clock.hour) else { return nil }
            clock.hour = clock.hour % 12 + (half == .afternoon ? 12 : 0)
        } else if clock.hour == 24, clock.minute > 0 || clock.second > 0 {
            clock.hour = 0
        }
        return clock
    }

    private mutating func digits(_ division: Division, _ needsSecond: Bool) -> Clock? {
        switch division {
        case .by(let characters):
            guard let hour = number(1...2), let divider = skip(oneOf: characters) else { return nil }
            // Only behind colons, which no name has, a number may have one digit, or a blank for the other.
            let fewest = divider == UInt8(ascii: ":") ? 1 : 2
            if fewest == 1 { skipBlanks() }
            guard let minute = number(fewest...2) else { return nil }
            var clock = Clock(hour: hour, minute: minute)
            guard text[place] == divider else { return needsSecond ? nil : clock }
            place += 1
            if fewest == 1 { skipBlanks() }
            guard let second = number(fewest...2) else { return nil }
            clock.second = second
            // Behind points a third one is that of a name's ending.
            if divider == UInt8(ascii: ":"), skip(oneOf: ".,") != nil { clock.microsecond = fraction() }
            return clock
        case .maybe(let characters):
            // Only a divider tells an hour of one digit from the minute.
            let start = place
            var hour = number(2...2)
            if hour == nil, let short = number(1...1), text.holds(oneOf: characters, at: place) { hour = short }
            guard let hour else {
                place = start
                return nil
            }
            let divider = skip(oneOf: characters)
            guard let minute = number(2...2), divider == nil || text[place] == divider else { return nil }
            if divider != nil { place += 1 }
            return number(2...2).map { Clock(hour: hour, minute: minute, second: $0) }
        }
    }

    /// Digits as microseconds.
    mutating func fraction() -> Int {
        var (microseconds, weight) = (0, 100_000)
        while let digit = number(1...1) {
            microseconds += digit * weight
            weight /= 10
        }
        return microseconds
    }

    /// A half of the day on a clock of twelve hours.
    private enum HalfOfDay {
        case morning, afternoon
    }

    /// Both halves as the languages of phones and computers name them, in lower case: CLDR's dayPeriods `am` and `pm`,
    /// wide or abbreviated; Hindi's and German's are of old, as in screenshots of macOS of 2015.
    private static let halves: [(morning: StaticString, afternoon: StaticString)] = [
        ("a.m.", "p.m."), ("a. m.", "p. m."), ("am", "pm"), ("上午", "下午"), ("午前", "午後"), ("오전", "오후"),
        ("de.", "du."), ("fm", "em"), ("f.m.", "e.m."), ("ap.", "ip."), ("dop.", "odp."), ("π.μ.", "μ.μ."),
        ("πμ", "μμ"), ("дп", "пп"), ("ก่อนเที่ยง", "หลังเที่ยง"), ("vorm.", "nachm."),
        ("sa", "ch"), ("ÖÖ", "Ös"), ("öö", "ös"), ("ص", "م"), ("ق.ظ.", "ب.ظ."), ("पूर्वाह्न", "अपराह्न"),
    ]

    /// Whether the name of a half of the day comes next that is no ASCII word: those stand behind the time.
    var isAtHalfOfDay: Bool {
        var reader = self
        return text[place] >= 0x80 && reader.halfOfDay() != nil
    }

    private mutating func halfOfDay() -> HalfOfDay? {
        let start = place
        for (morning, afternoon) in Self.halves {
            let isMorning = skip(morning)
            guard isMorning || skip(afternoon) else { continue }
            // A longer word is another one.
            if isAtWord, !isAtDigit { break }
            return isMorning ? .morning : .afternoon
        }
        place = start
        return nil
    }

    /// The offset that fills the rest of the text: `+02:00`, `+02:00:00`, `+ 02:00`, `+0200`, `+530`, `+5:30`, `+2`,
    /// `Z`, `UTC+2`, with the name of its zone `+02:00[Europe/Berlin]`; nil for a text that is neither an offset nor
    /// the name of a zone. `02:00` may be either side of Greenwich.
    mutating func offset() -> Offset? {
        skipBlanks()
        if isAtEnd { return .absent }
        let start = place
        if let offset = readableOffset() {
            skipBlanks()
            let isNamed = text.holds(oneOf: "[", at: place) && text.holds(oneOf: "]", at: text.count - 1)
            if isAtEnd || isNamed { return offset }
        }
        place = start
        return isZone ? .unreadable : nil
    }

    private mutating func readableOffset() -> Offset? {
        if skip(oneOf: "Zz") != nil { return .utc }
        let isNamed = skip("utc") || skip("gmt")
        if isNamed, isAtEnd { return .utc }
        guard let sign = skip(oneOf: "+-") else { return nil }
        skipBlanks()
        return seconds().map { .seconds(sign == UInt8(ascii: "-") ? -$0 : $0) }
    }

    /// Hours and minutes, in seconds; nil beyond 14 hours, the largest offset of any time zone. Of three digits the
    /// last two are minutes only if they are whole quarters of an hour: `+120` may be two hours.
    private mutating func seconds() -> Int? {
        let start = place
        guard let digits = number(1...4) else { return nil }
        let isWhole = place - start > 2
        var (hours, minutes) = isWhole ? (digits / 100, digits % 100) : (digits, 0)
        if place - start == 3, !minutes.isMultiple(of: 15) { return nil }
        if !isWhole, skip(oneOf: ":.") != nil {
            guard let number = number(2...2) else { return nil }
            minutes = number
            _ = skip(":00")
        }
        guard !isAtDigit, minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
        hours = hours * 60 + minutes
        return hours * 60
    }

    /// Whether an offset seems to come, or a zone's name: a sign and a digit, `02:00` behind a blank, letters such as
    /// `CEST`, or a name with a solidus such as `Europe/Berlin`.
    private var isZone: Bool {
        if text.holds(oneOf: "+-", at: place) { return isASCIIDigit(text[place + 1]) }
        if place > 0, text[place - 1] == 0x20, isAtDigit {
            var reader = self
            return reader.digits(.by(":"), false) != nil && reader.isAtEnd
        }
        var (capitals, solidi, isName) = (0, 0, true)
        for index in place..<text.count {
            let byte = text[index]
            if (0x41...0x5A).contains(byte) { capitals += 1 }
            if byte == UInt8(ascii: "/") { solidi += 1 }
            let isLetter = (0x61...0x7A).contains(asciiLowercased(byte))
            if !isLetter, !text.holds(oneOf: "/_+-0123456789:", at: index) { isName = false }
        }
        let isUpper = (0x41...0x5A).contains(text[place]) && (0x41...0x5A).contains(text[place + 1])
        return isName && (solidi > 0 && capitals > 0 || isUpper)
    }
}
