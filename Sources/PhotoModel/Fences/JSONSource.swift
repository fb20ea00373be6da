/// The white space of a JSON text.
struct JSONSource {
    let bytes: [UInt8]

    /// The end of the first line that ends; nil where none does.
    var newline: String? {
        guard let end = bytes.firstIndex(where: Self.isLineEnd) else { return nil }
        guard bytes[end] == UInt8(ascii: "\r") else { return "\n" }
        return end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\n") ? "\r\n" : "\r"
    }

    /// The white space between the brace of an object and its first name; none for another value.
    func lead(of node: JSONNode) -> String {
        guard let first = Self.members(of: node).first else { return "" }
        return text(node.range.lowerBound + 1..<first.nameRange.lowerBound)
    }

    /// The white space after the first colon of an object; a blank where it is a line end or there is none.
    func gapAfterColon(of node: JSONNode) -> String {
        guard let first = Self.members(of: node).first else { return " " }
        let gap = gapBefore(first.value)
        return isBroken(gap) ? " " : gap
    }

    /// The white space after the first comma of an object; nil where it has a line end or there is none.
    func gapAfterComma(of node: JSONNode) -> String? {
        guard let second = Self.members(of: node).dropFirst().first else { return nil }
        let gap = whitespace(before: second.nameRange.lowerBound)
        return isBroken(gap) ? nil : gap
    }

    /// The white space before a value.
    func gapBefore(_ node: JSONNode) -> String {
        whitespace(before: node.range.lowerBound)
    }

    /// Whether nothing but white space stands between the bracket of an array and an element.
    func isFirst(_ element: JSONNode, in array: JSONNode) -> Bool {
        guard case .array(let elements) = array.value else { return false }
        return elements.first?.range == element.range
    }

    /// The blanks and tabs that the line of a place begins with.
    func indentation(at place: Int) -> String {
        let start = bytes[..<place].lastIndex(where: Self.isLineEnd).map { $0 + 1 } ?? 0
        let end = bytes[start...].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? place
        return text(start..<min(end, place))
    }

    /// Whether white space goes over the end of a line.
    func isBroken(_ gap: String) -> Bool {
        gap.utf8.contains(where: Self.isLineEnd)
    }

    /// The part of white space after its last line end.
    func lastLine(of gap: String) -> String {
        let bytes = Array(gap.utf8)
        let start = bytes.lastIndex(where: Self.isLineEnd).map { $0 + 1 } ?? 0
        return String(decoding: bytes[start...], as: UTF8.self)
    }

    private func whitespace(before place: Int) -> String {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || Self.isLineEnd($0) }
        let start = bytes[..<place].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
        return text(start..<place)
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private static func members(of node: JSONNode) -> [JSONMember] {
        if case .object(let members) = node.value { members } else { [] }
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
}
