/// Makes one TIFF structure of directories that stand in TIFF structures of their own.
///
/// Only wanted entries are taken over (``WantedEntry``), of several with one tag the last. The whole is in the byte
/// order of the first directory; one in the other order is left out, which no camera writes.
struct DirectoryJoiner {
    private struct Entry {
        let tag: UInt16
        let kind: UInt16
        let count: UInt32
        /// Nil where the value would lie outside of the structure it came from.
        let value: [UInt8]?
    }

    private static let entryBytes = 12
    /// The longest value that is taken over.
    private static let mostValueBytes = 8_192

    private var order: ByteOrder?
    private var directories: [(kind: ExifDirectory, entries: [Entry])] = []

    /// The number that the entry `tag` of the first directory of `tiff` holds; nil where there is none.
    static func number(_ tag: UInt16, in tiff: Span<UInt8>) -> Int? {
        guard let order = order(of: tiff) else { return nil }
        var number: Int?
        visit(tiff, order) { found, place in
            if found == tag { number = TIFFValue(entryAt: place, of: tiff, order)?.number(in: tiff, order) }
        }
        return number
    }

    /// Takes over the first directory of `tiff` as one of this kind. One that is no TIFF structure is left out.
    mutating func add(_ tiff: Span<UInt8>, as kind: ExifDirectory) {
        guard let order = Self.order(of: tiff), self.order == nil || self.order == order else { return }
        self.order = order
        var entries: [Entry] = []
        Self.visit(tiff, order) { tag, place in
            guard let wanted = WantedEntry(rawValue: tag), wanted.counts(in: kind) else { return }
            entries.removeAll { $0.tag == tag }
            if let entry = Self.entry(tag, at: place, of: tiff, order) { entries.append(entry) }
        }
        directories.append((kind, entries))
    }

    /// The structure from its header on; nil where no directory was taken over.
    var bytes: [UInt8]? {
        guard let order else { return nil }
        var bytes = order == .big ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0] as [UInt8]
        let pointers = directories.filter { $0.kind != .primary }
        Self.append(UInt32(8), to: &bytes, order)
        var primary: [Entry] = []
        for directory in directories where directory.kind == .primary { primary += directory.entries }
        let start = 8 + Self.byteCount(primary) + pointers.count * Self.entryBytes
        var body: [UInt8] = []
        for directory in pointers {
            var offset: [UInt8] = []
            Self.append(UInt32(start + body.count), to: &offset, order)
            let tag: UInt16 = directory.kind == .exif ? 0x8769 : 0x8825
            primary.append(Entry(tag: tag, kind: TIFFValue.Kind.long.rawValue, count: 1, value: offset))
            body += Self.written(directory.entries, at: start + body.count, order)
        }
        return bytes + Self.written(primary, at: 8, order) + body
    }

    private static func order(of tiff: Span<UInt8>) -> ByteOrder? {
        tiff.holds("II*\0") ? .little : tiff.holds("MM\0*") ? .big : nil
    }

    /// Calls `body` with the tag and the place of each entry that lies inside.
    private static func visit(_ tiff: Span<UInt8>, _ order: ByteOrder, _ body: (UInt16, Int) -> Void) {
        guard let start = tiff.uint32(at: 4, order).map(Int.init), let count = tiff.uint16(at: start, order) else {
            return
        }
        for number in 0..<min(Int(count), (tiff.count - start - 2) / entryBytes) {
            let place = start + 2 + number * entryBytes
            if let tag = tiff.uint16(at: place, order) { body(tag, place) }
        }
    }

    private static func entry(_ tag: UInt16, at place: Int, of tiff: Span<UInt8>, _ order: ByteOrder) -> Entry? {
        guard let kind = tiff.uint16(at: place + 2, order), let count = tiff.uint32(at: place + 4, order) else {
            return nil
        }
        guard let value = TIFFValue(entryAt: place, of: tiff, order) else {
            return Entry(tag: tag, kind: kind, count: count, value: nil)
        }
        let byteCount = value.count * value.kind.size
        guard byteCount <= mostValueBytes else { return nil }
        let bytes = (value.offset..<value.offset + byteCount).map { tiff[$0] }
        return Entry(tag: tag, kind: kind, count: count, value: bytes)
    }

    private static func byteCount(_ entries: [Entry]) -> Int {
        entries.reduce(2 + 4) { $0 + entryBytes + ($1.value.map { $0.count > 4 ? $0.count : 0 } ?? 0) }
    }

    /// The directory that begins at `start`: its entries, no next directory, and the values that do not fit.
    private static func written(_ entries: [Entry], at start: Int, _ order: ByteOrder) -> [UInt8] {
        var bytes: [UInt8] = []
        var values: [UInt8] = []
        append(UInt16(entries.count), to: &bytes, order)
        for entry in entries {
            append(entry.tag, to: &bytes, order)
            append(entry.kind, to: &bytes, order)
            append(entry.count, to: &bytes, order)
            if let value = entry.value, value.count <= 4 {
                bytes += value + Array(repeating: 0, count: 4 - value.count)
            } else if let value = entry.value {
                append(UInt32(start + 2 + entries.count * entryBytes + 4 + values.count), to: &bytes, order)
                values += value
            } else {
                append(UInt32.max, to: &bytes, order)
            }
        }
        append(UInt32(0), to: &bytes, order)
        return bytes + values
    }

    private static func append<Number: FixedWidthInteger>(
        _ number: Number, to bytes: inout [UInt8], _ order: ByteOrder
    ) {
        let ordered = order == .big ? number.byteSwapped : number
        for place in 0..<Number.bitWidth / 8 { bytes.append(UInt8(truncatingIfNeeded: ordered >> (8 * place))) }
    }
}
