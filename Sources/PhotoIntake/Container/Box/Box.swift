/// A box of an ISO base media file (ISO/IEC 14496-12, 4.2), or an atom of a QuickTime movie.
struct Box {
    /// The four characters of the type, the first in the highest byte.
    let type: FourCC
    /// The bytes behind the header; of a `uuid` box its 16 bytes of type among them.
    let content: Range<Int>
    /// Whether the box said that it reaches beyond what holds it; ``content`` ends there then.
    let isCut: Bool

    /// The box at `offset` of what ends at `end`; nil where its header does not fit, or its size is smaller than its
    /// header. A size of 0 means that it reaches to the end.
    init?(at offset: Int, before end: Int, in source: inout PhotoSource) {
        guard offset >= 0, offset <= end - 8, let small = source.uint32(at: offset),
            let type = source.uint32(at: offset + 4)
        else { return nil }
        var headerSize = 8
        var size = UInt64(small)
        if small == 1 {
            guard offset <= end - 16, let large = source.uint64(at: offset + 8) else { return nil }
            (size, headerSize) = (large, 16)
        } else if small == 0 {
            size = UInt64(end - offset)
        }
        guard size >= headerSize else { return nil }
        self.type = FourCC(type)
        isCut = size > UInt64(end - offset)
        content = offset + headerSize..<(isCut ? end : offset + Int(size))
    }
}

/// Four characters that name a box, a brand or a key.
struct FourCC: Hashable, ExpressibleByStringLiteral {
    /// The characters' bytes, the first one highest.
    let value: UInt32

    init(_ value: UInt32) { self.value = value }

    /// Of a literal's first four Latin-1 characters.
    init(stringLiteral text: StaticString) {
        var value: UInt32 = 0
        for scalar in text.description.unicodeScalars.prefix(4) { value = value << 8 | scalar.value & 0xFF }
        self.value = value
    }
}

extension PhotoSource {
    /// Calls `body` with each box of `range` in turn, until it says false, a box is damaged, `most` were met or the
    /// budget is spent.
    ///
    /// - Returns: whether the walk came to the range's end or `body` ended it; false where something is damaged.
    @discardableResult
    mutating func forEachBox(
        in range: Range<Int>, most: Int = 1_024, _ body: (Box, inout PhotoSource) -> Bool
    ) -> Bool {
        var offset = range.lowerBound
        for _ in 0..<most {
            if offset >= range.upperBound { return true }
            guard let box = Box(at: offset, before: range.upperBound, in: &self) else { return false }
            if !body(box, &self) { return true }
            offset = box.content.upperBound
        }
        return false
    }
}
