/// Packs numbers of a few bits each, beginning at the lowest bit of the first byte.
enum LittleBits {
    /// The bytes with these fields; unused bits are zero.
    static func bytes(_ fields: [(value: Int, bits: Int)]) -> [UInt8] {
        var bits: [Bool] = []
        for field in fields { bits += (0..<field.bits).map { field.value >> $0 & 1 == 1 } }
        while bits.count % 8 != 0 { bits.append(false) }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { bits[start + $1] ? $0 | 1 << UInt8($1) : $0 }
        }
    }
}
