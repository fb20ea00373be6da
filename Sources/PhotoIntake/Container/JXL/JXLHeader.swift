/// What the header of a JPEG XL codestream says (ISO/IEC 18181-1, SizeHeader and ImageMetadata).
struct JXLHeader {
    /// The bytes that hold all that is read here: 16 of signature and 73 bits at the most.
    static let mostBytes = 16

    /// Columns, before orientation.
    let width: Int
    /// Rows, before orientation.
    let height: Int
    /// EXIF's numbers from 1 to 8; the codestream's own, which decoders heed whatever an EXIF block says.
    let orientation: Int?

    /// The header that begins `bytes`; nil where these are none or too few for the size.
    init?(_ bytes: Span<UInt8>) {
        guard bytes.uint16(at: 0, .big) == 0xFF0A else { return nil }
        var bits = JXLBits(bytes.extracting(droppingFirst: 2))
        guard let isSmall = bits.take(1), let rows = Self.dimension(isSmall == 1, &bits), let ratio = bits.take(3),
            let columns = ratio == 0 ? Self.dimension(isSmall == 1, &bits) : Self.columns(rows, ratio: ratio)
        else { return nil }
        (width, height) = (columns, rows)
        orientation = Self.orientation(&bits)
    }

    /// Eighths in 5 bits where the size is small, else a number of 9, 13, 18 or 30 bits; less one.
    private static func dimension(_ isSmall: Bool, _ bits: inout JXLBits) -> Int? {
        if isSmall { return bits.take(5).map { ($0 + 1) * 8 } }
        guard let length = bits.take(2) else { return nil }
        return bits.take([9, 13, 18, 30][length]).map { $0 + 1 }
    }

    private static func columns(_ rows: Int, ratio: Int) -> Int {
        let (over, under) = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)][ratio - 1]
        return rows * over / under
    }

    /// Upright where all is as usual, else in 3 bits where there are further fields.
    private static func orientation(_ bits: inout JXLBits) -> Int? {
        guard let isUsual = bits.take(1) else { return nil }
        if isUsual == 1 { return 1 }
        guard let hasFurther = bits.take(1) else { return nil }
        return hasFurther == 0 ? 1 : bits.take(3).map { $0 + 1 }
    }
}

/// The bits of a few bytes, from the lowest of the first on (ISO/IEC 18181-1, u(n)).
private struct JXLBits {
    private var bits: UInt128 = 0
    private var count = 0

    /// The bits of no more than 16 bytes.
    init(_ bytes: Span<UInt8>) {
        for place in 0..<min(bytes.count, UInt128.bitWidth / 8) {
            bits |= UInt128(bytes[place]) << UInt128(place * 8)
            count += 8
        }
    }

    /// The next bits as a number; nil where there are not so many.
    mutating func take(_ length: Int) -> Int? {
        guard length <= count else { return nil }
        let value = Int(bits & (1 << UInt128(length) - 1))
        bits >>= UInt128(length)
        count -= length
        return value
    }
}
