import SampleLibrary

/// A JPEG XL file, complete except for the picture.
package struct JXLFile {
    /// The boxes after signature and file type.
    package var boxes: [[UInt8]]

    package init(_ boxes: [[UInt8]]) {
        self.boxes = boxes
    }

    package var bytes: [UInt8] {
        BoxWriter.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + BoxWriter.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
            + boxes.flatMap { $0 }
    }

    /// An EXIF block as a box's content: the distance to the TIFF header, that many bytes, and the block.
    package static func exifContent(_ structure: ExifStructure, distance: Int = 0) -> [UInt8] {
        ExifStructure.Order.big.bytes(UInt32(distance)) + Array(repeating: 0x55, count: distance) + structure.bytes
    }

    package static func exif(_ structure: ExifStructure) -> [UInt8] {
        BoxWriter.box("Exif", exifContent(structure))
    }

    /// A box with a brotli stream.
    package static func packed(_ type: String, _ stream: [UInt8]) -> [UInt8] {
        BoxWriter.box("brob", Array(type.utf8) + stream)
    }

    /// A codestream's header with fields of values and bit counts, followed by `count` bytes.
    package static func codestream(_ fields: [(value: Int, bits: Int)], count: Int = 20) -> [UInt8] {
        [0xFF, 0x0A] + LittleBits.bytes(fields) + Array(repeating: 0, count: count)
    }

    /// An ordinary codestream of 200 columns and 130 rows.
    package static let codestream = codestream([(0, 1), (0, 2), (129, 9), (0, 3), (0, 2), (199, 9), (1, 1)])
}
