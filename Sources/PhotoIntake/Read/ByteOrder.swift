internal import CLinux

/// Which byte of a number comes first.
enum ByteOrder {
    /// Least significant first: Intel's order, `II` in a TIFF header.
    case little
    /// Most significant first: Motorola's and the network's order, `MM` in a TIFF header.
    case big
}

extension UInt32 {
    /// Its bytes, the most significant first.
    var bigEndianBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
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

extension Span<UInt8> {
    /// The first offset of `text` in these bytes, from `start` on; nil if it does not occur.
    func firstPlace(of text: StaticString, from start: Int = 0) -> Int? {
        unsafe firstPlace(
            of: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), from: start)
    }

    func firstPlace(of wanted: [UInt8], from start: Int = 0) -> Int? {
        unsafe wanted.withUnsafeBytes { wanted in unsafe firstPlace(of: wanted, from: start) }
    }

    private func firstPlace(of wanted: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start <= count else { return nil }
        return unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            let found = unsafe workphotos_find(base + start, bytes.count - start, wanted.baseAddress, wanted.count)
            return unsafe found.map { unsafe $0 - base }
        }
    }

    func contains(_ text: StaticString) -> Bool {
        firstPlace(of: text) != nil
    }
}
