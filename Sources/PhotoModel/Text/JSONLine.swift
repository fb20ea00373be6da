package import SystemPackage

/// One JSON object on a line of its own (RFC 8259), written key by key in the order of the calls.
///
/// Absent values are `null`, numbers the shortest text that reads back the same, text is escaped so that the line stays
/// one line.
package struct JSONLine {
    private var bytes: [UInt8] = [0x7B]

    /// An object of a type, which stands first.
    package init(type: String) {
        bytes.reserveCapacity(1024)
        set("type", type)
    }

    /// An object without a type, made by `fill`.
    package init(_ fill: (inout JSONLine) -> Void) { fill(&self) }

    /// The finished line with its line end.
    package var line: [UInt8] { bytes + [0x7D, 0x0A] }

    /// A text.
    package mutating func set(_ key: String, _ value: String?) {
        begin(key)
        if let value { append(quoted: value) } else { appendNull() }
    }

    /// A whole number.
    package mutating func set(_ key: String, _ value: (some BinaryInteger)?) { append(key, integer: value) }

    /// A whole number. Apart from the others, which are slow when they are called from other rooms.
    package mutating func set(_ key: String, _ value: Int?) { append(key, integer: value) }

    /// A whole number.
    package mutating func set(_ key: String, _ value: Int64?) { append(key, integer: value) }

    /// A value that is not finite has no JSON and is `null`.
    package mutating func set(_ key: String, _ value: Double?) {
        begin(key)
        if let value, value.isFinite { bytes.append(contentsOf: value.description.utf8) } else { appendNull() }
    }

    /// True or false.
    package mutating func set(_ key: String, _ value: Bool?) {
        begin(key)
        if let value { bytes.append(contentsOf: (value ? "true" : "false").utf8) } else { appendNull() }
    }

    /// An array of texts.
    package mutating func set(_ key: String, _ values: [String]) {
        begin(key)
        bytes.append(0x5B)
        for value in values {
            separate()
            append(quoted: value)
        }
        bytes.append(0x5D)
    }

    /// An array of objects, one made by each call of `fill`. Counts places, since the array's iterator is slow where
    /// the elements' type is not known.
    package mutating func set<Element>(_ key: String, _ elements: [Element], _ fill: (Element, inout JSONLine) -> Void)
    {
        begin(key)
        bytes.append(0x5B)
        for place in elements.indices {
            separate()
            append { fill(elements[place], &$0) }
        }
        bytes.append(0x5D)
    }

    /// An array of numbers.
    package mutating func set(_ key: String, _ values: [Double]) {
        begin(key)
        bytes.append(contentsOf: "[\(values.map(\.description).joined(separator: ","))]".utf8)
    }

    /// An array of whole numbers.
    package mutating func set(_ key: String, _ values: [Int]) {
        begin(key)
        bytes.append(contentsOf: "[\(values.map(\.description).joined(separator: ","))]".utf8)
    }

    /// An object made by `fill`.
    package mutating func set(_ key: String, _ fill: (inout JSONLine) -> Void) {
        begin(key)
        append(fill)
    }

    /// `path`, and `pathBase64` with the very bytes where they are not UTF-8.
    package mutating func set(path: FilePath?) {
        set("path", path: path)
    }

    /// A path under a key, and under the key with `Base64` behind it the very bytes where they are not UTF-8.
    package mutating func set(_ key: String, path: FilePath?) {
        guard let path else {
            set(key, String?.none)
            return set("\(key)Base64", String?.none)
        }
        let text = String(validating: path)
        set(key, text ?? path.string)
        set("\(key)Base64", text == nil ? Base64.encode(path.bytes) : nil)
    }

    private mutating func begin(_ key: String) {
        separate()
        bytes.append(0x22)
        bytes.append(contentsOf: key.utf8)
        bytes.append(0x22)
        bytes.append(0x3A)
    }

    /// A comma before what is not the first in its object or array.
    private mutating func separate() {
        if bytes.last != 0x7B, bytes.last != 0x5B { bytes.append(0x2C) }
    }

    private mutating func append(_ fill: (inout JSONLine) -> Void) {
        bytes.append(0x7B)
        fill(&self)
        bytes.append(0x7D)
    }

    private mutating func append(_ key: String, integer value: (some BinaryInteger)?) {
        begin(key)
        if let value { bytes.append(contentsOf: value.description.utf8) } else { appendNull() }
    }

    private mutating func appendNull() {
        bytes.append(contentsOf: "null".utf8)
    }

    private mutating func append(quoted text: String) {
        bytes.append(0x22)
        let text = text.utf8.span
        if Self.isPlain(text) {
            unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        } else {
            var last: UInt8 = 0
            for index in text.indices {
                let byte = text[index]
                // U+0080 to U+009F, the controls that are two bytes in UTF-8.
                if last == 0xC2, byte < 0xA0 {
                    bytes.removeLast()
                    append(escaped: byte, isControl: true)
                } else {
                    append(escaped: byte)
                }
                last = byte
            }
        }
        bytes.append(0x22)
    }

    /// Whether no byte of a text needs an escape.
    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        for index in text.indices {
            let byte = text[index]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 { return false }
        }
        return true
    }

    private mutating func append(escaped byte: UInt8, isControl: Bool = false) {
        switch byte {
        case 0x22, 0x5C:
            bytes.append(0x5C)
            bytes.append(byte)
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case _ where isControl || byte < 0x20 || byte == 0x7F:
            bytes.append(contentsOf: "\\u00".utf8)
            bytes.append(contentsOf: [hexDigit(byte >> 4), hexDigit(byte & 15)])
        default: bytes.append(byte)
        }
    }

    private func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x61 + value - 10
    }
}
