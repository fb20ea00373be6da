/// Columns and rows as a chunk of a WebP file states them.
struct WebPSize {
    let width: Int
    let height: Int

    /// The size in `chunk`; nil where it states none or is damaged.
    init?(_ chunk: RIFFChunk, in source: inout PhotoSource) {
        let start = chunk.content.lowerBound
        switch chunk.type {
        case WebPChunk.canvas: self.init(canvasAt: start, of: chunk, in: &source)
        case WebPChunk.lossy: self.init(frameAt: start, of: chunk, in: &source)
        case WebPChunk.lossless: self.init(losslessAt: start, of: chunk, in: &source)
        default: return nil
        }
    }

    /// Flags of 32 bits, then width and height of 24 bits, each less one (RFC 9649, 2.7).
    private init?(canvasAt start: Int, of chunk: RIFFChunk, in source: inout PhotoSource) {
        guard chunk.content.count >= 10, let columns = source.uint32(at: start + 4, .little),
            let rows = source.uint32(at: start + 6, .little)
        else { return nil }
        width = Int(columns & 0xFF_FFFF) + 1
        height = Int(rows >> 8) + 1
    }

    /// A tag of three bytes, a start code, then width and height in the low 14 bits of two numbers (RFC 6386, 9.1).
    private init?(frameAt start: Int, of chunk: RIFFChunk, in source: inout PhotoSource) {
        guard chunk.content.count >= 10, source.holds("\u{2A}", at: start + 5), source.uint16(at: start + 3) == 0x9D01,
            let columns = source.uint16(at: start + 6, .little), let rows = source.uint16(at: start + 8, .little)
        else { return nil }
        width = Int(columns & 0x3FFF)
        height = Int(rows & 0x3FFF)
    }

    /// The byte 0x2F, then width and height of 14 bits, each less one, the lowest bits first (RFC 9649, 3.4).
    private init?(losslessAt start: Int, of chunk: RIFFChunk, in source: inout PhotoSource) {
        guard chunk.content.count >= 5, source.uint8(at: start) == 0x2F,
            let bits = source.uint32(at: start + 1, .little)
        else { return nil }
        width = Int(bits & 0x3FFF) + 1
        height = Int(bits >> 14 & 0x3FFF) + 1
    }
}
