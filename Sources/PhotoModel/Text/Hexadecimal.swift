/// Bytes as lowercase hexadecimal digits.
package func hexText(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

/// 128 random bits, by which a name is one that nothing else has.
///
/// - Parameter random: gives 64 random bits.
/// - Returns: 32 hexadecimal digits.
package func randomDigits(_ random: () -> UInt64) -> String { random().paddedHex + random().paddedHex }

extension UInt64 {
    /// Its 16 hexadecimal digits, in lower case.
    var paddedHex: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The bytes of hexadecimal digits in either case; nil for an odd number of them and for anything else.
package func bytes(ofHexText text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = hexValue(ofDigit: digits[index]), let low = hexValue(ofDigit: digits[index + 1]) else {
            return nil
        }
        bytes.append(high << 4 | low)
    }
    return bytes
}

/// The value of a hexadecimal digit in either case; nil for anything else.
package func hexValue(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
}

/// Bytes as URLs write them (RFC 2396, section 2): letters, digits and `-_.~` stand for themselves, every other byte is
/// a percent sign and two hexadecimal digits.
package enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Writes bytes so.
    ///
    /// - Parameter kept: the characters besides these that stand for themselves; the default is a path's slashes.
    package static func encode(
        _ bytes: some Sequence<UInt8>, keeping kept: Set<UInt8> = [UInt8(ascii: "/")]
    ) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            if isPlain(byte) || kept.contains(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads bytes that were written so by whomever. A percent sign without two digits behind it stands for itself.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8] {
        let text = Array(text)
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "%"), index + 2 < text.count, let high = hexValue(ofDigit: text[index + 1]),
                let low = hexValue(ofDigit: text[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        return bytes
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"): true
        default: false
        }
    }
}

/// Base64 (RFC 4648, section 4) for the bytes of names that are not UTF-8.
package enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// The digits for bytes, padded.
    package static func encode(_ bytes: [UInt8]) -> String { String(decoding: digits(of: bytes), as: UTF8.self) }

    /// The same as ASCII.
    package static func digits(of bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            let second = count > 1 ? Int(bytes[start + 1]) : 0
            let third = count > 2 ? Int(bytes[start + 2]) : 0
            let bits = Int(bytes[start]) << 16 | second << 8 | third
            text.append(digits[bits >> 18])
            text.append(digits[bits >> 12 & 63])
            text.append(count > 1 ? digits[bits >> 6 & 63] : padding)
            text.append(count > 2 ? digits[bits & 63] : padding)
        }
        return text
    }

    /// The bytes of a text; nil where it is not as ``encode(_:)`` writes it.
    package static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits = 0
        var count = 0
        for byte in text.utf8 where byte != padding {
            guard let digit = digits.firstIndex(of: byte) else { return nil }
            bits = (bits << 6 | digit) & 0xFFFF
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        // Written anew it has to be the same: padding and left-over bits are checked by that.
        return encode(bytes) == text ? bytes : nil
    }
}
