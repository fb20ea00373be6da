/// A value in a TIFF structure: its type and where its bytes are (TIFF 6.0, section 2; BigTIFF).
struct TIFFValue {
    /// The types that are read.
    enum Kind: UInt16 {
        case byte = 1, ascii, short, long, rational
        case signedByte, undefined, signedShort, signedLong, signedRational
        case float, double
        case directory
        case long8 = 16, signedLong8, directory8
        /// Text in UTF-8 (EXIF 3.0, 4.6.2), which libexif does not know.
        case utf8 = 129

        /// Bytes of one value.
        var size: Int {
            switch self {
            case .byte, .ascii, .signedByte, .undefined, .utf8: 1
            case .short, .signedShort: 2
            case .long, .signedLong, .float, .directory: 4
            case .rational, .signedRational, .double, .long8, .signedLong8, .directory8: 8
            }
        }

        /// Bytes of the numbers that a value is made of: those that a byte order turns round.
        var numberSize: Int {
            self == .rational || self == .signedRational ? 4 : size
        }

        /// Whether values are whole numbers. Any such type counts where the standard names one of them: writers differ.
        var isWhole: Bool {
            switch self {
            case .byte, .short, .long, .signedByte, .signedShort, .signedLong, .directory: true
            case .long8, .signedLong8, .directory8: true
            case .ascii, .utf8, .undefined, .rational, .signedRational, .float, .double: false
            }
        }

        /// Whether values are fractions, or floating-point numbers in their place.
        var isFraction: Bool {
            switch self {
            case .rational, .signedRational, .float, .double: true
            default: false
            }
        }

        /// Whether values are single bytes, which may be text whatever they are called.
        var isText: Bool { size == 1 }
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

    /// Whether the 12-byte entry at `place`, which lies inside `tiff`, is of a type that there is.
    static func isOfKnownKind(entryAt place: Int, of tiff: Span<UInt8>, _ order: ByteOrder) -> Bool {
        tiff.uint16(at: place + 2, order).flatMap(Kind.init(rawValue:)) != nil
    }

    /// The first value where it is a whole number, or a byte of no type; nil for one below 0 and for other types.
    func number(in tiff: Span<UInt8>, _ order: ByteOrder) -> Int? {
        integer(0, in: tiff, order).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// The whole number at a place among the values; nil for other types, and beyond what ``Swift/Int`` holds.
    func integer(_ number: Int, in tiff: Span<UInt8>, _ order: ByteOrder) -> Int? {
        let place = offset + number * kind.size
        switch kind {
        case .byte, .undefined: return Int(tiff[place])
        case .signedByte: return Int(Int8(bitPattern: tiff[place]))
        case .short: return tiff.uint16(at: place, order).map(Int.init)
        case .signedShort: return tiff.uint16(at: place, order).map { Int(Int16(bitPattern: $0)) }
        case .long, .directory: return tiff.uint32(at: place, order).map(Int.init)
        case .signedLong: return tiff.uint32(at: place, order).map { Int(Int32(bitPattern: $0)) }
        case .long8, .directory8: return tiff.uint64(at: place, order).flatMap(Int.init(exactly:))
        case .signedLong8: return tiff.uint64(at: place, order).map { Int(bitPattern: UInt($0)) }
        case .ascii, .utf8, .rational, .signedRational, .float, .double: return nil
        }
    }

    /// The fraction or floating-point number at a place among the values; nil for other types.
    func fraction(_ number: Int, in tiff: Span<UInt8>, _ order: ByteOrder) -> Fraction? {
        let place = offset + number * kind.size
        guard kind.isFraction, let first = tiff.uint32(at: place, order) else { return nil }
        if kind == .float { return .decimal(Double(Float(bitPattern: first))) }
        guard let second = tiff.uint32(at: place + 4, order) else { return nil }
        switch kind {
        case .rational: return .ratio(Int(first), over: Int(second))
        case .signedRational:
            return .ratio(Int(Int32(bitPattern: first)), over: Int(Int32(bitPattern: second)))
        default: return tiff.uint64(at: place, order).map { .decimal(Double(bitPattern: $0)) }
        }
    }
}
