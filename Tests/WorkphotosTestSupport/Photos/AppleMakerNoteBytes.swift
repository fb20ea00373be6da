/// A MakerNote in the format of Apple's devices: entries with offsets from the note's start.
package struct AppleMakerNoteBytes {
    package var order = ExifStructure.Order.big
    package var entries: [ExifEntry]
    /// The number of entries that it claims, if that is wrong.
    package var claimedEntries: UInt16?

    package init(_ entries: ExifEntry...) {
        self.entries = [.long(0x0001, 15)] + entries + [.long(0x0014, 12)]
    }

    package var bytes: [UInt8] {
        var bytes = Array("Apple iOS\0".utf8) + [0, 1] + (order == .big ? [0x4D, 0x4D] : [0x49, 0x49])
        let start = bytes.count + 2 + entries.count * 12 + 4
        var values: [UInt8] = []
        bytes += order.bytes(claimedEntries ?? UInt16(entries.count))
        for entry in entries {
            let value = entry.value(order)
            bytes += order.bytes(entry.tag) + order.bytes(entry.kind) + order.bytes(entry.count)
            if value.count > 4 {
                bytes += order.bytes(entry.wrongOffset ?? UInt32(start + values.count))
                values += value
            } else {
                bytes += value + Array(repeating: 0, count: 4 - value.count)
            }
        }
        return bytes + [0, 0, 0, 0] + values
    }
}
