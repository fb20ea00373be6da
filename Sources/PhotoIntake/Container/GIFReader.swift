internal import PhotoModel

/// Reads the canvas size of a GIF, and finds its XMP (GIF89a; XMP specification, part 3, GIF).
enum GIFReader {
    /// The trailer after XMP, which leads readers that parse the XMP as blocks to the end of the extension.
    private static let trailerBytes = 258

    /// Reads the GIF in `source`. Metadata is searched for within the budget of 2 MiB.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        guard let width = source.uint16(at: 6, .little), let height = source.uint16(at: 8, .little),
            let flags = source.uint8(at: 10)
        else { throw .corrupt("ends within the GIF header") }
        var content = ContainerContent(.gif)
        content.width = width == 0 ? nil : Int(width)
        content.height = height == 0 ? nil : Int(height)
        var walk = GIFWalk(offset: 13 + GIFWalk.tableBytes(flags), known: source.headCount)
        while let extent = walk.nextXMP(&source) {
            guard extent.count > trailerBytes else { continue }
            // Read now: the walk to the end may spend the budget.
            let packet = source.withBytes(extent.dropLast(trailerBytes)) { bytes in bytes.indices.map { bytes[$0] } }
            content.xmp.append(XMPSource(packet.map(MetadataBlock.bytes)))
        }
        return content
    }
}

/// Walks the parts of a GIF: pictures and extensions, each of which ends with blocks of at most 255 bytes and an empty
/// block.
private struct GIFWalk {
    /// The number of bytes read at once; the walk itself moves in small steps.
    private static let mostBytesAtOnce = 131_072

    /// The offset of the next part.
    private(set) var offset: Int
    /// The end of the part of the file that is in memory.
    private var known: Int

    init(offset: Int, known: Int) {
        (self.offset, self.known) = (offset, known)
    }

    /// The length of the color table that follows.
    static func tableBytes(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }

    /// The content of the next XMP extension after its name; nil if the file or the budget ends first.
    mutating func nextXMP(_ source: inout PhotoSource) -> Range<Int>? {
        while let part = byte(at: offset, &source) {
            let start = offset
            switch part {
            case 0x21:
                let isXMP = source.holds("\u{0B}XMP DataXMP", at: start + 2)
                guard skipBlocks(from: start + (isXMP ? 14 : 2), &source) else { return nil }
                if isXMP { return start + 14..<offset }
            case 0x2C:
                // A code size precedes the picture's blocks.
                guard let flags = byte(at: start + 9, &source),
                    skipBlocks(from: start + 10 + Self.tableBytes(flags) + 1, &source)
                else { return nil }
            default: return nil
            }
        }
        return nil
    }

    /// Moves past the empty block that ends the blocks at `start`; returns false if the file or the budget ends first.
    private mutating func skipBlocks(from start: Int, _ source: inout PhotoSource) -> Bool {
        offset = start
        while let length = byte(at: offset, &source) {
            offset += 1 + Int(length)
            if length == 0 { return true }
        }
        return false
    }

    private mutating func byte(at offset: Int, _ source: inout PhotoSource) -> UInt8? {
        if offset >= known {
            known = min(source.size, offset + Self.mostBytesAtOnce)
            guard offset < known, source.withBytes(offset..<known, { _ in }) != nil else { return nil }
        }
        return source.uint8(at: offset)
    }
}
