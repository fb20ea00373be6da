/// The content of an item of type `Exif` (ISO/IEC 23008-12, A.2.1): the offset of the TIFF header, which counts from
/// behind itself, and then the block with or without `Exif`, NUL, NUL before that header.
enum ExifItem {
    /// The TIFF structure in `item`; nil where there is none, or the item's bytes are not to be had.
    ///
    /// Some writers leave the offset out, or count it from elsewhere: then a TIFF header is looked for where the block
    /// or the item begins, with `Exif`, NUL, NUL before it or not.
    static func tiff(in item: MetadataBlock, _ source: inout PhotoSource) -> MetadataBlock? {
        switch item {
        case .file(let range):
            guard let start = source.withBytes(range, start) ?? nil else { return nil }
            return .file(range.lowerBound + start..<range.upperBound)
        case .bytes(let bytes):
            guard let start = start(bytes.span) else { return nil }
            return .bytes(Array(bytes[start...]))
        }
    }

    private static func start(_ item: Span<UInt8>) -> Int? {
        let offset = item.uint32(at: 0, .big).map { Int($0) + 4 } ?? 0
        for place in [offset, 4, 0] {
            let start = item.holds("Exif\0\0", at: place) ? place + 6 : place
            if item.holds("II*\0", at: start) || item.holds("MM\0*", at: start) { return start }
        }
        return nil
    }
}
