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
        let content = Array("WEBP".utf8) + chunks.flatMap { $0 }
        return Array("RIFF".utf8) + ExifStructure.Order.little.bytes(claimedLength ?? UInt32(content.count)) + content
    }

    /// A chunk with its padding, whose claimed length may be wrong.
    package static func chunk(_ type: String, _ content: [UInt8], claiming length: UInt32? = nil) -> [UInt8] {
        let head = Array(type.utf8) + ExifStructure.Order.little.bytes(length ?? UInt32(content.count))
        return head + content + (content.count % 2 == 1 ? [0] : [])
    }

    package static func exif(_ structure: ExifStructure) -> [UInt8] {
        chunk("EXIF", structure.bytes)
    }

    /// The canvas and its flags.
    package static func canvas(_ width: Int, _ height: Int, flags: UInt8 = 0) -> [UInt8] {
        let little = ExifStructure.Order.little
        let sides = little.bytes(UInt32(width - 1)).prefix(3) + little.bytes(UInt32(height - 1)).prefix(3)
        return chunk("VP8X", [flags, 0, 0, 0] + sides)
    }

    /// A lossy frame with `count` bytes as the picture.
    package static func lossy(_ width: UInt16, _ height: UInt16, count: Int = 4) -> [UInt8] {
        let little = ExifStructure.Order.little
        let head = [0x30, 0x01, 0x00, 0x9D, 0x01, 0x2A] + little.bytes(width) + little.bytes(height)
        return chunk("VP8 ", head + Array(repeating: 0x45, count: count))
    }

    package static func lossless(_ width: UInt32, _ height: UInt32) -> [UInt8] {
        chunk("VP8L", [0x2F] + ExifStructure.Order.little.bytes(width - 1 | (height - 1) << 14) + [0x88, 0x88])
    }
}
