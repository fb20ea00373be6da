/// The types of the chunks of a WebP picture that are looked at (RFC 9649, 2.4).
enum WebPChunk {
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
}
