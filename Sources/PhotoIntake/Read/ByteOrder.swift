/// Which byte of a number comes first.
enum ByteOrder {
    /// Least significant first: Intel's order, `II` in a TIFF header.
    case little
    /// Most significant first: Motorola's and the network's order, `MM` in a TIFF header.
    case big
}

extension Span<UInt8> {
    /// The unsigned 16-bit number at `offset`; nil if it is out of range.
    @inline(__always)
    func uint16(at offset: Int, _ order: ByteOrder) -> UInt16? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        let (first, second) = (UInt16(self[offset]), UInt16(self[offset + 1]))
        return order == .big ? first << 8 | second : second << 8 | first
    }

    /// The unsigned 32-bit number at `offset`; nil if it is out of range.
    @inline(__always)
    func uint32(at offset: Int, _ order: ByteOrder) -> UInt32? {
        guard let first = uint16(at: offset, order), let second = uint16(at: offset + 2, order) else { return nil }
        return order == .big ? UInt32(first) << 16 | UInt32(second) : UInt32(second) << 16 | UInt32(first)
    }

    /// The unsigned 64-bit number at `offset`; nil if it is out of range.
    @inline(__always)
    func uint64(at offset: Int, _ order: ByteOrder) -> UInt64? {
        guard let first = uint32(at: offset, order), let second = uint32(at: offset + 4, order) else { return nil }
        return order == .big ? UInt64(first) << 32 | UInt64(second) : UInt64(second) << 32 | UInt64(first)
    }

    /// Whether the bytes at `offset` equal `text`; false if they are out of range.
    func holds(_ text: StaticString, at offset: Int = 0) -> Bool {
        guard offset >= 0, offset <= count - text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount {
            guard unsafe self[offset + index] == text.utf8Start[index] else { return false }
        }
        return true
    }
}
