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
