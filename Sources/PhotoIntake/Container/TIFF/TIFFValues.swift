/// The wanted entries of a TIFF structure, with their values copied from the file.
///
/// They are chosen as in ``GatheredEntries``: of several with one tag the last counts, and one in its own directory
/// takes precedence over a stray one. All use one byte order, whatever that of the structure.
struct TIFFValues {
    private struct Found {
        var entry: WantedEntry
        var kind: TIFFValue.Kind
        var bytes: [UInt8]
        var count: Int { bytes.count / kind.size }
    }

    /// What texts of any length may take together: what ``ExifBlockWriter`` takes over of them.
    private static let textBytes = 61_438
    /// The maximum size of one text, so that an endless one leaves room for the others.
    private static let oneTextBytes = 60_416
    /// The maximum number of other values; ``WantedEntry/Form`` explains why that is enough.
    private static let otherCount = 64

    private let order: ByteOrder
    private var found = [Found?](repeating: nil, count: WantedEntry.placeCount)
    private var textRoom = Self.textBytes

    /// Creates an empty collection with values in byte order `order`.
    init(_ order: ByteOrder) {
        self.order = order
    }

    /// Copies the wanted entries of `directory`, which was found as `kind`. Values are read in the order of their
    /// offsets, so that neighbouring ones cost one read.
    mutating func gather(
        _ directory: TIFFDirectory, as kind: ExifDirectory, _ structure: TIFFStructure, _ source: inout PhotoSource
    ) {
        var wanted: [(entry: WantedEntry, value: TIFFValue)] = []
        for tagged in directory.entries {
            guard let entry = WantedEntry(rawValue: tagged.tag), entry.counts(in: kind) else { continue }
            let isKnown = found[entry.place] != nil || wanted.contains { $0.entry == entry }
            guard entry.directory == kind || !isKnown else { continue }
            if let value = tagged.value, entry.accepts(value) {
                wanted.removeAll { $0.entry == entry }
                wanted.append((entry, value))
            } else {
                noteUnusable(entry)
            }
        }
        wanted.sort { $0.value.offset < $1.value.offset }
        for (entry, value) in wanted { take(entry, value, structure, &source) }
    }

    /// Copies the wanted entries of the GPS directory at `offset`. One that cannot be read may have contained a
    /// position, which must not count as absent.
    mutating func gatherPosition(_ offset: Int?, _ structure: inout TIFFStructure, _ source: inout PhotoSource) {
        let directory = offset.flatMap { structure.directory(at: $0, &source) }
        if let directory { gather(directory, as: .gps, structure, &source) }
        if directory?.isSoundGPS != true { noteUnreadablePosition() }
    }

    /// Has the position known as one that cannot be read, unless something of it was.
    mutating func noteUnreadablePosition() {
        guard !isUsable(.latitude), !isUsable(.longitude) else { return }
        noteUnusable(.latitude)
        noteUnusable(.longitude)
    }

    private func isUsable(_ angle: WantedEntry) -> Bool {
        found[angle.place].map { $0.kind != .undefined } ?? false
    }

    private mutating func take(
        _ entry: WantedEntry, _ value: TIFFValue, _ structure: TIFFStructure, _ source: inout PhotoSource
    ) {
        let isText = entry.form == .text
        let count = min(value.count, isText ? min(textRoom, Self.oneTextBytes) : Self.otherCount)
        guard count > 0, let bytes = structure.bytes(of: value, count * value.kind.size, &source) else {
            return noteUnusable(entry)
        }
        if isText { textRoom -= count }
        let ordered = structure.order == order ? bytes : Self.turned(bytes, value.kind)
        found[entry.place] = Found(entry: entry, kind: value.kind, bytes: ordered)
    }

    /// The numbers in the other byte order.
    private static func turned(_ bytes: [UInt8], _ kind: TIFFValue.Kind) -> [UInt8] {
        let size = kind.numberSize
        return bytes.indices.map { place in bytes[place - place % size + size - 1 - place % size] }
    }

    /// A latitude or longitude that is of no use stays known as one undefined byte, so that it is not taken for absent.
    private mutating func noteUnusable(_ entry: WantedEntry) {
        guard entry.form == .angle, found[entry.place] == nil else { return }
        found[entry.place] = Found(entry: entry, kind: .undefined, bytes: [0])
    }

    /// Whether an entry was found whose value begins with `text`.
    func holds(_ text: StaticString, in entry: WantedEntry) -> Bool {
        guard let bytes = found[entry.place]?.bytes else { return false }
        return bytes.span.holds(text)
    }

    /// A TIFF structure of what was found: IFD0, the EXIF and the GPS directory where something of them was, then all
    /// values that are longer than an entry's four bytes.
    var structure: [UInt8] {
        let primary = found[ExifDirectory.primary.places].compactMap(\.self)
        let further = [(DirectoryPointer.exif, ExifDirectory.exif), (DirectoryPointer.gps, .gps)]
            .map { tag, directory in (tag: tag, entries: found[directory.places].compactMap(\.self)) }
            .filter { !$0.entries.isEmpty }
        let count = primary.count + further.count
        var start = 8 + Self.byteCount(count)
        let end = further.reduce(start) { $0 + Self.byteCount($1.entries.count) }
        var writer = Writer(order: order, end: end)
        writer.put(UInt16(order == .big ? 0x4D4D : 0x4949))
        writer.put(UInt16(42))
        writer.put(UInt32(8))
        writer.put(UInt16(count))
        for one in primary { writer.put(one) }
        for (tag, entries) in further {
            writer.put(tag, .long, count: 1)
            writer.put(UInt32(start))
            start += Self.byteCount(entries.count)
        }
        writer.put(UInt32(0))
        for (_, entries) in further {
            writer.put(UInt16(entries.count))
            for one in entries { writer.put(one) }
            writer.put(UInt32(0))
        }
        return writer.directories + writer.values
    }

    private static func byteCount(_ entries: Int) -> Int { 2 + entries * TIFFLayout.classic.entryBytes + 4 }

    /// Appends directories, and values behind them.
    private struct Writer {
        let order: ByteOrder
        /// Where the first value stands: the length of all directories.
        let end: Int
        var directories: [UInt8] = []
        var values: [UInt8] = []

        init(order: ByteOrder, end: Int) {
            self.order = order
            self.end = end
        }

        mutating func put(_ found: Found) {
            put(found.entry.rawValue, found.kind, count: found.count)
            if found.bytes.count <= 4 {
                directories += found.bytes + [UInt8](repeating: 0, count: 4 - found.bytes.count)
            } else {
                put(UInt32(end + values.count))
                values += found.bytes
                if values.count % 2 == 1 { values.append(0) }
            }
        }

        mutating func put(_ tag: UInt16, _ kind: TIFFValue.Kind, count: Int) {
            put(tag)
            put(kind.rawValue)
            put(UInt32(count))
        }

        mutating func put<Number: FixedWidthInteger>(_ number: Number) {
            let ordered = order == .big ? number.byteSwapped : number
            for byte in 0..<Number.bitWidth / 8 {
                directories.append(UInt8(truncatingIfNeeded: ordered >> (8 * byte)))
            }
        }
    }
}
