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
        let mark = Array("Apple iOS\0".utf8) + [0, 1] + (order == .big ? [0x4D, 0x4D] : [0x49, 0x49])
        return mark + DirectoryBytes(order: order).bytes(entries, at: mark.count, next: 0, claiming: claimedEntries)
    }
}
