/// A picture with a minimized description (`mini`; ISO/IEC 23008-12:2025, annex O).
///
/// Flags and sizes are packed bit by bit at the start; EXIF and XMP are the last two blocks of the box. Both are
/// ignored if the picture has HDR properties or if they are compressed.
struct MinimizedPicture {
    private var width = 0
    private var height = 0
    private var orientation = 1
    private var exif: Range<Int>?
    private var xmp: Range<Int>?

    /// Reads the content of the box; nil for an unknown version, and if the box ends before its size.
    init?(_ content: Range<Int>, in source: inout PhotoSource) {
        var bits = BitFields(content)
        guard bits.number(2, in: &source) == 0, let flags = bits.number(9, in: &source),
            let subsampling = bits.number(2, in: &source), let orientation = bits.number(3, in: &source),
            let isLarge = bits.flag(in: &source),
            let width = bits.number(isLarge ? 15 : 7, in: &source),
            let height = bits.number(isLarge ? 15 : 7, in: &source)
        else { return nil }
        (self.width, self.height, self.orientation) = (width + 1, height + 1, orientation + 1)
        let header = Header(flags: flags, subsampling: subsampling)
        guard let sizes = header.metadataSizes(&bits, in: &source) else { return }
        let xmpStart = content.upperBound - sizes.xmp
        let exifStart = xmpStart - sizes.exif
        guard exifStart >= content.lowerBound else { return }
        if sizes.exif > 0 { exif = exifStart..<xmpStart }
        if sizes.xmp > 0 { xmp = xmpStart..<content.upperBound }
    }

    /// Adds size, orientation and metadata blocks. The EXIF block has no offset before it.
    func describe(_ content: inout ContainerContent, in source: inout PhotoSource) {
        (content.width, content.height, content.orientation) = (width, height, orientation)
        content.exif = exif.map { ExifItem.sources(in: .file($0), &source) } ?? []
        content.xmp = xmp.map { [.file($0)] } ?? []
    }
}

/// The flags in the first bits of a `mini` box.
private struct Header {
    let isExplicitCodec, isFloat, hasAlpha, isExplicitColour, hasHDR, hasProfile, hasExif, hasXMP: Bool
    let subsampling: Int

    /// `flags` are the nine bits starting with explicit_codec_types_flag, including full_range_flag.
    init(flags: Int, subsampling: Int) {
        func flag(_ bit: Int) -> Bool { flags >> bit & 1 == 1 }
        (isExplicitCodec, isFloat, hasAlpha) = (flag(8), flag(7), flag(5))
        (isExplicitColour, hasHDR, hasProfile) = (flag(4), flag(3), flag(2))
        (hasExif, hasXMP) = (flag(1), flag(0))
        self.subsampling = subsampling
    }

    /// The lengths of EXIF and XMP in bytes, from the bits after the picture's height; nil if they are unknown.
    func metadataSizes(_ bits: inout BitFields, in source: inout PhotoSource) -> (exif: Int, xmp: Int)? {
        guard hasExif || hasXMP, !hasHDR, skipSamples(&bits, in: &source), skipColour(&bits, in: &source),
            let isLargeMetadata = bits.flag(in: &source), let isLargeCodec = bits.flag(in: &source),
            let isLargeData = bits.flag(in: &source)
        else { return nil }
        let metadataBits = isLargeMetadata ? 20 : 10
        let (codecBits, dataBits) = (isLargeCodec ? 12 : 3, isLargeData ? 28 : 15)
        guard bits.number(hasProfile ? metadataBits : 0, in: &source) != nil,
            bits.number(codecBits, in: &source) != nil, bits.number(dataBits, in: &source) != nil,
            let alpha = bits.number(hasAlpha ? dataBits : 0, in: &source),
            bits.number(alpha > 0 ? codecBits : 0, in: &source) != nil,
            bits.flag(in: &source) == false,
            let exif = bits.number(hasExif ? metadataBits : 0, in: &source),
            let xmp = bits.number(hasXMP ? metadataBits : 0, in: &source)
        else { return nil }
        return (hasExif ? exif + 1 : 0, hasXMP ? xmp + 1 : 0)
    }

    /// Skips the positions and bit depths of samples.
    private func skipSamples(_ bits: inout BitFields, in source: inout PhotoSource) -> Bool {
        let positions = subsampling == 1 ? 2 : subsampling == 2 ? 1 : 0
        guard bits.number(positions, in: &source) != nil, let depth = bits.number(isFloat ? 2 : 1, in: &source),
            bits.number(!isFloat && depth == 1 ? 3 : 0, in: &source) != nil
        else { return false }
        return bits.number(hasAlpha ? 1 : 0, in: &source) != nil
    }

    /// Skips the description of the color, and the types of the picture and its decoder configuration.
    private func skipColour(_ bits: inout BitFields, in source: inout PhotoSource) -> Bool {
        let colour = isExplicitColour ? subsampling == 0 ? 16 : 24 : 0
        guard bits.number(colour, in: &source) != nil else { return false }
        let codec = isExplicitCodec ? 32 : 0
        return bits.number(codec, in: &source) != nil && bits.number(codec, in: &source) != nil
    }
}

/// Reads numbers of any number of bits, highest bit first.
struct BitFields {
    private var place: Int
    private let end: Int

    /// The bits of the bytes in `range`, which must be inside the file and at most an exabyte long.
    init(_ range: Range<Int>) {
        place = range.lowerBound * 8
        end = range.upperBound * 8
    }

    /// Reads the next `count` bits, at most 32, as a number; nil if there are fewer.
    mutating func number(_ count: Int, in source: inout PhotoSource) -> Int? {
        guard count <= end - place else { return nil }
        var number = 0
        for _ in 0..<count {
            guard let byte = source.uint8(at: place / 8) else { return nil }
            number = number << 1 | Int(byte >> (7 - place % 8)) & 1
            place += 1
        }
        return number
    }

    /// Reads the next bit; nil if there is none.
    mutating func flag(in source: inout PhotoSource) -> Bool? {
        number(1, in: &source).map { $0 == 1 }
    }
}
