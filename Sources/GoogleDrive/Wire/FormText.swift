/// Percent-encodes everything, including spaces, except the unreserved characters of RFC 3986, section 2.3.
func formEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            encoded.append(byte)
        default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: encoded, as: UTF8.self)
}

/// Encodes names and values as a query or form (`application/x-www-form-urlencoded`).
func formEncoded(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { "\($0.name)=\(formEncoded($0.value))" }.joined(separator: "&")
}

/// Decodes a query or form; nil if the decoded bytes are not UTF-8. Of a repeated name, the first value counts.
func formDecoded(_ text: some StringProtocol) -> [String: String]? {
    var pairs: [String: String] = [:]
    for part in text.split(separator: "&") {
        let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = halves.first.flatMap({ percentDecoded(String($0), plusIsSpace: true) }),
            let value = percentDecoded(halves.count > 1 ? String(halves[1]) : "", plusIsSpace: true)
        else { return nil }
        if pairs[name] == nil { pairs[name] = value }
    }
    return pairs
}

/// Removes percent-encoding; nil if the decoded bytes are not UTF-8.
func percentDecoded(_ text: String, plusIsSpace: Bool = false) -> String? {
    var decoded: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%") {
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
            decoded.append(value)
            rest = rest.dropFirst(2)
        } else {
            decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        }
    }
    return String(validating: decoded, as: UTF8.self)
}
