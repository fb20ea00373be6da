extension WallTime {
    /// ISO 8601 without an offset: `2026-05-01T10:00:00`, with `.123` or `.123456` where the second has a fraction.
    package var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func append(to bytes: inout [UInt8]) {
        let time = CivilTime(self)
        bytes.append(time: time)
        if time.microsecond % 1_000 != 0 {
            bytes.append(UInt8(ascii: "."))
            bytes.append(decimal: time.microsecond, width: 6)
        } else if time.microsecond != 0 {
            bytes.append(UInt8(ascii: "."))
            bytes.append(decimal: time.microsecond / 1_000, width: 3)
        }
    }
}

extension [UInt8] {
    /// Appends `2026-05-01T10:00:00`.
    mutating func append(time: CivilTime) {
        append(decimal: time.year, width: 4)
        append(UInt8(ascii: "-"))
        append(decimal: time.month, width: 2)
        append(UInt8(ascii: "-"))
        append(decimal: time.day, width: 2)
        append(UInt8(ascii: "T"))
        append(decimal: time.hour, width: 2)
        append(UInt8(ascii: ":"))
        append(decimal: time.minute, width: 2)
        append(UInt8(ascii: ":"))
        append(decimal: time.second, width: 2)
    }

    /// Appends the last `width` decimal digits of a number of at least 0.
    mutating func append(decimal number: Int, width: Int) {
        var unit = 1
        for _ in 1..<width { unit *= 10 }
        while unit > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
            unit /= 10
        }
    }
}

extension CaptureTime {
    /// Reads ISO 8601 wall time, with `Z` or an offset such as `+02:00` behind the time of day or without:
    /// `2026-05-01T10:00`, `2026-05-01T10:00:30+02:00`. Of a text to the day or the minute the first moment is meant.
    package init(parsing text: String) throws(TextError) {
        let text = trimmed(text)
        let time = text.firstIndex { $0 == "T" || $0 == "t" || $0 == " " }
        let mark = time.flatMap { time in text[time...].firstIndex { "Zz+-".contains($0) } }
        let wall = try WallTimeSpan(parsing: String(text[..<(mark ?? text.endIndex)])).start
        let offset = try mark.map { mark throws(TextError) in try Self.offset(text[mark...]) }
        self.init(
            wall: wall, offset: offset.map { UTCOffset(seconds: $0, source: .exif) }, source: .exif)
    }

    private static func offset(_ text: Substring) throws(TextError) -> Int {
        if text.lowercased() == "z" { return 0 }
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.count == 2 ? UInt8($0) : nil }
        guard parts.count == 2, numbers.count == 2, numbers[1] < 60, Int(numbers[0]) * 60 + Int(numbers[1]) <= 14 * 60
        else { throw TextError("an offset is written +HH:MM or -HH:MM, at most 14:00, or Z, as in +02:00") }
        let seconds = (Int(numbers[0]) * 60 + Int(numbers[1])) * 60
        return text.first == "-" ? -seconds : seconds
    }
}

extension UTCOffset {
    /// ISO 8601: `+02:00`, `-08:00`, `+00:00`; with seconds, as in `+00:19:32`, only where there are any.
    package var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func append(to bytes: inout [UInt8]) {
        let distance = abs(seconds)
        bytes.append(UInt8(ascii: seconds < 0 ? "-" : "+"))
        bytes.append(decimal: distance / 3_600, width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(decimal: distance / 60 % 60, width: 2)
        guard distance % 60 != 0 else { return }
        bytes.append(UInt8(ascii: ":"))
        bytes.append(decimal: distance % 60, width: 2)
    }
}
