/// A directory (IFD) of a TIFF structure.
struct TIFFDirectory {
    /// The entries, in the file's order.
    let entries: [TIFFEntry]
    /// Whether all declared entries are present.
    let isWhole: Bool
    /// The offset of the next directory in the structure; nil if there is none.
    let next: Int?

    /// The last entry with a tag; of several, the last counts.
    private func entry(_ tag: UInt16) -> TIFFEntry? {
        entries.last { $0.tag == tag }
    }

    func holds(_ tag: UInt16) -> Bool {
        entry(tag) != nil
    }

    /// The number stored in the entry with a tag; nil if there is none.
    func number(_ tag: UInt16) -> Int? {
        entry(tag)?.number
    }

    /// The location of the value of the entry with a tag; nil if there is none.
    func value(_ tag: UInt16) -> TIFFValue? {
        entry(tag)?.value
    }

    /// The range of the bytes of the entry with a tag; nil if its type is not bytes.
    func bytes(_ tag: UInt16) -> Range<Int>? {
        guard let value = value(tag), value.kind == .undefined || value.kind == .byte else { return nil }
        return value.offset..<value.offset + value.count
    }

    /// The range of the value of an entry, whatever its type: libtiff and Photoshop give IPTC's as long numbers.
    func anyBytes(_ tag: UInt16) -> Range<Int>? {
        value(tag).map { $0.offset..<$0.offset + $0.count * $0.kind.size }
    }

    var isSoundGPS: Bool {
        var soundness = GPSSoundness()
        for entry in entries { soundness.take(entry.tag, isKnown: entry.isOfKnownKind) }
        return isWhole && soundness.isSound
    }
}

/// An entry of a TIFF directory (TIFF 6.0, section 2; BigTIFF).
struct TIFFEntry {
    let tag: UInt16
    /// Whether the type exists.
    let isOfKnownKind: Bool
    /// The location of the value; nil if its type is not read, or if it is empty or out of range.
    let value: TIFFValue?
    /// The first value, if it is a whole number stored in the entry itself.
    let number: Int?

    /// - Parameters:
    ///   - index: the offset of the entry in `bytes`, which must contain all of it.
    ///   - bytes: a part of a TIFF structure.
    ///   - start: the offset of that part in the structure.
    ///   - limit: the length of the structure in bytes.
    init(
        at index: Int, of bytes: Span<UInt8>, from start: Int, limit: Int, _ structure: (ByteOrder, TIFFLayout)
    ) {
        let (order, layout) = structure
        let width = layout.offsetBytes
        tag = bytes.uint16(at: index, order) ?? 0
        let kind = bytes.uint16(at: index + 2, order).flatMap(TIFFValue.Kind.init(rawValue:))
        isOfKnownKind = kind != nil
        guard let kind, let count = TIFFLayout.number(width, at: index + 4, of: bytes, order), count > 0,
            count <= limit / kind.size, let field = TIFFLayout.number(width, at: index + 4 + width, of: bytes, order)
        else {
            (value, number) = (nil, nil)
            return
        }
        let byteCount = count * kind.size
        let isInline = byteCount <= width
        let offset = isInline ? start + index + 4 + width : field
        value = offset <= limit - byteCount ? TIFFValue(kind: kind, count: count, offset: offset) : nil
        let inner = TIFFValue(kind: kind, count: 1, offset: index + 4 + width)
        number = isInline ? inner.number(in: bytes, order) : nil
    }
}

/// The size of counts and offsets in a TIFF structure.
enum TIFFLayout {
    /// TIFF 6.0: 32 bits.
    case classic
    /// BigTIFF: 64 bits.
    case big

    /// The size of the header, which no directory can overlap.
    var headerBytes: Int { self == .big ? 16 : 8 }
    /// The size of a directory's number of entries.
    var countBytes: Int { self == .big ? 8 : 2 }
    /// The size of an offset, of an entry's number of values, and of a value stored in the entry itself.
    var offsetBytes: Int { self == .big ? 8 : 4 }
    var entryBytes: Int { 2 + 2 + 2 * offsetBytes }

    /// Reads a number of `byteCount` bytes, 2, 4 or 8; ``Swift/Int/max`` if it is larger, nil if it is out of range.
    static func number(_ byteCount: Int, at index: Int, of bytes: Span<UInt8>, _ order: ByteOrder) -> Int? {
        switch byteCount {
        case 2: bytes.uint16(at: index, order).map(Int.init)
        case 4: bytes.uint32(at: index, order).map(Int.init)
        default: bytes.uint64(at: index, order).map(Int.init(clamping:))
        }
    }
}

/// The first four bytes of a TIFF file: the byte order, and a number that identifies the format.
enum TIFFMark {
    /// 42 and 43: TIFF 6.0 and BigTIFF, and raw formats that look the same.
    case standard
    /// Panasonic's raw format.
    case panasonic
    /// Olympus's raw format.
    case olympus

    /// The mark at the start of `source`; nil if there is none.
    init?(_ source: inout PhotoSource) {
        switch source.uint32(at: 0) {
        case 0x4949_2A00, 0x4D4D_002A, 0x4949_2B00, 0x4D4D_002B: self = .standard
        case 0x4949_5500: self = .panasonic
        case 0x4949_524F, 0x4949_5253, 0x4D4D_4F52: self = .olympus
        default: return nil
        }
    }
}
