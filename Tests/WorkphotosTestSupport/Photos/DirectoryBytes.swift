/// Writes a TIFF directory: the number of entries, the entries, the next directory's offset, and the values that do
/// not fit into their entries. What the entries claim may be wrong.
struct DirectoryBytes {
    var order: ExifStructure.Order
    /// Whether counts and offsets have 64 bits, as in BigTIFF.
    var isBig = false
    /// The number of bytes between the directory and its values.
    var gap = 0

    /// The directory at `start`, with a wrong number of entries unless `claimed` is nil. The value of an entry with a
    /// wrong offset is omitted.
    func bytes(_ entries: [ExifEntry], at start: Int, next: Int, claiming claimed: UInt16? = nil) -> [UInt8] {
        let firstValue = start + (isBig ? 16 + entries.count * 20 : 6 + entries.count * 12) + gap
        let count = claimed ?? UInt16(entries.count)
        var bytes = isBig ? order.bytes(UInt64(count)) : order.bytes(count)
        var values: [UInt8] = []
        for entry in entries {
            let value = entry.value(order)
            bytes += order.bytes(entry.tag) + order.bytes(entry.kind) + offset(Int(entry.count))
            if let wrong = entry.wrongOffset {
                bytes += offset(Int(wrong))
            } else if value.count > offsetBytes {
                bytes += offset(firstValue + values.count)
                values += value
            } else {
                bytes += value + [UInt8](repeating: 0, count: offsetBytes - value.count)
            }
        }
        return bytes + offset(next) + [UInt8](repeating: 0x2E, count: gap) + values
    }

    /// The size of a count or an offset.
    var offsetBytes: Int { isBig ? 8 : 4 }

    /// A count or an offset.
    func offset(_ number: Int) -> [UInt8] {
        isBig ? order.bytes(UInt64(number)) : order.bytes(UInt32(number))
    }
}
