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
    func indentation(at index: Int) -> String {
        let start = bytes[..<index].lastIndex(where: Self.isLineEnd).map { $0 + 1 } ?? 0
        let end = bytes[start...].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? index
        return text(start..<min(end, index))
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

    private func whitespace(before index: Int) -> String {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || Self.isLineEnd($0) }
        let start = bytes[..<index].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
        return text(start..<index)
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

/// How a file sets its features, so that one more looks like the others.
struct JSONStyle {
    /// The end of a line; empty where objects stand on one line.
    private let newline: String
    /// What a feature is indented by, and what each level adds.
    private let indentation: String
    private let unit: String
    /// Blanks inside braces and brackets, after a colon, and after a comma, where an object stands on one line.
    private let padding: String
    private let afterColon: String
    private let afterComma: String
    /// White space before a feature that follows a comma or the opening bracket.
    let gapBeforeElement: [UInt8]
    /// White space before the closing bracket, for an array that had no element.
    let gapAfterElements: [UInt8]

    /// The style of the last feature, or of the whole where there is none.
    init(of feature: JSONNode?, in file: FenceFile) {
        let source = JSONSource(bytes: file.bytes)
        let example = feature ?? file.root
        let lead = source.lead(of: example)
        let outer = source.indentation(at: example.range.lowerBound)
        let end = source.newline ?? ""
        padding = source.isBroken(lead) ? "" : lead
        newline = source.isBroken(lead) ? end : ""
        let inner = source.isBroken(lead) ? source.lastLine(of: lead) : outer
        unit = inner.count > outer.count && inner.hasPrefix(outer) ? String(inner.dropFirst(outer.count)) : "  "
        afterColon = source.gapAfterColon(of: example)
        afterComma = newline.isEmpty ? source.gapAfterComma(of: example) ?? afterColon : " "
        if let feature {
            indentation = outer
            let gap = source.gapBefore(feature)
            let isFirst = source.isFirst(feature, in: file.features)
            gapBeforeElement = Array((isFirst && !source.isBroken(gap) ? afterComma : gap).utf8)
            gapAfterElements = []
        } else {
            indentation = newline.isEmpty ? "" : inner + unit
            gapBeforeElement = Array((newline + indentation).utf8)
            gapAfterElements = newline.isEmpty ? [] : Array((newline + inner).utf8)
        }
    }

    /// Everything on one line, without blanks.
    static let compact = JSONStyle()

    private init() {
        (newline, indentation, unit, padding, afterColon, afterComma) = ("", "", "", "", "", "")
        (gapBeforeElement, gapAfterElements) = ([], [])
    }

    /// An object of members that are written already, so many levels inside a feature.
    func object(_ members: [(name: String, value: String)], depth: Int) -> String {
        let written = members.map { "\"\($0.name)\":\(afterColon)\($0.value)" }
        guard !newline.isEmpty else {
            return "{\(padding)" + written.joined(separator: "," + afterComma) + "\(padding)}"
        }
        let outer = newline + indentation + String(repeating: unit, count: depth)
        return "{" + written.map { outer + unit + $0 }.joined(separator: ",") + outer + "}"
    }

    /// An array of values that are written already, on one line.
    func list(_ elements: [String]) -> String {
        "[" + elements.joined(separator: "," + afterComma) + "]"
    }
}
