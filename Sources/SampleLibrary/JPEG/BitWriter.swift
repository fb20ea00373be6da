/// Entropy-coded bits, with a zero byte behind each 0xFF (ITU-T T.81, B.1.1.5).
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    /// Appends the low `length` bits of a value, at most 27 of them.
    mutating func append(_ value: Int, _ length: Int) {
        pending = pending << UInt64(length) | UInt64(value & ((1 << length) - 1))
        count += length
        while count >= 8 {
            count -= 8
            let byte = UInt8(truncatingIfNeeded: pending >> UInt64(count))
            bytes.append(byte)
            if byte == 0xFF { bytes.append(0) }
        }
    }

    /// Fills the last byte with ones (ITU-T T.81, F.1.2.3).
    mutating func finish() {
        if count > 0 { append(0x7F, 8 - count) }
    }
}
