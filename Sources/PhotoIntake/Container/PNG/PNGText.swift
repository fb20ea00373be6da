internal import PhotoModel

/// A text chunk of a PNG stream that contains metadata (PNG, third edition, 11.3.3).
///
/// Every kind of text chunk is read with every keyword: programs also store XMP in compressed Latin-1 chunks.
struct PNGText {
    /// The use of the text, by its keyword.
    enum Use {
        /// An EXIF block in hexadecimal.
        case exif
        /// An XMP packet.
        case xmp
        /// An XMP packet in hexadecimal.
        case xmpProfile
        /// A JPEG segment APP1 in hexadecimal.
        case segment
        /// When the picture was taken, as ImageMagick writes an EXIF entry.
        case taken
        /// When the picture was made (PNG, third edition, 11.3.3.1).
        case made
    }

    /// The maximum offset of the text in its chunk.
    private static let mostPrefix = 1_024
    private static let keywords: [(StaticString, Use)] = [
        ("XML:com.adobe.xmp\0", .xmp), ("Raw profile type exif\0", .exif), ("Raw profile type xmp\0", .xmpProfile),
        ("Raw profile type APP1\0", .segment), ("exif:DateTimeOriginal\0", .taken),
        ("Creation Time\0", .made), ("CreationTime\0", .made), ("create-date\0", .made),
    ]

    let use: Use
    private let text: Range<Int>
    private let isPacked: Bool

    /// Reads the text of `chunk`; nil if its keyword is not one of metadata, or if the chunk is damaged.
    init?(_ chunk: PNGChunk, in source: inout PhotoSource) {
        guard let (use, count) = Self.keyword(at: chunk.content.lowerBound, in: &source) else { return nil }
        let rest = chunk.content.dropFirst(count)
        guard let (start, isPacked) = Self.start(of: chunk.type, rest, in: &source) else { return nil }
        self.use = use
        self.isPacked = isPacked
        text = start..<chunk.content.upperBound
    }

    /// The XMP packet; nil if it cannot be decompressed.
    func packet(_ source: inout PhotoSource) -> MetadataBlock? {
        guard use == .xmp else { return profile(&source).map(MetadataBlock.bytes) }
        return isPacked ? unpacked(&source).map(MetadataBlock.bytes) : .file(text)
    }

    /// The decoded hexadecimal text; nil if it cannot be decompressed or is not valid.
    func profile(_ source: inout PhotoSource) -> [UInt8]? {
        guard isPacked else { return source.withBytes(text) { RawProfile.bytes($0) } ?? nil }
        return unpacked(&source).flatMap { RawProfile.bytes($0.span) }
    }

    /// The time in the text; nil if it cannot be decompressed or is no time.
    func time(_ source: inout PhotoSource) -> CaptureTime? {
        let text: ShortText?
        if isPacked {
            text = unpacked(&source).map { ShortText($0.span) }
        } else {
            text = source.withBytes(self.text.prefix(ShortText.mostBytes)) { ShortText($0) }
        }
        return text.flatMap { WrittenTime($0, source: .exif) }?.captureTime(.exif)
    }

    private func unpacked(_ source: inout PhotoSource) -> [UInt8]? {
        source.unpacked(text, by: Zlib.unpacked)
    }

    /// The use of the keyword at `offset`, and its length including the NUL.
    private static func keyword(at offset: Int, in source: inout PhotoSource) -> (Use, Int)? {
        for (word, use) in keywords where source.holds(word, at: offset) { return (use, word.utf8CodeUnitCount) }
        return nil
    }

    /// The offset of the text after the keyword, and whether it is compressed.
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

    /// A flag, the method, the language and the translated keyword, both terminated by NUL, then the text (11.3.3.4).
    private static func international(_ bytes: Span<UInt8>, at offset: Int) -> (Int, isPacked: Bool)? {
        guard bytes.count >= 4, bytes[0] <= 1, bytes[0] == 0 || bytes[1] == 0 else { return nil }
        var missing = 2
        for index in 2..<bytes.count where bytes[index] == 0 {
            missing -= 1
            if missing == 0 { return (offset + index + 1, bytes[0] == 1) }
        }
        return nil
    }
}

/// The chunks in the last 4 KiB of a PNG file.
enum PNGTail {
    /// The offset of the first metadata chunk from which an unbroken chain of chunks leads to IEND; nil if there is
    /// none.
    static func firstChunk(_ source: inout PhotoSource) -> Int? {
        let tail = source.tail
        let places = source.withBytes(tail) { candidates(in: $0) } ?? []
        for place in places where leadsToEnd(from: tail.lowerBound + place, in: &source) {
            return tail.lowerBound + place
        }
        return nil
    }

    private static func candidates(in bytes: Span<UInt8>) -> [Int] {
        let wanted = [PNGChunk.exif, PNGChunk.text, PNGChunk.packedText, PNGChunk.internationalText]
        var places: [Int] = []
        for start in 0..<max(bytes.count - PNGChunk.overhead, 0) {
            guard let type = bytes.uint32(at: start + 4, .big), wanted.contains(FourCC(type)) else { continue }
            places.append(start)
        }
        return places
    }

    private static func leadsToEnd(from start: Int, in source: inout PhotoSource) -> Bool {
        var offset = start
        while let chunk = PNGChunk(at: offset, in: &source) {
            if chunk.type == PNGChunk.end { return chunk.content.isEmpty && !chunk.isCut }
            offset = chunk.next
        }
        return false
    }
}

/// A metadata block as ImageMagick writes it into text: a line feed, the profile's name, a line feed, its length as a
/// decimal number, a line feed, and two hexadecimal digits per byte, with line feeds in between.
enum RawProfile {
    /// Decodes the profile; nil if the text is not valid.
    ///
    /// The length is ignored, since some files contain a wrong one. The digits end at the first other character, and an
    /// odd last digit is dropped.
    static func bytes(_ text: Span<UInt8>) -> [UInt8]? {
        guard let start = digits(in: text) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity((text.count - start) / 2)
        var high: UInt8?
        for index in start..<text.count where !isSpace(text[index]) {
            guard let digit = hexValue(ofDigit: text[index]) else { break }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// The offset of the hexadecimal digits, after the third line feed.
    private static func digits(in text: Span<UInt8>) -> Int? {
        var lines = 0
        for index in 0..<text.count where text[index] == 0x0A {
            lines += 1
            if lines == 3 { return index + 1 }
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
