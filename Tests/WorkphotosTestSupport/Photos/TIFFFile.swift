/// A TIFF file, or a RAW file with the same structure. The first directory comes last, as in programs that know the
/// picture's size only at the end.
package struct TIFFFile {
    /// A directory with the directories that it points to.
    package struct Directory {
        package var entries: [ExifEntry]
        package var below: [Directory] = []
        package var exif: [ExifEntry] = []
        package var gps: [ExifEntry] = []
        /// The number of entries that it claims, if that is wrong.
        package var claimedEntries: UInt16?
        /// The offset of the next directory that it claims, if that is wrong.
        package var claimedNext: UInt32?

        package init(
            _ entries: [ExifEntry] = [], below: [Directory] = [], exif: [ExifEntry] = [], gps: [ExifEntry] = []
        ) {
            self.entries = entries
            self.below = below
            self.exif = exif
            self.gps = gps
        }
    }

    package var order = ExifStructure.Order.little
    /// The chain of directories, IFD0 first.
    package var directories: [Directory]
    /// Bytes instead of the header's first four.
    package var mark: [UInt8]?
    /// Bytes after the header.
    package var signature: [UInt8] = []
    /// The number of bytes for the picture, between the header and everything else.
    package var picture = 16
    /// The number of bytes between each directory and its values.
    package var gap = 0
    /// Whether it is a BigTIFF file, with 64-bit counts and offsets.
    package var isBig = false
    /// Makes the entry that points to another directory, from its tag and that directory's offset.
    package var pointer: (@Sendable (UInt16, UInt32) -> ExifEntry)?
    /// Orders the entries of a directory.
    package var arrangement: @Sendable ([ExifEntry]) -> [ExifEntry] = { $0 }

    package init(_ directories: Directory...) {
        self.directories = directories
    }

    package var bytes: [UInt8] {
        var bytes = mark ?? order.bytes(UInt16(order == .big ? 0x4D4D : 0x4949)) + order.bytes(UInt16(isBig ? 43 : 42))
        if isBig { bytes += order.bytes(UInt16(8)) + order.bytes(UInt16(0)) }
        let first = bytes.count
        bytes += [UInt8](repeating: 0, count: writer.offsetBytes) + signature + [UInt8](repeating: 0x2E, count: picture)
        var next = 0
        for directory in directories.reversed() { next = append(directory, next: next, to: &bytes) }
        bytes.replaceSubrange(first..<first + writer.offsetBytes, with: writer.offset(next))
        return bytes
    }

    private var writer: DirectoryBytes { DirectoryBytes(order: order, isBig: isBig, gap: gap) }

    private func entry(pointingTo place: Int, _ tag: UInt16) -> ExifEntry {
        if let pointer { return pointer(tag, UInt32(place)) }
        return isBig ? .numbers(tag, .directory8, [Double(place)]) : .long(tag, UInt32(place))
    }

    /// Appends a directory after those that it points to, and returns its offset.
    private func append(_ directory: Directory, next: Int, to bytes: inout [UInt8]) -> Int {
        var entries = directory.entries
        if !directory.below.isEmpty {
            let places = directory.below.map { append($0, next: 0, to: &bytes) }
            entries.append(.longs(0x014A, places.map(UInt32.init)))
        }
        for (tag, inner) in [(UInt16(0x8769), directory.exif), (0x8825, directory.gps)] where !inner.isEmpty {
            entries.append(entry(pointingTo: append(Directory(inner), next: 0, to: &bytes), tag))
        }
        entries = arrangement(entries)
        if bytes.count % 2 == 1 { bytes.append(0) }
        let start = bytes.count
        bytes += writer.bytes(
            entries, at: start, next: directory.claimedNext.map(Int.init) ?? next, claiming: directory.claimedEntries)
        return start
    }
}

extension TIFFFile.Directory {
    /// A picture's directory. `kind` is NewSubfileType, omitted if nil.
    package static func picture(
        _ width: UInt32, _ height: UInt32, kind: UInt32? = nil, compression: UInt16 = 1, photometric: UInt16? = 2,
        _ further: [ExifEntry] = []
    ) -> TIFFFile.Directory {
        var entries = kind.map { [ExifEntry.long(0x00FE, $0)] } ?? []
        entries += [.long(0x0100, width), .long(0x0101, height), .short(0x0103, compression)]
        if let photometric { entries.append(.short(0x0106, photometric)) }
        return TIFFFile.Directory(entries + further)
    }
}

extension ExifEntry {
    package static func longs(_ tag: UInt16, _ numbers: [UInt32]) -> ExifEntry {
        ExifEntry(tag, .long, count: UInt32(numbers.count)) { order in numbers.flatMap { order.bytes($0) } }
    }
}
