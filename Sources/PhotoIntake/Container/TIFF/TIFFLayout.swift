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
