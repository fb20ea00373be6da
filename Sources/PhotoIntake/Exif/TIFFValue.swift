/// A value in a TIFF structure: its type and the location of its bytes (TIFF 6.0, section 2; BigTIFF).
struct TIFFValue {
    /// The types that can be read.
    enum Kind: UInt16 {
        case byte = 1, ascii, short, long, rational
        case signedByte, undefined, signedShort, signedLong, signedRational
        case float, double
        case directory
        case long8 = 16, signedLong8, directory8
        /// Text in UTF-8 (EXIF 3.0, 4.6.2), a type that libexif does not support.
        case utf8 = 129

        /// The size of one value in bytes.
        var size: Int {
            switch self {
            case .byte, .ascii, .signedByte, .undefined, .utf8: 1
            case .short, .signedShort: 2
            case .long, .signedLong, .float, .directory: 4
            case .rational, .signedRational, .double, .long8, .signedLong8, .directory8: 8
            }
        }

        /// The size of the numbers in a value, which a byte order applies to.
        var numberSize: Int {
            self == .rational || self == .signedRational ? 4 : size
        }

        /// Whether values are whole numbers. All such types are accepted wherever the standard names one of them,
        /// because writers differ.
        var isWhole: Bool {
            switch self {
            case .byte, .short, .long, .signedByte, .signedShort, .signedLong, .directory: true
            case .long8, .signedLong8, .directory8: true
            case .ascii, .utf8, .undefined, .rational, .signedRational, .float, .double: false
            }
        }

        /// Whether values are rational or floating-point numbers.
        var isFraction: Bool {
            switch self {
            case .rational, .signedRational, .float, .double: true
            default: false
            }
        }

        /// Whether values are single bytes, which may be text in any of these types.
        var isText: Bool { size == 1 }
    }

    var kind: Kind
    /// The number of values; at least 1.
    var count: Int
    /// The offset of the first byte from the TIFF header.
    var offset: Int

    init(kind: Kind, count: Int, offset: Int) {
        self.kind = kind
        self.count = count
        self.offset = offset
    }

    /// Reads the 12-byte entry at `place`, which must be inside `tiff`; nil if its type is not read, or if its value is
    /// empty or out of range.
    init?(entryAt index: Int, of tiff: Span<UInt8>, _ order: ByteOrder) {
        guard let kind = tiff.uint16(at: index + 2, order).flatMap(Kind.init(rawValue:)),
            let count = tiff.uint32(at: index + 4, order), count > 0
        else { return nil }
        let byteCount = Int(count) * kind.size
        let offset = byteCount <= 4 ? index + 8 : tiff.uint32(at: index + 8, order).map(Int.init) ?? tiff.count
        guard offset <= tiff.count - byteCount else { return nil }
        self.init(kind: kind, count: Int(count), offset: offset)
    }

    /// Whether the type of the 12-byte entry at `place`, which must be inside `tiff`, exists.
    static func isOfKnownKind(entryAt index: Int, of tiff: Span<UInt8>, _ order: ByteOrder) -> Bool {
        tiff.uint16(at: index + 2, order).flatMap(Kind.init(rawValue:)) != nil
    }

    /// The first value if it is a whole number or an undefined byte; nil if it is negative, and for other types.
    func number(in tiff: Span<UInt8>, _ order: ByteOrder) -> Int? {
        integer(0, in: tiff, order).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// The whole number at an index; nil for other types, and if it does not fit an ``Swift/Int``.
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

    /// The rational or floating-point number at an index; nil for other types.
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
