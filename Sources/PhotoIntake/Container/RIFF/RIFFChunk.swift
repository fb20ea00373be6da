/// A chunk of a RIFF file (RFC 9649, 2.3): type, length, content, and a byte of padding behind an odd length.
struct RIFFChunk {
    /// The four characters of the type.
    let type: FourCC
    /// The content; where the chunk claims to be longer than what holds it, it ends with that.
    let content: Range<Int>
    /// Whether the chunk claims to be longer than what holds it.
    let isCut: Bool

    /// The chunk at `offset` of what ends at `end`; nil where its header does not fit.
    init?(at offset: Int, before end: Int, in source: inout PhotoSource) {
        guard offset <= end - 8, let type = source.uint32(at: offset),
            let length = source.uint32(at: offset + 4, .little)
        else { return nil }
        let start = offset + 8
        self.type = FourCC(type)
        isCut = Int(length) > end - start
        content = start..<(isCut ? end : start + Int(length))
    }

    /// Where the next chunk begins.
    var next: Int { content.upperBound + content.count % 2 }
}
