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
