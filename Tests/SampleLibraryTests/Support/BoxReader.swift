import Foundation

/// Reads enough of ISO base media files and QuickTime movies to compare them with the truth, independently of the code
/// that writes them.
struct BoxReader {
    /// A box: its type and the range of its content.
    struct Found {
        let type: String
        let content: Range<Int>
    }

    let bytes: [UInt8]

    init(_ data: Data) {
        bytes = [UInt8](data)
    }

    /// The number in `count` bytes at an offset.
    func number(at offset: Int, _ count: Int = 4) -> Int {
        bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The boxes of a range; nil if they do not fill it without gaps.
    func boxes(in range: Range<Int>) -> [Found]? {
        var found: [Found] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            guard offset + 8 <= range.upperBound else { return nil }
            let size = number(at: offset)
            guard size >= 8, offset + size <= range.upperBound else { return nil }
            found.append(Found(type: text(offset + 4..<offset + 8), content: offset + 8..<offset + size))
            offset += size
        }
        return found
    }

    /// The boxes of the file.
    var top: [Found]? { boxes(in: 0..<bytes.count) }

    /// The content of the first box of a type.
    func content(_ type: String, in range: Range<Int>? = nil) -> Range<Int>? {
        boxes(in: range ?? 0..<bytes.count)?.first { $0.type == type }?.content
    }

    /// The content of the box at the end of a path of plain boxes.
    func content(_ path: [String], in range: Range<Int>? = nil) -> Range<Int>? {
        path.reduce(range ?? 0..<bytes.count) { inner, type in inner.flatMap { content(type, in: $0) } }
    }
}
