/// A chunk of a RIFF file that holds a WebP picture (RFC 9649, 2.3 and 2.4): type, length, content, and a byte of
/// padding behind an odd length.
struct WebPChunk {
    /// The canvas and what else the file holds.
    static let canvas: FourCC = "VP8X"
    /// A picture with loss, and one without.
    static let lossy: FourCC = "VP8 "
    static let lossless: FourCC = "VP8L"
    /// A frame of several.
    static let frame: FourCC = "ANMF"
    static let exif: FourCC = "EXIF"
    static let xmp: FourCC = "XMP "
    /// How some programs write it.
    static let oddXMP: FourCC = "XMP\0"

    /// The four characters of the type.
    let type: FourCC
    /// The content; where the chunk claims to be longer than the file, it ends with that.
    let content: Range<Int>
    /// Whether the chunk claims to be longer than the file.
    let isCut: Bool

    /// The chunk at `offset`; nil where the file is at its end.
    init?(at offset: Int, in source: inout PhotoSource) {
        guard let type = source.uint32(at: offset), let length = source.uint32(at: offset + 4, .little) else {
            return nil
        }
        let start = offset + 8
        self.type = FourCC(type)
        isCut = Int(length) > source.size - start
        content = start..<(isCut ? source.size : start + Int(length))
    }

    /// Where the next chunk begins.
    var next: Int { content.upperBound + content.count % 2 }
}
