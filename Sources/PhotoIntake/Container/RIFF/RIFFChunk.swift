/// A chunk of a RIFF file (RFC 9649, 2.3): type, length, content, and a pad byte if the length is odd.
struct RIFFChunk {
    /// The four-character code.
    let type: FourCC
    /// The content, clipped to its parent.
    let content: Range<Int>
    /// Whether the chunk claims to extend beyond its parent.
    let isCut: Bool

    /// Reads the chunk at `offset` of a parent that ends at `end`; nil if its header does not fit.
    init?(at offset: Int, before end: Int, in source: inout PhotoSource) {
        guard offset <= end - 8, let type = source.uint32(at: offset),
            let length = source.uint32(at: offset + 4, .little)
        else { return nil }
        let start = offset + 8
        self.type = FourCC(type)
        isCut = Int(length) > end - start
        content = start..<(isCut ? end : start + Int(length))
    }

    /// The offset of the next chunk.
    var next: Int { content.upperBound + content.count % 2 }
}
