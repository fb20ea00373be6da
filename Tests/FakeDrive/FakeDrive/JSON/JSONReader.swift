/// Reads a JSON value (RFC 8259) strictly: no comments, no trailing commas, nothing after the value.
struct JSONReader {
    private let bytes: [UInt8]
    private var at = 0
    private var depth = 0

    /// The text is not JSON.
    struct Malformed: Error {
        /// Where the reader stopped, in bytes from the start.
        let offset: Int
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// - Parameter bytes: the whole text, in UTF-8.
    static func read(_ bytes: [UInt8]) throws(Malformed) -> JSON {
        var reader = JSONReader(bytes)
        let value = try reader.value()
        reader.skipSpace()
        guard reader.at == bytes.count else { throw reader.malformed }
        return value
    }

    private var malformed: Malformed { Malformed(offset: at) }
    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        at += 1
        return true
    }

    private mutating func value() throws(Malformed) -> JSON {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 64 else { throw malformed }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ text: String, _ value: JSON) throws(Malformed) -> JSON {
        for byte in text.utf8 where !take(byte) { throw malformed }
        return value
    }

    private mutating func number() throws(Malformed) -> JSON {
        let start = at
        while let byte = next, "+-.eE0123456789".utf8.contains(byte) { at += 1 }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        guard at > start, Double(text) != nil else { throw malformed }
        return .number(text)
    }

    private mutating func object() throws(Malformed) -> JSON {
        at += 1
        var members: [JSON.Member] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw malformed }
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw malformed }
            members.append(JSON.Member(name, try value()))
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw malformed }
        return .object(members)
    }

    private mutating func array() throws(Malformed) -> JSON {
        at += 1
        var elements: [JSON] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            elements.append(try value())
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw malformed }
        return .array(elements)
    }

    private mutating func string() throws(Malformed) -> String {
        at += 1
        var text: [UInt8] = []
        while let byte = next {
            at += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let valid = String(validating: text, as: UTF8.self) else { throw malformed }
                return valid
            case UInt8(ascii: "\\"): text.append(contentsOf: String(try escaped()).utf8)
            case 0..<0x20: throw malformed
            default: text.append(byte)
            }
        }
        throw malformed
    }

    private mutating func escaped() throws(Malformed) -> Character {
        guard let byte = next else { throw malformed }
        at += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "u"): return Character(try scalar())
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Character(Unicode.Scalar(byte))
        default: throw malformed
        }
    }

    private mutating func scalar() throws(Malformed) -> Unicode.Scalar {
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw malformed }
        let second = try unit()
        guard (0xDC00...0xDFFF).contains(second) else { throw malformed }
        let value = 0x10000 + (UInt32(first - 0xD800) << 10) + UInt32(second - 0xDC00)
        guard let scalar = Unicode.Scalar(value) else { throw malformed }
        return scalar
    }

    private mutating func unit() throws(Malformed) -> UInt16 {
        guard at + 4 <= bytes.count,
            let value = UInt16(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16)
        else { throw malformed }
        at += 4
        return value
    }
}
