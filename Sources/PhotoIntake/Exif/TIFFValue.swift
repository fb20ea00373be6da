/// A value in a TIFF structure: its type and where its bytes are (TIFF 6.0, section 2).
struct TIFFValue {
    /// The types that are read.
    enum Kind: UInt16 {
        case byte = 1, ascii, short, long, rational
        case undefined = 7
        case signedRational = 10
        case directory = 13
        /// Text in UTF-8 (EXIF 3.0, 4.6.2); libexif takes it as ASCII.
        case utf8 = 129

        /// Bytes of one value.
        var size: Int {
            switch self {
            case .byte, .ascii, .undefined, .utf8: 1
            case .short: 2
            case .long, .directory: 4
            case .rational, .signedRational: 8
            }
        }
    }

    /// The type.
    var kind: Kind
    /// How many values of that type there are; at least 1.
    var count: Int
    /// Where the first byte is, counted from the TIFF header.
    var offset: Int

    init(kind: Kind, count: Int, offset: Int) {
        self.kind = kind
        self.count = count
        self.offset = offset
    }

    /// The value of the 12-byte entry at `place`, which lies inside `tiff`; nil where it is of another type, is empty
    /// or would lie outside.
    init?(entryAt place: Int, of tiff: Span<UInt8>, _ order: ByteOrder) {
        guard let kind = tiff.uint16(at: place + 2, order).flatMap(Kind.init(rawValue:)),
            let count = tiff.uint32(at: place + 4, order), count > 0
        else { return nil }
        let byteCount = Int(count) * kind.size
        let offset = byteCount <= 4 ? place + 8 : tiff.uint32(at: place + 8, order).map(Int.init) ?? tiff.count
        guard offset <= tiff.count - byteCount else { return nil }
        self.init(kind: kind, count: Int(count), offset: offset)
    }

    /// The first value as a whole number; nil for other types.
    func number(in tiff: Span<UInt8>, _ order: ByteOrder) -> Int? {
        switch kind {
        case .byte, .undefined: Int(tiff[offset])
        case .short: tiff.uint16(at: offset, order).map(Int.init)
        case .long, .directory: tiff.uint32(at: offset, order).map(Int.init)
        default: nil
        }
    }
}
