/// An entry of a TIFF directory (TIFF 6.0, section 2).
struct TIFFEntry {
    /// Bytes of an entry in the file.
    static let byteCount = 12

    /// What the entry is about.
    let tag: UInt16
    /// Where its value is; nil where it is of a type that is not read, is empty or would lie outside.
    let value: TIFFValue?
    /// The first value, where it is a whole number that stands in the entry itself.
    let number: Int?

    /// - Parameters:
    ///   - place: where the entry stands in `bytes`, which holds all of it.
    ///   - bytes: a stretch of a TIFF structure.
    ///   - start: where in the structure that stretch begins.
    ///   - limit: the length of the structure in bytes.
    ///   - order: the byte order of the structure.
    init(at place: Int, of bytes: Span<UInt8>, from start: Int, limit: Int, _ order: ByteOrder) {
        tag = bytes.uint16(at: place, order) ?? 0
        guard let kind = bytes.uint16(at: place + 2, order).flatMap(TIFFValue.Kind.init(rawValue:)),
            let count = bytes.uint32(at: place + 4, order).map(Int.init), count > 0,
            let field = bytes.uint32(at: place + 8, order).map(Int.init)
        else {
            (value, number) = (nil, nil)
            return
        }
        let byteCount = count * kind.size
        let isInline = byteCount <= 4
        let offset = isInline ? start + place + 8 : field
        value = offset <= limit - byteCount ? TIFFValue(kind: kind, count: count, offset: offset) : nil
        number = isInline ? Self.number(kind, bytes, at: place + 8, order) : nil
    }

    private static func number(
        _ kind: TIFFValue.Kind, _ bytes: Span<UInt8>, at place: Int, _ order: ByteOrder
    ) -> Int? {
        TIFFValue(kind: kind, count: 1, offset: place).number(in: bytes, order)
    }
}
