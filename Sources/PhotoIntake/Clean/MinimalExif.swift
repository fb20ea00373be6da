/// The EXIF that a clean copy says (EXIF 3.0, 4.6): orientation, and the wall time of the capture.
struct MinimalExif {
    /// The orientation, 1…8; nil for none.
    var orientation: Int?
    /// `2026:05:04 10:11:12` as EXIF writes it, 19 characters; nil for none.
    var taken: String?

    /// A TIFF structure, highest byte first; nil if there is nothing to say.
    var block: [UInt8]? {
        let turned = orientation.map { [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(clamping: $0), 0, 0] as [UInt8] }
        guard let taken else {
            return turned.map { Self.header + [0, 1] + $0 + [0, 0, 0, 0] }
        }
        let entries = turned == nil ? 1 : 2
        let exif = UInt8(8 + 2 + entries * 12 + 4)
        let pointer: [UInt8] = [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, exif]
        let first = [0, UInt8(entries)] + (turned ?? []) + pointer + [0, 0, 0, 0]
        let time: [UInt8] = [0x90, 0x03, 0, 2, 0, 0, 0, 20, 0, 0, 0, exif + 18]
        return Self.header + first + [0, 1] + time + [0, 0, 0, 0] + Array(taken.utf8.prefix(19)) + [0]
    }

    /// The block in a segment of a JPEG (EXIF 3.0, 4.5.4 and 4.7.2); nil if there is nothing to say.
    var segment: [UInt8]? {
        block.map { block in
            [0xFF, JPEGMarker.application1.code, 0, UInt8(8 + block.count)] + Array("Exif\0\0".utf8) + block
        }
    }

    private static let header: [UInt8] = Array("MM\0*".utf8) + [0, 0, 0, 8]
}
