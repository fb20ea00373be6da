/// A text of at most 64 bytes that is parsed by position: a date, an offset, a reference, a name's beginning.
package struct ShortText: Sendable {
    /// The maximum length; longer texts are truncated.
    package static let mostBytes = 64

    private var bytes = InlineArray<64, UInt8>(repeating: 0)
    /// The number of bytes, without trailing spaces.
    package private(set) var count = 0

    /// The bytes up to the first NUL, truncated to ``mostBytes``.
    package init(_ value: Span<UInt8>) {
        var count = 0
        while count < min(value.count, Self.mostBytes), value[count] != 0 {
            bytes[count] = value[count]
            count += 1
        }
        while count > 0, bytes[count - 1] == 0x20 { count -= 1 }
        self.count = count
    }

    /// The byte at `place`; NUL beyond the end.
    package subscript(place: Int) -> UInt8 { place < count ? bytes[place] : 0 }

    /// The number formed by `length` digits at `place`; nil if one of them is not a digit.
    package func number(at place: Int, length: Int) -> Int? {
        var number = 0
        for digit in place..<place + length {
            guard let value = Self.digit(self[digit]) else { return nil }
            number = number * 10 + value
        }
        return number
    }

    /// Whether the byte at `place` is one of `text`.
    package func holds(oneOf text: StaticString, at index: Int) -> Bool {
        unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount).contains(self[index])
    }

    /// Whether `word`, whose ASCII letters are in lower case, is at `place`, in any case.
    package func holds(_ word: StaticString, at index: Int) -> Bool {
        guard index + word.utf8CodeUnitCount <= count else { return false }
        for letter in 0..<word.utf8CodeUnitCount {
            guard unsafe asciiLowercased(bytes[index + letter]) == word.utf8Start[letter] else { return false }
        }
        return true
    }

    /// The digits from `place` on as millionths after a decimal point, truncated to six; nil if there are none, or
    /// other characters among them.
    package func millionths(at place: Int) -> Int? {
        guard place < count else { return nil }
        var number = 0
        var weight = 100_000
        for digit in place..<count {
            guard let value = Self.digit(self[digit]) else { return nil }
            number += value * weight
            weight /= 10
        }
        return number
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (0x30...0x39).contains(byte) ? Int(byte) - 0x30 : nil
    }
}

extension ShortText {
    /// The text with the digits and signs of other scripts as ASCII's: Arabic, Persian, Devanagari, Bengali and Thai
    /// digits and those of full width, in which phones of these languages write dates; blanks that do not break a line
    /// as blanks, the minus sign as a hyphen, and without marks of direction. The text itself if it is ASCII.
    package var inASCII: ShortText {
        guard (0..<count).contains(where: { bytes[$0] >= 0x80 }) else { return self }
        var text = self
        var (from, to) = (0, 0)
        while from < count {
            let (byte, length) = ascii(at: from)
            if let byte {
                text.bytes[to] = byte
                to += 1
            } else if length == 1 {
                text.bytes[to] = bytes[from]
                to += 1
            }
            from += length
        }
        text.count = to
        return text
    }

    /// The ASCII character for the one at `place`, nil if there is none, and its length in bytes; 1 for one that stays.
    private func ascii(at place: Int) -> (byte: UInt8?, length: Int) {
        let (first, second, third) = (self[place], self[place + 1], self[place + 2])
        func digit(_ byte: UInt8, from zero: UInt8) -> UInt8? {
            byte >= zero && byte <= zero + 9 ? byte - zero + UInt8(ascii: "0") : nil
        }
        switch (first, second) {
        case (0xD9, _): if let byte = digit(second, from: 0xA0) { return (byte, 2) }
        case (0xDB, _): if let byte = digit(second, from: 0xB0) { return (byte, 2) }
        case (0xE0, 0xA5), (0xE0, 0xA7): if let byte = digit(third, from: 0xA6) { return (byte, 3) }
        case (0xE0, 0xB9): if let byte = digit(third, from: 0x90) { return (byte, 3) }
        case (0xEF, 0xBC):
            if let byte = digit(third, from: 0x90) { return (byte, 3) }
            if third == 0x9A { return (UInt8(ascii: ":"), 3) }
        case (0xC2, 0xA0): return (0x20, 2)
        case (0xD8, 0x9C): return (nil, 2)
        case (0xE2, 0x80):
            if third == 0xAF { return (0x20, 3) }
            if third == 0x8E || third == 0x8F { return (nil, 3) }
        case (0xE2, 0x88): if third == 0x92 { return (UInt8(ascii: "-"), 3) }
        default: break
        }
        return (nil, 1)
    }
}
