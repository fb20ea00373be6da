extension UTCInstant {
    /// Reads what ``text`` gives: RFC 3339 in UTC with `T` and `Z`, and up to 9 digits of a fraction.
    ///
    /// - Throws: `TextError` for anything else, and for what does not fit into nanoseconds (before 1678, after 2261).
    package init(parsing text: String) throws(TextError) {
        guard let nanoseconds = Self.nanoseconds(of: Array(text.utf8)) else {
            throw TextError("a time is written as in 2026-05-01T08:00:00.123456789Z")
        }
        self.init(nanoseconds: nanoseconds)
    }

    private static func nanoseconds(of text: [UInt8]) -> Int64? {
        let form = Array("0000-00-00T00:00:00".utf8)
        guard text.count > form.count, text.last == UInt8(ascii: "Z") else { return nil }
        for (byte, wanted) in zip(text, form) where isASCIIDigit(wanted) ? !isASCIIDigit(byte) : byte != wanted {
            return nil
        }
        func number(_ range: Range<Int>) -> Int { text[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        let wall = WallTime(
            year: number(0..<4), month: number(5..<7), day: number(8..<10), hour: number(11..<13),
            minute: number(14..<16), second: number(17..<19))
        guard let wall, let fraction = fraction(text[form.count..<(text.count - 1)]) else { return nil }
        // Wider, since the second may begin out of reach.
        return Int64(exactly: Int128(wall.microseconds) * 1_000 + Int128(fraction))
    }

    /// The nanoseconds of `.123`; 0 for nothing.
    private static func fraction(_ text: ArraySlice<UInt8>) -> Int64? {
        guard let point = text.first else { return 0 }
        let digits = text.dropFirst()
        guard point == UInt8(ascii: "."), (1...9).contains(digits.count), digits.allSatisfy(isASCIIDigit) else {
            return nil
        }
        let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        return (digits.count..<9).reduce(number) { number, _ in number * 10 }
    }
}
