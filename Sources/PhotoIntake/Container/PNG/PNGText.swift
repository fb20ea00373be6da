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

    /// A flag, the method, the language and the translated keyword, each with a NUL behind it, then the text
    /// (11.3.3.4).
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

/// The chunks at the end of a PNG file that lie in its last 4 KiB.
enum PNGTail {
    /// Where the first chunk of metadata begins from which one chunk follows the other up to IEND; nil where there is
    /// none.
    static func firstChunk(_ source: inout PhotoSource) -> Int? {
        let tail = source.tail
        return source.withBytes(tail) { firstChunk(in: $0) }?.map { tail.lowerBound + $0 }
    }

    private static func firstChunk(in bytes: Span<UInt8>) -> Int? {
        let wanted = [PNGChunk.exif, PNGChunk.text, PNGChunk.packedText, PNGChunk.internationalText]
        for start in 0..<max(bytes.count - PNGChunk.overhead, 0) {
            guard let type = bytes.uint32(at: start + 4, .big), wanted.contains(FourCC(type)) else { continue }
            if leadsToEnd(from: start, in: bytes) { return start }
        }
        return nil
    }

    private static func leadsToEnd(from start: Int, in bytes: Span<UInt8>) -> Bool {
        var offset = start
        while let length = bytes.uint32(at: offset, .big), let type = bytes.uint32(at: offset + 4, .big) {
            if type == PNGChunk.end.value { return length == 0 }
            guard PNGChunk.isType(type) else { return false }
            offset += PNGChunk.overhead + Int(length)
        }
        return false
    }
}

/// A metadata block as ImageMagick writes it into text: a new line, the profile's name, a new line, its length as a
/// decimal number, a new line, and two hexadecimal digits for each byte, with new lines between.
enum RawProfile {
    /// The bytes of the profile; nil where the text is none.
    ///
    /// The length is passed over: files are about that state another than they have. The digits end where something
    /// else stands, and of an odd number the last is dropped.
    static func bytes(_ text: Span<UInt8>) -> [UInt8]? {
        guard let start = digits(in: text) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity((text.count - start) / 2)
        var high: UInt8?
        for place in start..<text.count where !isSpace(text[place]) {
            guard let digit = value(text[place]) else { break }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Where the hexadecimal digits begin: behind the third line's end.
    private static func digits(in text: Span<UInt8>) -> Int? {
        var lines = 0
        for place in 0..<text.count where text[place] == 0x0A {
            lines += 1
            if lines == 3 { return place + 1 }
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
