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
    for place in stride(from: 0, to: digits.count, by: 2) {
        guard let high = value(ofDigit: digits[place]), let low = value(ofDigit: digits[place + 1]) else { return nil }
        bytes.append(high << 4 | low)
    }
    return bytes
}

private func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
}
