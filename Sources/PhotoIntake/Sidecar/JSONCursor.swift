/// A place in a JSON text (RFC 8259) in UTF-8 from which single members are taken.
///
/// What is not wanted is passed over byte by byte: no tree is built and nothing calls itself, so a text of any
/// depth costs what its length costs. A text that is JSON is read right; one that is none may pass unnoticed where
/// nothing of it was wanted.
struct JSONCursor {
    /// A value that is neither object nor array.
    enum Scalar: Equatable {
        /// A string, by the bytes between its quotation marks.
        case string(Range<Int>)
        /// A number, by its bytes.
        case number(Range<Int>)
        /// `null`.
        case null
        /// Something else, which was passed over.
        case other
    }

    private var place: Int
    private var isFirst = true
    /// Whether the text broke off, or something stood there that JSON does not allow.
    private(set) var isBroken = false

    /// The beginning of `bytes`, behind a byte order mark.
    init(_ bytes: Span<UInt8>) {
        place = bytes.holds("\u{FEFF}") ? 3 : 0
    }

    /// Goes into an object; false, and nowhere, where something else begins.
    mutating func enterObject(_ bytes: Span<UInt8>) -> Bool {
        skipSpace(bytes)
        isFirst = true
        return take("{", bytes)
    }

    /// The bytes of the next member's name, before whose value the cursor then is; nil behind the object's end, or
    /// where the text is broken. The value has to be taken or passed over before the next call.
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

    /// Takes the value that comes next.
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

    /// Passes over the value that comes next, whatever it is.
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

    /// Goes on to the end of the object or array that begins here.
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

    /// Goes on to the end of a number or a word.
    private mutating func skipWord(_ bytes: Span<UInt8>) {
        while place < bytes.count {
            switch bytes[place] {
            case 0...0x20, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return
            default: place += 1
            }
        }
    }

    /// The bytes between the quotation marks of the string that begins here, escapes and all; nil for none.
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
