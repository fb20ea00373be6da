/// A JPEG stream around a TIFF structure: the shortest way from a file to the reading of EXIF.
enum ExifEnvelope {
    /// The most that a segment holds besides its length and `Exif`, NUL, NUL.
    static let capacity = 65_535 - 2 - 6

    /// A JPEG file whose EXIF block is `tiff`, cut to what a segment holds.
    static func jpeg(around tiff: [UInt8]) -> [UInt8] {
        let block = tiff.prefix(capacity)
        let length = UInt16(block.count + 8)
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + Array("Exif\0\0".utf8)
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]
        return head + block + frame + [0xFF, 0xD9]
    }
}
