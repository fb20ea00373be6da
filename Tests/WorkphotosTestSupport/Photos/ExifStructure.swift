/// A TIFF structure like that of an EXIF block.
package struct ExifStructure {
    package enum Order: CaseIterable {
        case little, big

        package func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            let ordered = self == .big ? number.byteSwapped : number
            return (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: ordered >> ($0 * 8)) }
        }
    }

    package var order = Order.little
    package var primary: [ExifEntry] = []
    package var exif: [ExifEntry] = []
    package var gps: [ExifEntry] = []
    package var thumbnail: [UInt8] = []
    /// Makes the entry that points to another directory, from its tag and that directory's offset. Its size must not
    /// depend on the offset.
    package var pointer: @Sendable (UInt16, UInt32) -> ExifEntry = ExifEntry.long
    /// Orders the entries of IFD0, in which pointers come last.
    package var arrangement: @Sendable ([ExifEntry]) -> [ExifEntry] = { $0 }
    /// Wrong values that the directories claim.
    package var claimedEntries: UInt16?
    package var claimedNext: UInt32?

    package init(
        order: Order = .little, primary: [ExifEntry] = [], exif: [ExifEntry] = [], gps: [ExifEntry] = [],
        thumbnail: [UInt8] = [], claimedEntries: UInt16? = nil, claimedNext: UInt32? = nil
    ) {
        self.order = order
        self.primary = primary
        self.exif = exif
        self.gps = gps
        self.thumbnail = thumbnail
        self.claimedEntries = claimedEntries
        self.claimedNext = claimedNext
    }

    /// The structure from its header on: IFD0, EXIF, GPS and IFD1, each followed by its values.
    package var bytes: [UInt8] {
        var pointers: [ExifEntry] = []
        var body: [UInt8] = []
        let parts = [(UInt16(0x8769), exif), (0x8825, gps)].filter { !$0.1.isEmpty }
        let start = 8 + Self.size(primary + parts.map { pointer($0.0, 0) })
        for (tag, entries) in parts {
            pointers.append(pointer(tag, UInt32(start + body.count)))
            body += directory(entries, at: start + body.count, next: 0)
        }
        var next: UInt32 = 0
        if !thumbnail.isEmpty {
            next = UInt32(start + body.count)
            let data = next + UInt32(Self.size([.long(0, 0), .long(0, 0)]))
            body += directory([.long(0x0201, data), .long(0x0202, UInt32(thumbnail.count))], at: Int(next), next: 0)
            body += thumbnail
        }
        let mark: [UInt8] = order == .big ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]
        let first = directory(arrangement(primary + pointers), at: 8, next: claimedNext ?? next)
        return mark + order.bytes(UInt32(8)) + first + body
    }

    private static func size(_ entries: [ExifEntry]) -> Int {
        entries.reduce(2 + 4) { $0 + 12 + ($1.value(.little).count > 4 ? $1.value(.little).count : 0) }
    }

    private func directory(_ entries: [ExifEntry], at start: Int, next: UInt32) -> [UInt8] {
        DirectoryBytes(order: order).bytes(entries, at: start, next: Int(next), claiming: claimedEntries)
    }
}
