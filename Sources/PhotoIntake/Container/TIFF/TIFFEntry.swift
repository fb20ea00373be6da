/// An entry of a TIFF directory (TIFF 6.0, section 2; BigTIFF).
struct TIFFEntry {
    /// What the entry is about.
    let tag: UInt16
    /// Whether it is of a type that there is.
    let isOfKnownKind: Bool
    /// Where its value is; nil where it is of a type that is not read, is empty or would lie outside.
    let value: TIFFValue?
    /// The first value, where it is a whole number that stands in the entry itself.
    let number: Int?

    /// - Parameters:
    ///   - place: where the entry stands in `bytes`, which holds all of it.
    ///   - bytes: a stretch of a TIFF structure.
    ///   - start: where in the structure that stretch begins.
    ///   - limit: the length of the structure in bytes.
    ///   - structure: the byte order and the layout of the structure.
    init(
        at place: Int, of bytes: Span<UInt8>, from start: Int, limit: Int, _ structure: (ByteOrder, TIFFLayout)
    ) {
        let (order, layout) = structure
        let width = layout.offsetBytes
        tag = bytes.uint16(at: place, order) ?? 0
        let kind = bytes.uint16(at: place + 2, order).flatMap(TIFFValue.Kind.init(rawValue:))
        isOfKnownKind = kind != nil
        guard let kind, let count = TIFFLayout.number(width, at: place + 4, of: bytes, order), count > 0,
            count <= limit / kind.size, let field = TIFFLayout.number(width, at: place + 4 + width, of: bytes, order)
        else {
            (value, number) = (nil, nil)
            return
        }
        let byteCount = count * kind.size
        let isInline = byteCount <= width
        let offset = isInline ? start + place + 4 + width : field
        value = offset <= limit - byteCount ? TIFFValue(kind: kind, count: count, offset: offset) : nil
        let inner = TIFFValue(kind: kind, count: 1, offset: place + 4 + width)
        number = isInline ? inner.number(in: bytes, order) : nil
    }
}
