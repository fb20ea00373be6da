/// Text of EXIF entries as Strings.
enum ExifText {
    /// The bytes up to the first NUL, without blanks at the end; nil where nothing is left. What is not UTF-8 becomes
    /// U+FFFD; control characters stay as they are.
    static func string(_ bytes: Span<UInt8>) -> String? {
        var end = 0
        while end < bytes.count, bytes[end] != 0 { end += 1 }
        while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
        guard end > 0 else { return nil }
        return unsafe bytes.extracting(first: end).withUnsafeBufferPointer { text in
            unsafe String(decoding: text, as: UTF8.self)
        }
    }

    /// Text behind eight bytes that name its character set (EXIF 3.0, 4.6.6, GPSProcessingMethod). Some writers
    /// leave them out.
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

/// Text of up to 64 bytes that is taken apart by places: a date, an offset, a reference.
struct ShortText {
    /// What is beyond is cut off.
    static let mostBytes = 64

    private var bytes = InlineArray<64, UInt8>(repeating: 0)
    /// The number of bytes, without blanks at the end.
    private(set) var count = 0

    /// The bytes up to the first NUL; what is beyond ``mostBytes`` is cut off.
    init(_ value: Span<UInt8>) {
        var count = 0
        while count < min(value.count, Self.mostBytes), value[count] != 0 {
            bytes[count] = value[count]
            count += 1
        }
        while count > 0, bytes[count - 1] == 0x20 { count -= 1 }
        self.count = count
    }

    /// The byte at `place`; NUL behind the end.
    subscript(place: Int) -> UInt8 { place < count ? bytes[place] : 0 }

    /// The number that `length` digits at `place` make; nil where one of them is no digit.
    func number(at place: Int, length: Int) -> Int? {
        var number = 0
        for digit in place..<place + length {
            guard let value = Self.digit(self[digit]) else { return nil }
            number = number * 10 + value
        }
        return number
    }

    /// Whether the byte at `place` is one of `text`.
    func holds(oneOf text: StaticString, at place: Int) -> Bool {
        unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount).contains(self[place])
    }

    /// The digits from `place` on as millionths behind a decimal point, cut to six; nil where there are none or
    /// something else stands among them.
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
