/// A position in a JSON text (RFC 8259) in UTF-8, for reading individual members.
///
/// Unwanted values are skipped byte by byte, without building a tree and without recursion, so the cost depends only on
/// the text's length. Valid JSON is read correctly; invalid JSON may go unnoticed in skipped values.
struct JSONCursor {
    /// A value that is neither object nor array.
    enum Scalar: Equatable {
        /// The range of a string, without its quotation marks.
        case string(Range<Int>)
        case number(Range<Int>)
        case null
        /// Another value, which was skipped.
        case other
    }

    private var place: Int
    private var isFirst = true
    /// Whether the text is truncated or invalid at a position reached so far.
    private(set) var isBroken = false

    /// The start of `bytes`, after an optional byte order mark.
    init(_ bytes: Span<UInt8>) {
        place = bytes.holds("\u{FEFF}") ? 3 : 0
    }

    /// Whether a text is one JSON value and nothing else. What is nested in its members is only skipped.
    static func isWhole(_ bytes: Span<UInt8>) -> Bool {
        var cursor = JSONCursor(bytes)
        cursor.skipSpace(bytes)
        let start = cursor.place
        if cursor.enterObject(bytes) {
            while cursor.nextName(bytes) != nil { cursor.skipValue(bytes) }
        } else {
            cursor.skipValue(bytes)
        }
        let value = start..<cursor.place
        cursor.skipSpace(bytes)
        guard !cursor.isBroken, cursor.place == bytes.count, !value.isEmpty else { return false }
        let first = bytes[start]
        if first == UInt8(ascii: "-") || isDigit(first) || "{[\"".utf8.contains(first) { return true }
        let words = ["true", "false", "null"] as [StaticString]
        return words.contains { $0.utf8CodeUnitCount == value.count && bytes.holds($0, at: start) }
    }

    /// Enters an object; returns false without moving if there is another value.
    mutating func enterObject(_ bytes: Span<UInt8>) -> Bool {
        skipSpace(bytes)
        isFirst = true
        return take("{", bytes)
    }

    /// Returns the name of the next member, leaving the cursor before its value; nil at the end of the object, and if
    /// the text is invalid. The value must be read or skipped before the next call.
    mutating func nextName(_ bytes: Span<UInt8>) -> Range<Int>? {
        skipSpace(bytes)
        defer { isFirst = false }
        if isBroken || take("}", bytes) { return nil }
        if !isFirst, !take(",", bytes) { return fail() }
        skipSpace(bytes)
        guard let name = string(bytes) else { return fail() }
        skipSpace(bytes)
        guard take(":", bytes) else { return fail() }
        return name
    }

    /// Reads the next value.
    mutating func scalar(_ bytes: Span<UInt8>) -> Scalar {
        skipSpace(bytes)
        let start = place
        if start < bytes.count, bytes[start] == UInt8(ascii: "\"") {
            return string(bytes).map(Scalar.string) ?? .other
        }
        skipValue(bytes)
        guard start < place else { return .other }
        if bytes[start] == UInt8(ascii: "-") || Self.isDigit(bytes[start]) { return .number(start..<place) }
        return place - start == 4 && bytes.holds("null", at: start) ? .null : .other
    }

    mutating func skipValue(_ bytes: Span<UInt8>) {
        skipSpace(bytes)
        let start = place
        switch place < bytes.count ? bytes[place] : 0 {
        case UInt8(ascii: "\""): _ = string(bytes)
        case UInt8(ascii: "{"), UInt8(ascii: "["): skipNested(bytes)
        default: skipWord(bytes)
        }
        if place == start { isBroken = true }
    }

    /// Skips the object or array that starts here.
    private mutating func skipNested(_ bytes: Span<UInt8>) {
        var depth = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                guard string(bytes) != nil else { return }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            place += 1
            if depth == 0 { return }
        }
        isBroken = true
    }

    /// Skips a number or a literal name.
    private mutating func skipWord(_ bytes: Span<UInt8>) {
        while place < bytes.count {
            switch bytes[place] {
            case 0...0x20, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return
            default: place += 1
            }
        }
    }

    /// The range between the quotation marks of the string that starts here, including escapes; nil if there is none.
    private mutating func string(_ bytes: Span<UInt8>) -> Range<Int>? {
        guard take("\"", bytes) else { return fail() }
        let start = place
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "\"") {
                place += 1
                return start..<place - 1
            }
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return fail()
    }

    private mutating func fail() -> Range<Int>? {
        isBroken = true
        return nil
    }

    private mutating func take(_ character: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func skipSpace(_ bytes: Span<UInt8>) {
        while place < bytes.count, bytes[place] == 0x20 || (0x09...0x0D).contains(bytes[place]) { place += 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
