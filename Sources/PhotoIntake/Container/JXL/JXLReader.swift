internal import PhotoModel

/// Reads JPEG XL files, and finds their metadata boxes (ISO/IEC 18181-1 and 18181-2).
enum JXLReader {
    /// The number of reads kept for the metadata when the walk is given up.
    private static let reserve = 16

    /// Reads the JPEG XL file in `source`: a bare codestream, which has no metadata, or boxes.
    ///
    /// Metadata may be compressed with brotli. Each box beyond the file's first 64 KiB costs a read, so metadata after
    /// more than about 80 parts of the codestream is not found.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        var content = ContainerContent(.jxl)
        if source.uint16(at: 0) == 0xFF0A {
            guard takeHeader(at: 0, into: &content, &source) else { throw .corrupt("ends within the JPEG XL header") }
            return content
        }
        guard source.holds("\r\n", at: 8), source.uint16(at: 10) == 0x870A else {
            throw .corrupt("has a damaged JPEG XL signature")
        }
        var boxes = JXLBoxes()
        source.forEachBox(in: 0..<source.size) { box, source in
            boxes.take(box, &source)
            return source.readsLeft > reserve
        }
        guard let codestream = boxes.codestream else { throw .corrupt("is a JPEG XL file without a picture") }
        takeHeader(at: codestream, into: &content, &source)
        content.exif = boxes.exif.map { exif(in: $0, &source) ?? .unread }
        content.xmp = boxes.xmp.map { XMPSource(block(of: $0, &source)) }
        return content
    }

    /// Whether the codestream at `offset` has a header with the picture's size.
    @discardableResult
    private static func takeHeader(
        at offset: Int, into content: inout ContainerContent, _ source: inout PhotoSource
    ) -> Bool {
        let range = offset..<max(offset, min(source.size, offset + JXLHeader.mostBytes))
        guard let header = source.withBytes(range, { JXLHeader($0) }) ?? nil else { return false }
        (content.width, content.height) = (header.width, header.height)
        content.orientation = header.orientation
        return true
    }

    /// The TIFF structure: the box begins with how far behind the next byte it lies, in 32 bits (ISO/IEC 18181-2, Exif
    /// box).
    private static func exif(in part: JXLBoxes.Part, _ source: inout PhotoSource) -> ExifSource? {
        switch block(of: part, &source) {
        case .file(let range):
            guard let skipped = source.uint32(at: range.lowerBound), Int(skipped) < range.count - 4 else { return nil }
            return .file(ExifMark.removed(from: range.dropFirst(4 + Int(skipped)), in: &source))
        case .bytes(let bytes):
            guard let skipped = bytes.span.uint32(at: 0, .big), Int(skipped) < bytes.count - 4 else { return nil }
            return .bytes(ExifMark.removed(from: Array(bytes.dropFirst(4 + Int(skipped)))))
        case .parts, nil: return nil
        }
    }

    private static func block(of part: JXLBoxes.Part, _ source: inout PhotoSource) -> MetadataBlock? {
        guard part.isPacked else { return .file(part.range) }
        return source.unpacked(part.range, by: Brotli.unpacked).map(MetadataBlock.bytes)
    }
}

/// The locations of the parts of a JPEG XL file (ISO/IEC 18181-2).
struct JXLBoxes {
    /// The content of a metadata box, which may be compressed.
    struct Part {
        let range: Range<Int>
        let isPacked: Bool
    }

    private static let exifType: FourCC = "Exif"
    private static let xmpType: FourCC = "xml "
    private static let packedType: FourCC = "brob"
    private static let codestreamType: FourCC = "jxlc"
    private static let partialType: FourCC = "jxlp"

    /// The parts with EXIF by descending precedence: the last first.
    private(set) var exif: [Part] = []
    /// The same with XMP.
    private(set) var xmp: [Part] = []
    /// The offset of the codestream.
    private(set) var codestream: Int?

    mutating func take(_ box: Box, _ source: inout PhotoSource) {
        switch box.type {
        case Self.codestreamType:
            if codestream == nil { codestream = box.content.lowerBound }
        case Self.partialType:
            // The part's number precedes its content.
            if codestream == nil { codestream = box.content.lowerBound + 4 }
        case Self.packedType:
            guard box.content.count > 4, let type = source.uint32(at: box.content.lowerBound) else { return }
            note(Part(range: box.content.dropFirst(4), isPacked: true), as: FourCC(type))
        default:
            note(Part(range: box.content, isPacked: false), as: box.type)
        }
    }

    private mutating func note(_ part: Part, as type: FourCC) {
        if type == Self.exifType { exif.insert(part, at: 0) }
        if type == Self.xmpType { xmp.insert(part, at: 0) }
    }
}

/// The header of a JPEG XL codestream (ISO/IEC 18181-1, SizeHeader and ImageMetadata).
struct JXLHeader {
    /// The number of bytes needed: 16 bits of signature and at most 73 further bits.
    static let mostBytes = 16

    /// Columns, before orientation.
    let width: Int
    /// Rows, before orientation.
    let height: Int
    /// EXIF's numbers from 1 to 8, from the codestream itself; decoders apply it whatever an EXIF block contains.
    let orientation: Int?

    /// Reads the header at the start of `bytes`; nil if it is not a header, or too short for the size.
    init?(_ bytes: Span<UInt8>) {
        guard bytes.uint16(at: 0, .big) == 0xFF0A else { return nil }
        var bits = JXLBits(bytes.extracting(droppingFirst: 2))
        guard let isSmall = bits.take(1), let rows = Self.dimension(isSmall == 1, &bits), let ratio = bits.take(3),
            let columns = ratio == 0 ? Self.dimension(isSmall == 1, &bits) : Self.columns(rows, ratio: ratio)
        else { return nil }
        (width, height) = (columns, rows)
        orientation = Self.orientation(&bits)
    }

    /// If the size is small, eighths in 5 bits; otherwise a number of 9, 13, 18 or 30 bits. Both are stored minus one.
    private static func dimension(_ isSmall: Bool, _ bits: inout JXLBits) -> Int? {
        if isSmall { return bits.take(5).map { ($0 + 1) * 8 } }
        guard let length = bits.take(2) else { return nil }
        return bits.take([9, 13, 18, 30][length]).map { $0 + 1 }
    }

    private static func columns(_ rows: Int, ratio: Int) -> Int {
        let (over, under) = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)][ratio - 1]
        return rows * over / under
    }

    /// Upright if all fields have their defaults; otherwise in 3 bits if extra fields are present.
    private static func orientation(_ bits: inout JXLBits) -> Int? {
        guard let isUsual = bits.take(1) else { return nil }
        if isUsual == 1 { return 1 }
        guard let hasFurther = bits.take(1) else { return nil }
        return hasFurther == 0 ? 1 : bits.take(3).map { $0 + 1 }
    }
}

/// The bits of a few bytes, starting with the lowest of the first byte (ISO/IEC 18181-1, u(n)).
private struct JXLBits {
    private var bits: UInt128 = 0
    private var count = 0

    /// The bits of at most 16 bytes.
    init(_ bytes: Span<UInt8>) {
        for index in 0..<min(bytes.count, UInt128.bitWidth / 8) {
            bits |= UInt128(bytes[index]) << UInt128(index * 8)
            count += 8
        }
    }

    /// Reads the next bits as a number; nil if there are fewer.
    mutating func take(_ length: Int) -> Int? {
        guard length <= count else { return nil }
        let value = Int(bits & (1 << UInt128(length) - 1))
        bits >>= UInt128(length)
        count -= length
        return value
    }
}
