/// A box of an ISO base media file (ISO/IEC 14496-12, 4.2), or an atom of a QuickTime movie.
struct Box {
    /// The four characters of the type, the first in the highest byte.
    let type: FourCC
    /// The bytes after the header; for a `uuid` box including the 16 bytes of its type.
    let content: Range<Int>
    /// Whether the box claims to extend beyond its parent; ``content`` is clipped in that case.
    let isCut: Bool

    /// Reads the box at `offset` of a parent that ends at `end`; nil if its header does not fit, or if its size is
    /// smaller than its header. A size of 0 extends it to the parent's end.
    init?(at offset: Int, before end: Int, in source: inout PhotoSource) {
        guard offset >= 0, offset <= end - 8, let small = source.uint32(at: offset),
            let type = source.uint32(at: offset + 4)
        else { return nil }
        var headerSize = 8
        var size = UInt64(small)
        if small == 1 {
            guard offset <= end - 16, let large = source.uint64(at: offset + 8) else { return nil }
            (size, headerSize) = (large, 16)
        } else if small == 0 {
            size = UInt64(end - offset)
        }
        guard size >= headerSize else { return nil }
        self.type = FourCC(type)
        isCut = size > UInt64(end - offset)
        content = offset + headerSize..<(isCut ? end : offset + Int(size))
    }
}

/// A four-character code: a box type, a brand or a key.
struct FourCC: Hashable, ExpressibleByStringLiteral {
    /// The code's bytes, the first one highest.
    let value: UInt32

    init(_ value: UInt32) { self.value = value }

    /// The literal's first four Latin-1 characters.
    init(stringLiteral text: StaticString) {
        var value: UInt32 = 0
        for scalar in text.description.unicodeScalars.prefix(4) { value = value << 8 | scalar.value & 0xFF }
        self.value = value
    }
}

extension PhotoSource {
    /// Calls `body` with each box in `range` until it returns false, a box is damaged, `most` boxes were visited or the
    /// budget is spent.
    ///
    /// - Returns: whether the range was walked to its end or `body` stopped the walk; false if it is damaged.
    @discardableResult
    mutating func forEachBox(
        in range: Range<Int>, most: Int = 1_024, _ body: (Box, inout PhotoSource) -> Bool
    ) -> Bool {
        var offset = range.lowerBound
        for _ in 0..<most {
            if offset >= range.upperBound { return true }
            guard let box = Box(at: offset, before: range.upperBound, in: &self) else { return false }
            if !body(box, &self) { return true }
            offset = box.content.upperBound
        }
        return false
    }
}

/// Reads the fields of a box in sequence; nil for a field beyond the box's end.
struct BoxFields {
    private(set) var offset: Int
    private let end: Int

    /// The fields in `range`, which must be inside the file.
    init(_ range: Range<Int>) {
        offset = range.lowerBound
        end = range.upperBound
    }

    /// The fields not yet read.
    var rest: Range<Int> { offset..<end }

    /// Reads an unsigned number of 0, 1, 2, 4 or 8 bytes; one of 0 bytes is 0. Nil for any other size, and for a number
    /// that does not fit an ``Swift/Int``.
    mutating func number(_ byteCount: Int, in source: inout PhotoSource) -> Int? {
        guard byteCount <= end - offset else { return nil }
        let place = offset
        offset += byteCount
        return switch byteCount {
        case 0: 0
        case 1: source.uint8(at: place).map(Int.init)
        case 2: source.uint16(at: place).map(Int.init)
        case 4: source.uint32(at: place).map(Int.init)
        case 8: source.uint64(at: place).flatMap(Int.init(exactly:))
        default: nil
        }
    }

    /// The version and flags at the start of a FullBox (ISO/IEC 14496-12, 4.2.2).
    mutating func versionAndFlags(in source: inout PhotoSource) -> (version: Int, flags: Int)? {
        number(4, in: &source).map { ($0 >> 24, $0 & 0xFF_FFFF) }
    }

    /// Skips `byteCount` bytes, which must not be negative; returns false without moving if there are fewer.
    mutating func skip(_ byteCount: Int) -> Bool {
        guard byteCount <= end - offset else { return false }
        offset += byteCount
        return true
    }

    /// Skips a text and its NUL; returns false if there is no NUL in the box.
    mutating func skipText(in source: inout PhotoSource) -> Bool {
        while let byte = number(1, in: &source) {
            if byte == 0 { return true }
        }
        return false
    }
}

/// The size of the picture in a movie's track (`tkhd`; ISO/IEC 14496-12, 8.3.2).
struct TrackSize {
    /// Columns; at least 1.
    let width: Int
    /// Rows; at least 1.
    let height: Int

    /// The size of the first track with a picture in the content of a `moov` box; nil if there is none.
    init?(firstIn movie: Range<Int>, _ source: inout PhotoSource) {
        var size: TrackSize?
        source.forEachBox(in: movie, most: 256) { box, source in
            guard box.type == "trak" else { return true }
            source.forEachBox(in: box.content, most: 64) { box, source in
                guard box.type == "tkhd" else { return true }
                size = TrackSize(header: box.content, &source)
                return false
            }
            return size == nil
        }
        guard let size else { return nil }
        self = size
    }

    /// Width and height are at the header's end, in 65,536ths; the times before them are longer in version 1.
    private init?(header: Range<Int>, _ source: inout PhotoSource) {
        var fields = BoxFields(header)
        guard let version = fields.versionAndFlags(in: &source)?.version,
            fields.skip((version == 1 ? 32 : 20) + 16 + 36),
            let width = fields.number(4, in: &source), let height = fields.number(4, in: &source),
            width >> 16 > 0, height >> 16 > 0
        else { return nil }
        (self.width, self.height) = (width >> 16, height >> 16)
    }
}
