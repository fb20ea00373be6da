/// Converts the text of EXIF entries to strings.
enum ExifText {
    /// The bytes up to the first NUL, without trailing spaces; nil if nothing remains. Invalid UTF-8 becomes U+FFFD;
    /// control characters are kept.
    static func string(_ bytes: Span<UInt8>) -> String? {
        var end = 0
        while end < bytes.count, bytes[end] != 0 { end += 1 }
        while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
        guard end > 0 else { return nil }
        return unsafe bytes.extracting(first: end).withUnsafeBufferPointer { text in
            unsafe String(decoding: text, as: UTF8.self)
        }
    }

    /// Text after eight bytes that identify its character set (EXIF 3.0, 4.6.6, GPSProcessingMethod), which some
    /// writers omit.
    static func encodedString(_ bytes: Span<UInt8>, _ order: ByteOrder) -> String? {
        if bytes.holds("UNICODE\0") {
            return utf16String(bytes.extracting(droppingFirst: 8), order)
        }
        let hasCode = bytes.holds("ASCII\0\0\0") || bytes.holds("JIS\0\0\0\0\0") || bytes.holds("\0\0\0\0\0\0\0\0")
        return string(hasCode ? bytes.extracting(droppingFirst: 8) : bytes)
    }

    private static func utf16String(_ bytes: Span<UInt8>, _ order: ByteOrder) -> String? {
        var units: [UInt16] = []
        for place in stride(from: 0, to: bytes.count - 1, by: 2) {
            guard let unit = bytes.uint16(at: place, order), unit != 0 else { break }
            units.append(unit)
        }
        while units.last == 0x20 { units.removeLast() }
        return units.isEmpty ? nil : String(decoding: units, as: UTF16.self)
    }
}

/// A text of at most 64 bytes that is parsed by position: a date, an offset, a reference.
struct ShortText {
    /// The maximum length; longer texts are truncated.
    static let mostBytes = 64

    private var bytes = InlineArray<64, UInt8>(repeating: 0)
    /// The number of bytes, without trailing spaces.
    private(set) var count = 0

    /// The bytes up to the first NUL, truncated to ``mostBytes``.
    init(_ value: Span<UInt8>) {
        var count = 0
        while count < min(value.count, Self.mostBytes), value[count] != 0 {
            bytes[count] = value[count]
            count += 1
        }
        while count > 0, bytes[count - 1] == 0x20 { count -= 1 }
        self.count = count
    }

    /// The byte at `place`; NUL beyond the end.
    subscript(place: Int) -> UInt8 { place < count ? bytes[place] : 0 }

    /// The number formed by `length` digits at `place`; nil if one of them is not a digit.
    func number(at place: Int, length: Int) -> Int? {
        var number = 0
        for digit in place..<place + length {
            guard let value = Self.digit(self[digit]) else { return nil }
            number = number * 10 + value
        }
        return number
    }

    /// Whether the byte at `place` is one of `text`.
    func holds(oneOf text: StaticString, at index: Int) -> Bool {
        unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount).contains(self[index])
    }

    /// The digits from `place` on as millionths after a decimal point, truncated to six; nil if there are none, or
    /// other characters among them.
    func millionths(at place: Int) -> Int? {
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
