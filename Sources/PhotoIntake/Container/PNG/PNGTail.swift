/// The chunks at the end of a PNG file that lie in its last 4 KiB.
enum PNGTail {
    /// Where the first chunk of metadata begins from which one chunk follows the other up to IEND; nil where there is
    /// none.
    static func firstChunk(_ source: inout PhotoSource) -> Int? {
        let tail = source.tail
        return source.withBytes(tail) { firstChunk(in: $0) }?.map { tail.lowerBound + $0 }
    }

    private static func firstChunk(in bytes: Span<UInt8>) -> Int? {
        let wanted = [PNGChunk.exif, PNGChunk.text, PNGChunk.packedText, PNGChunk.internationalText]
        for start in 0..<max(bytes.count - PNGChunk.overhead, 0) {
            guard let type = bytes.uint32(at: start + 4, .big), wanted.contains(FourCC(type)) else { continue }
            if leadsToEnd(from: start, in: bytes) { return start }
        }
        return nil
    }

    private static func leadsToEnd(from start: Int, in bytes: Span<UInt8>) -> Bool {
        var offset = start
        while let length = bytes.uint32(at: offset, .big), let type = bytes.uint32(at: offset + 4, .big) {
            if type == PNGChunk.end.value { return length == 0 }
            guard PNGChunk.isType(type) else { return false }
            offset += PNGChunk.overhead + Int(length)
        }
        return false
    }
}
