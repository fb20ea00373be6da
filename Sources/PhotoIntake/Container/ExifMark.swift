/// The mark `Exif`, NUL and a pad byte, which belongs before the EXIF block of a JPEG (EXIF 3.0, 4.7.2) and which some
/// writers leave in place where a container wants the TIFF structure alone.
enum ExifMark {
    private static let count = 6

    /// `block` without the mark.
    static func removed(from block: Range<Int>, in source: inout PhotoSource) -> Range<Int> {
        guard block.count >= count, source.holds("Exif\0", at: block.lowerBound) else { return block }
        return block.dropFirst(count)
    }

    /// `block` without the mark.
    static func removed(from block: [UInt8]) -> [UInt8] {
        block.count >= count && block.span.holds("Exif\0") ? Array(block.dropFirst(count)) : block
    }
}
