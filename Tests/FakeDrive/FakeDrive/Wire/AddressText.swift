/// The text of URLs and forms (RFC 3986, and application/x-www-form-urlencoded).
enum AddressText {
    /// A name and its value, decoded.
    typealias Pair = (name: String, value: String)

    /// The pairs of a query or a form, in order.
    ///
    /// - Returns: nil if a percent sign is not followed by two digits, or if the bytes are not UTF-8.
    static func pairs(_ text: some StringProtocol) -> [Pair]? {
        var pairs: [Pair] = []
        for part in text.split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(halves[0], plusIsSpace: true),
                let value = decoded(halves.count > 1 ? halves[1] : "", plusIsSpace: true)
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }

    /// Decodes percent-encoded text.
    ///
    /// - Returns: nil if a percent sign is not followed by two digits, or if the bytes are not UTF-8.
    static func decoded(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst(), let low = rest.popFirst(),
                    let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
                else { return nil }
                bytes.append(value)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Percent-encodes everything except the unreserved characters (RFC 3986, 2.3).
    static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80, scalar.properties.isAlphabetic || (0x30...0x39).contains(byte) || "-._~".utf8.contains(byte)
            {
                encoded.unicodeScalars.append(scalar)
            } else {
                encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
