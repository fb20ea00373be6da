internal import PhotoModel

/// Reads WebP files, and finds their EXIF and XMP chunks (RFC 9649).
///
/// The total length in the file's header and the flags of VP8X are ignored: some files have metadata without the flag.
enum WebPReader {
    /// The number of reads kept for the metadata when the walk is given up.
    private static let reserve = 16

    /// Reads the WebP file in `source`; of several chunks with EXIF or with XMP the later counts
    /// first.
    ///
    /// Each chunk beyond the file's first 64 KiB costs a read, so metadata after more than about 80 frames of an
    /// animation is not found. A file that ends before any picture is corrupt.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        var content = ContainerContent(.webp)
        var hasPicture = false
        var offset = 12
        while source.readsLeft > reserve, let chunk = RIFFChunk(at: offset, before: source.size, in: &source) {
            switch chunk.type {
            case WebPChunk.canvas, WebPChunk.lossy, WebPChunk.lossless, WebPChunk.frame:
                hasPicture = true
                if content.width == nil, let size = WebPSize(chunk, in: &source) {
                    (content.width, content.height) = (size.width, size.height)
                }
            case WebPChunk.exif:
                content.exif.insert(.file(ExifMark.removed(from: chunk.content, in: &source)), at: 0)
            case WebPChunk.xmp, WebPChunk.oddXMP:
                content.xmp.insert(.file(chunk.content), at: 0)
            default: break
            }
            if chunk.isCut { break }
            offset = chunk.next
        }
        guard hasPicture else { throw .corrupt("is a WebP without a picture") }
        return content
    }
}

/// The chunk types that are read (RFC 9649, 2.4).
enum WebPChunk {
    /// The canvas and the features of the file.
    static let canvas: FourCC = "VP8X"
    /// A lossy picture, and a lossless one.
    static let lossy: FourCC = "VP8 "
    static let lossless: FourCC = "VP8L"
    /// A frame of an animation.
    static let frame: FourCC = "ANMF"
    static let exif: FourCC = "EXIF"
    static let xmp: FourCC = "XMP "
    /// The type that some programs write.
    static let oddXMP: FourCC = "XMP\0"
}

struct WebPSize {
    let width: Int
    let height: Int

    /// Reads the size in `chunk`; nil if it has none or is damaged.
    init?(_ chunk: RIFFChunk, in source: inout PhotoSource) {
        let start = chunk.content.lowerBound
        switch chunk.type {
        case WebPChunk.canvas: self.init(canvasAt: start, of: chunk, in: &source)
        case WebPChunk.lossy: self.init(frameAt: start, of: chunk, in: &source)
        case WebPChunk.lossless: self.init(losslessAt: start, of: chunk, in: &source)
        default: return nil
        }
    }

    /// Flags of 32 bits, then width and height of 24 bits, both minus one (RFC 9649, 2.7).
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

    /// The byte 0x2F, then width and height of 14 bits, both minus one, lowest bits first (RFC 9649, 3.4).
    private init?(losslessAt start: Int, of chunk: RIFFChunk, in source: inout PhotoSource) {
        guard chunk.content.count >= 5, source.uint8(at: start) == 0x2F,
            let bits = source.uint32(at: start + 1, .little)
        else { return nil }
        width = Int(bits & 0x3FFF) + 1
        height = Int(bits >> 14 & 0x3FFF) + 1
    }
}
