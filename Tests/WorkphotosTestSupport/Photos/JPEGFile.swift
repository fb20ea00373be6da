import SampleLibrary

/// A JPEG file: a complete header, and a few bytes as the picture.
package struct JPEGFile {
    /// The segments between SOI and the frame header.
    package var segments: [[UInt8]] = []
    /// The segments between the frame header and the scan header.
    package var behindFrame: [[UInt8]] = []
    package var width: UInt16 = 64
    package var height: UInt16 = 48
    /// The frame header's marker.
    package var frame: UInt8 = 0xC0
    /// The number of colours in the frame header.
    package var colours: UInt8 = 1

    package init(_ segments: [[UInt8]] = []) {
        self.segments = segments
    }

    package init(_ exif: ExifStructure) {
        self.init([Self.exif(exif)])
    }

    /// All bytes up to the end of the scan header.
    package var header: [UInt8] {
        let big = ExifStructure.Order.big
        let lines =
            [8] + big.bytes(height) + big.bytes(width) + [colours]
            + (1...colours).flatMap { [$0, 0x11, 0] }
        return [0xFF, 0xD8] + segments.joined() + JPEGSegment.bytes(0xDB, Array(repeating: 1, count: 65))
            + JPEGSegment.bytes(frame, lines) + behindFrame.joined()
            + JPEGSegment.bytes(0xC4, Array(repeating: 0, count: 18))
            + JPEGSegment.bytes(0xDA, [1, 1, 0, 0, 63, 0])
    }

    package var bytes: [UInt8] { header + [0x3F, 0x00, 0xFF, 0xD9] }

    package static func exif(_ structure: ExifStructure) -> [UInt8] {
        JPEGSegment.exif(structure.bytes)
    }

    package static let jfif = JPEGSegment.bytes(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])

    /// A segment with an XMP packet that says nothing.
    package static let xmp = JPEGSegment.xmp(Array("<x:xmpmeta/>".utf8))

    /// A meaningless segment of `count` bytes.
    package static func filler(_ count: Int) -> [UInt8] {
        JPEGSegment.bytes(0xE2, Array(repeating: 0x20, count: count - 4))
    }
}
