/// Writes marker segments of JPEG files: marker, length, content (ITU-T T.81, B.1.1.4).
package enum JPEGSegment {
    private static let exifMark = Array("Exif\0\0".utf8)
    private static let xmpMark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

    /// A segment whose content has at most 65,533 bytes.
    package static func bytes(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
    }

    /// An APP1 segment with an EXIF block, which begins with the TIFF header (EXIF 3.0, 4.7.2).
    package static func exif(_ tiff: [UInt8]) -> [UInt8] {
        bytes(0xE1, exifMark + tiff)
    }

    /// An APP1 segment with an XMP packet (XMP specification, part 3, 1.1.3).
    package static func xmp(_ packet: [UInt8]) -> [UInt8] {
        bytes(0xE1, xmpMark + packet)
    }
}
