/// A JPEG stream around a TIFF structure: the shortest file that reaches the EXIF reader.
enum ExifEnvelope {
    /// The capacity of a segment after its length and `Exif`, NUL, NUL.
    static let capacity = 65_535 - 2 - 6

    /// A JPEG file with `tiff` as its EXIF block, cut to a segment's capacity.
    static func jpeg(around tiff: [UInt8]) -> [UInt8] {
        let block = tiff.prefix(capacity)
        let length = UInt16(block.count + 8)
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + Array("Exif\0\0".utf8)
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]
        return head + block + frame + [0xFF, 0xD9]
    }
}
