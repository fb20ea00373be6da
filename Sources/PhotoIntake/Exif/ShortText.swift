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
