/// The wanted entries of a TIFF structure, with their values copied from the file.
///
/// They are chosen as in ``GatheredEntries``: of several with one tag the last counts, and one in its own directory
/// takes precedence over a stray one. All use one byte order, whatever that of the structure.
struct TIFFValues {
    /// What texts of any length may take together: what ``ExifBlockWriter`` takes over of them.
    private static let textBytes = 61_438
    /// The maximum size of one text, so that an endless one leaves room for the others.
    private static let oneTextBytes = 60_416
    /// The maximum number of other values; ``WantedEntry/Form`` explains why that is enough.
    private static let otherCount = 64

    /// What was found; the values are in ``bytes``.
    private(set) var found: FoundEntries
    /// The values, one behind the other. The first byte is that of what is of no use.
    private(set) var bytes: [UInt8] = [0]
    private var textRoom = Self.textBytes

    /// Creates an empty collection with values in byte order `order`.
    init(_ order: ByteOrder) {
        found = FoundEntries(order)
    }

    /// Copies the wanted entries of `directory`, which was found as `kind`. Values are read in the order of their
    /// offsets, so that neighbouring ones cost one read.
    mutating func gather(
        _ directory: TIFFDirectory, as kind: ExifDirectory, _ structure: TIFFStructure, _ source: inout PhotoSource
    ) {
        var wanted: [(entry: WantedEntry, value: TIFFValue)] = []
        for tagged in directory.entries {
            guard let entry = WantedEntry(rawValue: tagged.tag), entry.counts(in: kind) else { continue }
            let isKnown = found[entry] != nil || wanted.contains { $0.entry == entry }
            guard entry.directory == kind || !isKnown else { continue }
            if let value = tagged.value, entry.accepts(value) {
                wanted.removeAll { $0.entry == entry }
                wanted.append((entry, value))
            } else {
                found.noteUnusable(entry)
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
    mutating func noteUnreadablePosition() { found.noteUnreadablePosition() }

    private mutating func take(
        _ entry: WantedEntry, _ value: TIFFValue, _ structure: TIFFStructure, _ source: inout PhotoSource
    ) {
        let isText = entry.form == .text
        let count = min(value.count, isText ? min(textRoom, Self.oneTextBytes) : Self.otherCount)
        guard count > 0, let bytes = structure.bytes(of: value, count * value.kind.size, &source) else {
            return found.noteUnusable(entry)
        }
        if isText { textRoom -= count }
        found[entry] = TIFFValue(kind: value.kind, count: count, offset: self.bytes.count)
        self.bytes += structure.order == found.order ? bytes : Self.turned(bytes, value.kind)
    }

    /// The numbers in the other byte order.
    private static func turned(_ bytes: [UInt8], _ kind: TIFFValue.Kind) -> [UInt8] {
        let size = kind.numberSize
        return bytes.indices.map { place in bytes[place - place % size + size - 1 - place % size] }
    }

    /// Whether an entry was found whose value begins with `text`.
    func holds(_ text: StaticString, in entry: WantedEntry) -> Bool {
        guard let value = found[entry] else { return false }
        return bytes.span.extracting(value.offset..<value.offset + value.count * value.kind.size).holds(text)
    }
}
