/// A command's discussion, divided for its page.
///
/// Empty lines separate paragraphs. Indented lines are literal. The examples begin at a line `Examples:` and are shown
/// at the end of the page.
struct Discussion: Equatable {
    enum Block: Equatable {
        /// Running text.
        case paragraph(String)
        /// Lines shown unchanged.
        case literal([String])
    }

    /// The blocks before the examples.
    var text: [Block] = []
    var examples: [Block] = []

    /// Divides the text of a discussion.
    init(_ discussion: String) {
        let lines = discussion.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let heading = lines.firstIndex { $0 == "Examples:" || $0 == "Example:" } ?? lines.endIndex
        text = Self.blocks(lines[..<heading])
        examples = Self.blocks(lines[heading...].dropFirst())
    }

    private static func blocks(_ lines: ArraySlice<String>) -> [Block] {
        var blocks: [Block] = []
        var isNew = true
        for line in lines {
            guard line.contains(where: { !$0.isWhitespace }) else {
                isNew = true
                continue
            }
            append(line, to: &blocks, isNew: isNew)
            isNew = false
        }
        return blocks.map(withoutCommonIndent)
    }

    private static func append(_ line: String, to blocks: inout [Block], isNew: Bool) {
        let isLiteral = line.first == " "
        switch blocks.last {
        case .paragraph(let text) where !isNew && !isLiteral:
            blocks[blocks.count - 1] = .paragraph(text + " " + line)
        case .literal(let lines) where isLiteral:
            blocks[blocks.count - 1] = .literal(lines + (isNew ? [""] : []) + [line])
        default:
            blocks.append(isLiteral ? .literal([line]) : .paragraph(line))
        }
    }

    private static func withoutCommonIndent(_ block: Block) -> Block {
        guard case .literal(let lines) = block else { return block }
        let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return .literal(lines.map { String($0.dropFirst(indent)) })
    }
}

extension [Discussion.Block] {
    /// The blocks as mdoc source, with a paragraph break between them.
    var mdoc: [String] {
        enumerated().flatMap { index, block -> [String] in
            switch block {
            case .paragraph(let text):
                return (index > 0 ? [".Pp"] : []) + MdocText.lines(text)
            case .literal(let lines):
                return [".Bd -literal -offset indent"] + lines.map(MdocText.literal) + [".Ed"]
            }
        }
    }
}
