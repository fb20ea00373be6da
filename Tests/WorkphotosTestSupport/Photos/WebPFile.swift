/// A WebP file, complete except for the picture.
package struct WebPFile {
    /// The chunks after the header.
    package var chunks: [[UInt8]]
    /// The length in the header, if that is wrong.
    package var claimedLength: UInt32?

    package init(_ chunks: [[UInt8]]) {
        self.chunks = chunks
    }

    package var bytes: [UInt8] {
        RIFFBytes.chunk("RIFF", Array("WEBP".utf8) + chunks.joined(), claiming: claimedLength)
    }

    package static func exif(_ structure: ExifStructure) -> [UInt8] {
        RIFFBytes.chunk("EXIF", structure.bytes)
    }

    /// The canvas and its flags.
    package static func canvas(_ width: Int, _ height: Int, flags: UInt8 = 0) -> [UInt8] {
        let little = ExifStructure.Order.little
        let sides = little.bytes(UInt32(width - 1)).prefix(3) + little.bytes(UInt32(height - 1)).prefix(3)
        return RIFFBytes.chunk("VP8X", [flags, 0, 0, 0] + sides)
    }

    /// A lossy frame with `count` bytes as the picture.
    package static func lossy(_ width: UInt16, _ height: UInt16, count: Int = 4) -> [UInt8] {
        let little = ExifStructure.Order.little
        let head = [0x30, 0x01, 0x00, 0x9D, 0x01, 0x2A] + little.bytes(width) + little.bytes(height)
        return RIFFBytes.chunk("VP8 ", head + Array(repeating: 0x45, count: count))
    }

    package static func lossless(_ width: UInt32, _ height: UInt32) -> [UInt8] {
        let sides = ExifStructure.Order.little.bytes(width - 1 | (height - 1) << 14)
        return RIFFBytes.chunk("VP8L", [0x2F] + sides + [0x88, 0x88])
    }
}
