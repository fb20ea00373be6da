/// A TIFF structure in a file, of which the directories are read wherever they lie.
///
/// Each directory is read once, 32 of them, with 8,192 entries together and no more than there are bytes for. So no
/// count, offset or loop in the file makes the walk long.
struct TIFFStructure {
    private static let mostDirectories = 32
    private static let mostEntries = 8_192
    /// Entries that fit the source's window, so that a directory of usual size costs one read.
    private static let entriesAtOnce = SourceBuffers.windowBytes / TIFFEntry.byteCount - 1

    /// Where in the file the structure is: its offsets count from there, and none leads out of it.
    let range: Range<Int>
    /// The byte order of the structure.
    let order: ByteOrder
    /// The offset of the first directory, as the header says it.
    let first: Int
    private var visited: [Int] = []
    private var entriesLeft = Self.mostEntries

    /// Reads the header of the structure in `range` of `source`; nil where it begins with no byte order or is too short.
    ///
    /// What stands in place of TIFF's number 42 is not looked at: raw formats have numbers of their own.
    init?(_ range: Range<Int>, _ source: inout PhotoSource) {
        let start = range.lowerBound
        guard range.count >= 8, let mark = source.uint16(at: start), mark == 0x4949 || mark == 0x4D4D else {
            return nil
        }
        order = mark == 0x4D4D ? .big : .little
        guard let first = source.uint32(at: start + 4, order) else { return nil }
        self.range = range
        self.first = Int(first)
    }

    /// The directory at `offset`; nil where none begins there, it was read before or enough were.
    mutating func directory(at offset: Int, _ source: inout PhotoSource) -> TIFFDirectory? {
        guard visited.count < Self.mostDirectories, !visited.contains(offset), offset <= range.count - 2,
            let declared = source.uint16(at: range.lowerBound + offset, order).map(Int.init)
        else { return nil }
        visited.append(offset)
        let start = offset + 2
        let present = min(declared, (range.count - start) / TIFFEntry.byteCount, entriesLeft)
        entriesLeft -= present
        var entries: [TIFFEntry] = []
        entries.reserveCapacity(present)
        while entries.count < present {
            let count = min(present - entries.count, Self.entriesAtOnce)
            let place = start + entries.count * TIFFEntry.byteCount
            guard append(count, at: place, to: &entries, &source) else { break }
        }
        let end = start + declared * TIFFEntry.byteCount
        let next = end <= range.count - 4 ? source.uint32(at: range.lowerBound + end, order).map(Int.init) : nil
        return TIFFDirectory(entries: entries, next: next == 0 ? nil : next)
    }

    /// Reads `count` entries from `place` on; false where they are not to be had.
    private func append(
        _ count: Int, at place: Int, to entries: inout [TIFFEntry], _ source: inout PhotoSource
    ) -> Bool {
        let start = range.lowerBound + place
        let range = range
        let order = order
        let isThere: Void? = source.withBytes(start..<start + count * TIFFEntry.byteCount) { bytes in
            for number in 0..<count {
                let offset = number * TIFFEntry.byteCount
                entries.append(TIFFEntry(at: offset, of: bytes, from: place, limit: range.count, order))
            }
        }
        return isThere != nil
    }

    /// The first `most` whole numbers of a value of type LONG or IFD.
    func numbers(_ value: TIFFValue, most: Int, _ source: inout PhotoSource) -> [Int] {
        guard value.kind == .long || value.kind == .directory else { return [] }
        var numbers: [Int] = []
        for number in 0..<min(value.count, most) {
            guard let next = source.uint32(at: range.lowerBound + value.offset + 4 * number, order) else { break }
            numbers.append(Int(next))
        }
        return numbers
    }

    /// The first `count` bytes of a value; nil where they are not to be had.
    func bytes(of value: TIFFValue, _ count: Int, _ source: inout PhotoSource) -> [UInt8]? {
        let start = range.lowerBound + value.offset
        return source.withBytes(start..<start + count) { span in
            unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
        }
    }
}
