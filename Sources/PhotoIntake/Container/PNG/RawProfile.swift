/// A metadata block as ImageMagick writes it into text: a new line, the profile's name, a new line, its length as a
/// decimal number, a new line, and two hexadecimal digits for each byte, with new lines between.
enum RawProfile {
    /// The bytes of the profile; nil where the text is none.
    ///
    /// The length is passed over: files are about that state another than they have. The digits end where something
    /// else stands, and of an odd number the last is dropped.
    static func bytes(_ text: Span<UInt8>) -> [UInt8]? {
        guard let start = digits(in: text) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity((text.count - start) / 2)
        var high: UInt8?
        for place in start..<text.count where !isSpace(text[place]) {
            guard let digit = value(text[place]) else { break }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Where the hexadecimal digits begin: behind the third line's end.
    private static func digits(in text: Span<UInt8>) -> Int? {
        var lines = 0
        for place in 0..<text.count where text[place] == 0x0A {
            lines += 1
            if lines == 3 { return place + 1 }
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
