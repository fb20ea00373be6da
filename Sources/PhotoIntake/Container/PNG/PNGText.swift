/// A text chunk of a PNG stream that holds metadata (PNG, third edition, 11.3.3).
///
/// Each kind of chunk is read with each keyword: programs keep XMP in packed Latin-1 chunks and profiles in others.
struct PNGText {
    /// What the keyword says that the text is.
    enum Use {
        /// An EXIF block as hexadecimal digits.
        case exif
        /// An XMP packet.
        case xmp
        /// An XMP packet as hexadecimal digits.
        case xmpProfile
        /// A JPEG segment APP1 as hexadecimal digits.
        case segment
    }

    /// How far into a chunk its text begins at the latest.
    private static let mostPrefix = 1_024
    private static let keywords: [(StaticString, Use)] = [
        ("XML:com.adobe.xmp\0", .xmp), ("Raw profile type exif\0", .exif), ("Raw profile type xmp\0", .xmpProfile),
        ("Raw profile type APP1\0", .segment),
    ]

    /// What the text is.
    let use: Use
    private let text: Range<Int>
    private let isPacked: Bool

    /// The text of `chunk`; nil where its keyword names no metadata, or it is damaged.
    init?(_ chunk: PNGChunk, in source: inout PhotoSource) {
        guard let (use, count) = Self.keyword(at: chunk.content.lowerBound, in: &source) else { return nil }
        let rest = chunk.content.dropFirst(count)
        guard let (start, isPacked) = Self.start(of: chunk.type, rest, in: &source) else { return nil }
        self.use = use
        self.isPacked = isPacked
        text = start..<chunk.content.upperBound
    }

    /// The XMP packet; nil where unpacking fails.
    func packet(_ source: inout PhotoSource) -> MetadataBlock? {
        guard use == .xmp else { return profile(&source).map(MetadataBlock.bytes) }
        return isPacked ? unpacked(&source).map(MetadataBlock.bytes) : .file(text)
    }

    /// The bytes that the hexadecimal digits stand for; nil where unpacking fails or they are none.
    func profile(_ source: inout PhotoSource) -> [UInt8]? {
        guard isPacked else { return source.withBytes(text) { RawProfile.bytes($0) } ?? nil }
        return unpacked(&source).flatMap { RawProfile.bytes($0.span) }
    }

    private func unpacked(_ source: inout PhotoSource) -> [UInt8]? {
        source.unpacked(text, by: Zlib.unpacked)
    }

    /// What the keyword at `offset` says, and its length with the NUL behind it.
    private static func keyword(at offset: Int, in source: inout PhotoSource) -> (Use, Int)? {
        for (word, use) in keywords where source.holds(word, at: offset) { return (use, word.utf8CodeUnitCount) }
        return nil
    }

    /// Where in what follows the keyword the text begins, and whether it is packed.
    private static func start(
        of type: FourCC, _ rest: Range<Int>, in source: inout PhotoSource
    ) -> (Int, isPacked: Bool)? {
        switch type {
        case PNGChunk.text:
            return (rest.lowerBound, false)
        case PNGChunk.packedText:
            guard !rest.isEmpty, source.uint8(at: rest.lowerBound) == 0 else { return nil }
            return (rest.lowerBound + 1, true)
        default:
            return source.withBytes(rest.prefix(mostPrefix)) { international($0, at: rest.lowerBound) } ?? nil
        }
    }

    /// A flag, the method, the language and the translated keyword, each with a NUL behind it, then the text (11.3.3.4).
    private static func international(_ bytes: Span<UInt8>, at offset: Int) -> (Int, isPacked: Bool)? {
        guard bytes.count >= 4, bytes[0] <= 1, bytes[0] == 0 || bytes[1] == 0 else { return nil }
        var missing = 2
        for place in 2..<bytes.count where bytes[place] == 0 {
            missing -= 1
            if missing == 0 { return (offset + place + 1, bytes[0] == 1) }
        }
        return nil
    }
}
