/// A TIFF structure in a file, whose directories may be anywhere in it.
///
/// Each directory is read only once. At most 32 are read, with at most 8,192 entries in total and no more than the
/// structure has bytes for. No count, offset or cycle in the file can make the walk long.
struct TIFFStructure {
    private static let mostDirectories = 32
    private static let mostEntries = 8_192

    /// The structure's range in the file. Offsets are relative to its start, and must stay inside it.
    let range: Range<Int>
    let order: ByteOrder
    /// The offset of the first directory, from the header.
    let first: Int
    private let layout: TIFFLayout
    /// The size of the header, which no directory can overlap.
    private let headerBytes: Int
    private var visited: [Int] = []
    private var entriesLeft = Self.mostEntries

    /// Reads the header of the structure in `range` of `source`; nil if it does not start with a byte order or is too
    /// short.
    ///
    /// The number after the byte order only distinguishes BigTIFF (43): raw formats use numbers of their own in place
    /// of 42.
    init?(_ range: Range<Int>, _ source: inout PhotoSource) {
        let start = range.lowerBound
        guard range.count >= 8, let mark = source.uint16(at: start), mark == 0x4949 || mark == 0x4D4D else {
            return nil
        }
        self.range = range
        order = mark == 0x4D4D ? .big : .little
        layout = source.uint16(at: start + 2, order) == 43 ? .big : .classic
        if layout == .big {
            // The size of an offset, then zero.
            guard range.count >= 16, source.uint16(at: start + 4, order) == 8, source.uint16(at: start + 6) == 0 else {
                return nil
            }
        }
        guard let first = Self.number(layout.offsetBytes, at: start + layout.offsetBytes, order, &source) else {
            return nil
        }
        self.first = first
        headerBytes = layout.headerBytes
    }

    /// A structure without a header: `range` starts with the first directory, in little-endian order.
    init(headless range: Range<Int>) {
        self.range = range
        (order, layout, first, headerBytes) = (.little, .classic, 0, 0)
    }

    private static func number(
        _ byteCount: Int, at offset: Int, _ order: ByteOrder, _ source: inout PhotoSource
    ) -> Int? {
        source.withBytes(offset..<offset + byteCount) { TIFFLayout.number(byteCount, at: 0, of: $0, order) } ?? nil
    }

    /// Reads the directory at `offset`; nil if there is none, if it was read before, or if the limit is reached.
    mutating func directory(at offset: Int, _ source: inout PhotoSource) -> TIFFDirectory? {
        guard visited.count < Self.mostDirectories, !visited.contains(offset), offset >= headerBytes,
            offset <= range.count - layout.countBytes,
            let declared = Self.number(layout.countBytes, at: range.lowerBound + offset, order, &source)
        else { return nil }
        visited.append(offset)
        let place = offset + layout.countBytes
        let possible = (range.count - place) / layout.entryBytes
        let entries = entries(min(declared, possible, entriesLeft), at: place, &source)
        entriesLeft -= entries.count
        return TIFFDirectory(
            entries: entries, isWhole: entries.count == declared,
            next: declared <= possible ? next(at: place + declared * layout.entryBytes, &source) : nil)
    }

    /// The offset of the next directory, stored at `place`; nil if there is none.
    private func next(at index: Int, _ source: inout PhotoSource) -> Int? {
        guard index <= range.count - layout.offsetBytes else { return nil }
        let next = Self.number(layout.offsetBytes, at: range.lowerBound + index, order, &source)
        return next == 0 ? nil : next
    }

    /// The first `count` entries from `place`, as far as they can be read. A directory of usual size fits the source's
    /// window and costs one read.
    private func entries(_ count: Int, at index: Int, _ source: inout PhotoSource) -> [TIFFEntry] {
        let atOnce = SourceBuffers.windowBytes / layout.entryBytes - 1
        var entries: [TIFFEntry] = []
        entries.reserveCapacity(count)
        while entries.count < count {
            let number = min(count - entries.count, atOnce)
            let start = index + entries.count * layout.entryBytes
            guard append(number, at: start, to: &entries, &source) else { break }
        }
        return entries
    }

    /// Reads `count` entries from `place`; returns false if they cannot be read.
    private func append(
        _ count: Int, at index: Int, to entries: inout [TIFFEntry], _ source: inout PhotoSource
    ) -> Bool {
        let start = range.lowerBound + index
        let (limit, order, layout) = (range.count, order, layout)
        let isThere: Void? = source.withBytes(start..<start + count * layout.entryBytes) { bytes in
            for number in 0..<count {
                let offset = number * layout.entryBytes
                entries.append(TIFFEntry(at: offset, of: bytes, from: index, limit: limit, (order, layout)))
            }
        }
        return isThere != nil
    }
}

// Values.
extension TIFFStructure {
    /// The first `most` whole numbers of a value; empty for other types.
    func numbers(_ value: TIFFValue, most: Int, _ source: inout PhotoSource) -> [Int] {
        let count = min(value.count, most)
        guard value.kind.isWhole, let bytes = bytes(of: value, count * value.kind.size, &source) else { return [] }
        let read = TIFFValue(kind: value.kind, count: count, offset: 0)
        return (0..<count).compactMap { number in
            read.integer(number, in: bytes.span, order).flatMap { $0 >= 0 ? $0 : nil }
        }
    }

    /// The first whole number of the entry with a tag, wherever it is stored; nil if there is none.
    func number(_ tag: UInt16, of directory: TIFFDirectory, _ source: inout PhotoSource) -> Int? {
        directory.number(tag) ?? directory.value(tag).flatMap { numbers($0, most: 1, &source).first }
    }

    /// The location of another directory, from an entry of this one.
    func pointer(_ tag: UInt16, of directory: TIFFDirectory, _ source: inout PhotoSource) -> DirectoryPointer {
        var pointer = DirectoryPointer()
        if directory.holds(tag) { pointer.take(number(tag, of: directory, &source)) }
        return pointer
    }

    /// The first `count` bytes of a value; nil if they cannot be read.
    func bytes(of value: TIFFValue, _ count: Int, _ source: inout PhotoSource) -> [UInt8]? {
        let start = range.lowerBound + value.offset
        return source.withBytes(start..<start + count) { span in
            unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
        }
    }
}
