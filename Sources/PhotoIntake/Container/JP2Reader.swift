internal import PhotoModel

/// Reads the size of a JPEG 2000 picture, and finds its metadata (ISO/IEC 15444-1, annexes A and I; XMP specification,
/// part 3, JPEG 2000). EXIF is in a box defined by Adobe.
enum JP2Reader {
    private static let mostBoxes = 256
    /// The types of `uuid` boxes with a TIFF structure: `JpgTiffExif->JP2`, and that of Photoshop's first plug-in.
    private static let exifTypes: [(UInt64, UInt64)] = [
        (0x4A70_6754_6966_6645, 0x7869_662D_3E4A_5032), (0x0537_CDAB_9D0C_4431, 0xA72A_FA56_1F2A_113E),
    ]

    /// Reads the file in `source`: a codestream in boxes, or a bare one.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        var content = ContainerContent(.jp2)
        if source.uint16(at: 0) == 0xFF4F {
            takeCodestream(at: 0, &content, &source)
        } else {
            source.forEachBox(in: 0..<source.size, most: mostBoxes) { box, source in
                take(box, &content, &source)
                return true
            }
        }
        guard content.width != nil else { throw .corrupt("is a JPEG 2000 file without a picture") }
        return content
    }

    private static func take(_ box: Box, _ content: inout ContainerContent, _ source: inout PhotoSource) {
        switch box.type {
        case "jp2h":
            source.forEachBox(in: box.content, most: mostBoxes) { box, source in
                guard box.type == "ihdr" else { return true }
                content.height = source.uint32(at: box.content.lowerBound).flatMap { $0 == 0 ? nil : Int($0) }
                content.width = source.uint32(at: box.content.lowerBound + 4).flatMap { $0 == 0 ? nil : Int($0) }
                return false
            }
        case "jp2c": if content.width == nil { takeCodestream(at: box.content.lowerBound, &content, &source) }
        case "uuid":
            if let packet = XMPBox.packet(in: box.content, of: &source) { content.xmp.append(packet) }
            if let block = exif(in: box.content, of: &source) { content.exif.append(block) }
        default: break
        }
    }

    /// The TIFF structure behind the type of a `uuid` box, which some writers put behind `Exif`, NUL, NUL, or behind
    /// the whole beginning of a JPEG's segment.
    private static func exif(in content: Range<Int>, of source: inout PhotoSource) -> ExifSource? {
        guard content.count > 16, let first = source.uint64(at: content.lowerBound),
            let second = source.uint64(at: content.lowerBound + 8), exifTypes.contains(where: { $0 == (first, second) })
        else { return nil }
        var block = content.dropFirst(16)
        if source.uint16(at: block.lowerBound) == 0xFFE1 { block = block.dropFirst(4) }
        return .file(ExifMark.removed(from: block, in: &source))
    }

    /// SOC, then SIZ: its length and capabilities, the far corner of the picture on its grid, and the near corner.
    private static func takeCodestream(
        at offset: Int, _ content: inout ContainerContent, _ source: inout PhotoSource
    ) {
        guard source.uint32(at: offset) == 0xFF4F_FF51, let right = source.uint32(at: offset + 8),
            let bottom = source.uint32(at: offset + 12), let left = source.uint32(at: offset + 16),
            let top = source.uint32(at: offset + 20), left < right, top < bottom
        else { return }
        (content.width, content.height) = (Int(right - left), Int(bottom - top))
    }
}
