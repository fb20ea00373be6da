/// A directory (IFD) of a TIFF structure: its entries as they stand in the file.
struct TIFFDirectory {
    /// The entries, in the file's order.
    let entries: [TIFFEntry]
    /// Whether all entries that it says it has are there.
    let isWhole: Bool
    /// Where in the structure the next directory is; nil where there is none.
    let next: Int?

    /// The last entry with this tag, as which of several counts.
    private func entry(_ tag: UInt16) -> TIFFEntry? {
        entries.last { $0.tag == tag }
    }

    /// Whether there is an entry with this tag.
    func holds(_ tag: UInt16) -> Bool {
        entry(tag) != nil
    }

    /// The number that stands in the entry with this tag; nil where there is none.
    func number(_ tag: UInt16) -> Int? {
        entry(tag)?.number
    }

    /// Where the value of the entry with this tag is; nil where there is none.
    func value(_ tag: UInt16) -> TIFFValue? {
        entry(tag)?.value
    }

    /// The bytes of the entry with this tag, as places in the structure; nil where it holds anything but bytes.
    func bytes(_ tag: UInt16) -> Range<Int>? {
        guard let value = value(tag), value.kind == .undefined || value.kind == .byte else { return nil }
        return value.offset..<value.offset + value.count
    }

    /// Whether this is a GPS directory, and all of it.
    var isSoundGPS: Bool {
        var soundness = GPSSoundness()
        for entry in entries { soundness.take(entry.tag, isKnown: entry.isOfKnownKind) }
        return isWhole && soundness.isSound
    }
}

/// An entry of a TIFF directory (TIFF 6.0, section 2; BigTIFF).
struct TIFFEntry {
    /// What the entry is about.
    let tag: UInt16
    /// Whether it is of a type that there is.
    let isOfKnownKind: Bool
    /// Where its value is; nil where it is of a type that is not read, is empty or would lie outside.
    let value: TIFFValue?
    /// The first value, where it is a whole number that stands in the entry itself.
    let number: Int?

    /// - Parameters:
    ///   - place: where the entry stands in `bytes`, which holds all of it.
    ///   - bytes: a stretch of a TIFF structure.
    ///   - start: where in the structure that stretch begins.
    ///   - limit: the length of the structure in bytes.
    ///   - structure: the byte order and the layout of the structure.
    init(
        at place: Int, of bytes: Span<UInt8>, from start: Int, limit: Int, _ structure: (ByteOrder, TIFFLayout)
    ) {
        let (order, layout) = structure
        let width = layout.offsetBytes
        tag = bytes.uint16(at: place, order) ?? 0
        let kind = bytes.uint16(at: place + 2, order).flatMap(TIFFValue.Kind.init(rawValue:))
        isOfKnownKind = kind != nil
        guard let kind, let count = TIFFLayout.number(width, at: place + 4, of: bytes, order), count > 0,
            count <= limit / kind.size, let field = TIFFLayout.number(width, at: place + 4 + width, of: bytes, order)
        else {
            (value, number) = (nil, nil)
            return
        }
        let byteCount = count * kind.size
        let isInline = byteCount <= width
        let offset = isInline ? start + place + 4 + width : field
        value = offset <= limit - byteCount ? TIFFValue(kind: kind, count: count, offset: offset) : nil
        let inner = TIFFValue(kind: kind, count: 1, offset: place + 4 + width)
        number = isInline ? inner.number(in: bytes, order) : nil
    }
}

/// How many bytes a TIFF structure gives to its counts and offsets.
enum TIFFLayout {
    /// TIFF 6.0: 32 bits.
    case classic
    /// BigTIFF: 64 bits.
    case big

    /// Bytes of the header, in which no directory can be.
    var headerBytes: Int { self == .big ? 16 : 8 }
    /// Bytes of the number of a directory's entries.
    var countBytes: Int { self == .big ? 8 : 2 }
    /// Bytes of an offset, of the number of an entry's values, and of a value that stands in the entry itself.
    var offsetBytes: Int { self == .big ? 8 : 4 }
    /// Bytes of an entry.
    var entryBytes: Int { 2 + 2 + 2 * offsetBytes }

    /// The number of `byteCount` bytes, 2, 4 or 8, at a place; ``Swift/Int/max`` for one that is larger, nil where it
    /// would lie outside.
    static func number(_ byteCount: Int, at place: Int, of bytes: Span<UInt8>, _ order: ByteOrder) -> Int? {
        switch byteCount {
        case 2: bytes.uint16(at: place, order).map(Int.init)
        case 4: bytes.uint32(at: place, order).map(Int.init)
        default: bytes.uint64(at: place, order).map(Int.init(clamping:))
        }
    }
}

/// What stands in the first four bytes of a TIFF file: the byte order, and a number by which formats differ.
enum TIFFMark {
    /// 42 and 43: TIFF 6.0 and BigTIFF, and raw formats that look the same.
    case standard
    /// Panasonic's raw format.
    case panasonic
    /// Olympus's raw format.
    case olympus

    /// The mark at the beginning of `source`; nil where there is none.
    init?(_ source: inout PhotoSource) {
        switch source.uint32(at: 0) {
        case 0x4949_2A00, 0x4D4D_002A, 0x4949_2B00, 0x4D4D_002B: self = .standard
        case 0x4949_5500: self = .panasonic
        case 0x4949_524F, 0x4949_5253, 0x4D4D_4F52: self = .olympus
        default: return nil
        }
    }
}
