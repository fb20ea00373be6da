/// A PNG file, complete except for the picture. All CRCs are zero and therefore wrong.
package struct PNGFile {
    package var width: UInt32 = 45
    package var height: UInt32 = 33
    /// The chunks between IHDR and the picture.
    package var before: [[UInt8]] = []
    /// The picture's chunks.
    package var picture = [Self.chunk("IDAT", [1, 2, 3])]
    /// The chunks between the picture and IEND.
    package var behind: [[UInt8]] = []

    package init(_ before: [[UInt8]] = [], behind: [[UInt8]] = []) {
        self.before = before
        self.behind = behind
    }

    /// All bytes before the picture.
    package var header: [UInt8] {
        let big = ExifStructure.Order.big
        let lines = big.bytes(width) + big.bytes(height) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", lines) + before.flatMap { $0 }
    }

    package var bytes: [UInt8] { header + (picture + behind).flatMap { $0 } + Self.chunk("IEND", []) }

    /// A chunk, whose claimed length may be wrong.
    package static func chunk(_ type: String, _ content: [UInt8], claiming length: UInt32? = nil) -> [UInt8] {
        ExifStructure.Order.big.bytes(length ?? UInt32(content.count)) + Array(type.utf8) + content + [0, 0, 0, 0]
    }

    package static func exif(_ structure: ExifStructure) -> [UInt8] {
        chunk("eXIf", structure.bytes)
    }

    package static func text(_ keyword: String, _ text: [UInt8]) -> [UInt8] {
        chunk("tEXt", Array(keyword.utf8) + [0] + text)
    }

    /// Text in a zlib stream.
    package static func packedText(_ keyword: String, _ stream: [UInt8]) -> [UInt8] {
        chunk("zTXt", Array(keyword.utf8) + [0, 0] + stream)
    }

    /// UTF-8 text, or a zlib stream of it.
    package static func internationalText(
        _ keyword: String, _ text: [UInt8], isPacked: Bool = false, language: String = "", translated: String = ""
    ) -> [UInt8] {
        let head = Array(keyword.utf8) + [0, isPacked ? 1 : 0, 0] + Array(language.utf8) + [0]
        return chunk("iTXt", head + Array(translated.utf8) + [0] + text)
    }

    /// A profile in ImageMagick's text format, whose claimed length may be wrong.
    package static func profile(_ name: String, _ bytes: [UInt8], claiming length: String? = nil) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        var text = Array("\n\(name)\n\(length ?? "    \(bytes.count)")\n".utf8)
        for (place, byte) in bytes.enumerated() {
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            if place % 36 == 35 { text.append(0x0A) }
        }
        return text + [0x0A]
    }
}
