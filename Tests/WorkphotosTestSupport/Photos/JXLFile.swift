/// A JPEG XL file, as a test writes it: whole but for its picture, which is none.
package struct JXLFile {
    /// The boxes behind signature and file type.
    package var boxes: [[UInt8]]

    package init(_ boxes: [[UInt8]]) {
        self.boxes = boxes
    }

    package var bytes: [UInt8] {
        Self.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + Self.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
            + boxes.flatMap { $0 }
    }

    /// A box; `claiming` another size than it has, where given.
    package static func box(_ type: String, _ content: [UInt8], claiming size: UInt32? = nil) -> [UInt8] {
        ExifStructure.Order.big.bytes(size ?? UInt32(content.count + 8)) + Array(type.utf8) + content
    }

    /// An EXIF block as the content of a box: the distance to the TIFF header, so many bytes of something, the block.
    package static func exifContent(_ structure: ExifStructure, distance: Int = 0) -> [UInt8] {
        ExifStructure.Order.big.bytes(UInt32(distance)) + Array(repeating: 0x55, count: distance) + structure.bytes
    }

    package static func exif(_ structure: ExifStructure) -> [UInt8] {
        box("Exif", exifContent(structure))
    }

    /// A box whose content is a brotli stream.
    package static func packed(_ type: String, _ stream: [UInt8]) -> [UInt8] {
        box("brob", Array(type.utf8) + stream)
    }

    /// A codestream's header of such fields, each a value and a number of bits, and `count` bytes behind it.
    package static func codestream(_ fields: [(value: Int, bits: Int)], count: Int = 20) -> [UInt8] {
        [0xFF, 0x0A] + LittleBits.bytes(fields) + Array(repeating: 0, count: count)
    }

    /// A codestream of 200 columns and 130 rows with nothing unusual about it.
    package static let codestream = codestream([(0, 1), (0, 2), (129, 9), (0, 3), (0, 2), (199, 9), (1, 1)])
}
