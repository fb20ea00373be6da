import SampleLibrary

/// A JPEG stream around a TIFF structure: the shortest file that reaches the EXIF reader.
enum ExifEnvelope {
    /// The capacity of a segment after its length and `Exif`, NUL, NUL.
    static let capacity = 65_535 - 2 - 6

    /// A JPEG file with `tiff` as its EXIF block, cut to a segment's capacity.
    static func jpeg(around tiff: [UInt8]) -> [UInt8] {
        let frame = JPEGSegment.bytes(0xC0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
        return [0xFF, 0xD8] + JPEGSegment.exif(Array(tiff.prefix(capacity))) + frame + [0xFF, 0xD9]
    }
}
