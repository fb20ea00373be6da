/// The wanted entries of a TIFF structure, found with bounds-checked reads.
///
/// IFD0, the EXIF and GPS directories that it points to, and IFD1 are each read once, with at most as many entries as
/// there are bytes for. So no count, offset or cycle in the file can make the walk long. Nothing else is followed: only
/// the location of the MakerNote is recorded. Of several entries with one tag the last counts, and one in its own
/// directory takes precedence over a stray one.
struct GatheredEntries {
    private static let headerBytes = 8
    private static let entryBytes = 12
    private static let nestedDirectories = 8

    private(set) var found: FoundEntries
    /// Where the embedded JPEG thumbnail lies; nil where none lies inside.
    private(set) var thumbnail: Range<Int>?
    /// The location of the MakerNote; nil if there is none.
    private(set) var makerNote: TIFFValue?
    /// What complete GPS directories say besides the one that counts: a few, each of its own.
    private(set) var elsewhere: [FoundEntries] = []
    private var gps = DirectoryPointer()

    /// Reads `tiff`; nil if it does not start with a TIFF header.
    init?(_ tiff: Span<UInt8>) {
        guard let mark = tiff.uint32(at: 0, .big), mark == 0x4949_2A00 || mark == 0x4D4D_002A else { return nil }
        found = FoundEntries(mark == 0x4D4D_002A ? .big : .little)
        guard let first = tiff.uint32(at: 4, order).map(Int.init) else { return nil }
        var exif: Int?
        let visit = visit(tiff, at: first) { entries, tag, place in
            switch tag {
            case DirectoryPointer.exif: exif = entries.number(in: tiff, at: place)
            case DirectoryPointer.gps: entries.gps.take(entries.number(in: tiff, at: place))
            default: entries.gather(tag, in: .primary, of: tiff, at: place)
            }
        }
        if let exif, exif != first { gatherExif(tiff, at: exif) }
        if let next = visit?.next, next != 0, next != first, next != exif, next != gps.offset {
            gatherThumbnail(tiff, at: next)
        }
        if gps.isNamed {
            gatherPosition(tiff)
            gatherElsewhere(tiff)
        } else if first != 0, visit?.isWhole != true {
            // The entry that names the GPS directory may be in what is missing.
            found.noteUnreadablePosition()
        }
    }

    private var order: ByteOrder { found.order }

    /// Gathers from the EXIF directory, and from those that some editors nested in it: a few, each behind the last.
    private mutating func gatherExif(_ tiff: Span<UInt8>, at start: Int) {
        var start: Int? = start
        for _ in 0..<Self.nestedDirectories {
            guard let directory = start else { return }
            start = nil
            var stray = DirectoryPointer()
            _ = visit(tiff, at: directory) { entries, tag, place in
                switch tag {
                case DirectoryPointer.exif:
                    start = entries.number(in: tiff, at: place).flatMap { $0 > directory ? $0 : nil }
                case DirectoryPointer.gps: stray.take(entries.number(in: tiff, at: place))
                case AppleMakerNote.tag: entries.makerNote = TIFFValue(entryAt: place, of: tiff, entries.order)
                default: entries.gather(tag, in: .exif, of: tiff, at: place)
                }
            }
            gps.add(stray)
        }
    }

    /// Reads the GPS directory. One that cannot be read may have contained a position.
    private mutating func gatherPosition(_ tiff: Span<UInt8>) {
        if let start = gps.offset, gatherPosition(tiff, at: start) { return }
        found.noteUnreadablePosition()
    }

    private mutating func gatherElsewhere(_ tiff: Span<UInt8>) {
        if gps.others.isEmpty { return }
        let own = found
        for start in gps.others {
            found = FoundEntries(own.order)
            if gatherPosition(tiff, at: start) { elsewhere.append(found) }
        }
        found = own
    }

    /// Whether there is a complete GPS directory at `start`.
    private mutating func gatherPosition(_ tiff: Span<UInt8>, at start: Int) -> Bool {
        var soundness = GPSSoundness()
        let visit = visit(tiff, at: start) { entries, tag, place in
            soundness.take(tag, isKnown: TIFFValue.isOfKnownKind(entryAt: place, of: tiff, entries.order))
            entries.gather(tag, in: .gps, of: tiff, at: place)
        }
        return visit?.isWhole == true && soundness.isSound
    }

    /// Calls `take` with the tag and the place of each entry of the directory at `start`. Returns the offset of the
    /// next directory (nil if there is none) and whether all declared entries are there; nil if there is no directory
    /// at `start`.
    @inline(__always)
    private mutating func visit(
        _ tiff: Span<UInt8>, at start: Int, _ take: (inout GatheredEntries, UInt16, Int) -> Void
    ) -> (next: Int?, isWhole: Bool)? {
        guard start >= Self.headerBytes, let declared = tiff.uint16(at: start, order).map(Int.init) else { return nil }
        let present = min(declared, (tiff.count - start - 2) / Self.entryBytes)
        for number in 0..<present {
            let place = start + 2 + number * Self.entryBytes
            if let tag = tiff.uint16(at: place, order) { take(&self, tag, place) }
        }
        let next = tiff.uint32(at: start + 2 + declared * Self.entryBytes, order).map(Int.init)
        return (next, present == declared)
    }

    private func number(in tiff: Span<UInt8>, at index: Int) -> Int? {
        TIFFValue(entryAt: index, of: tiff, order)?.number(in: tiff, order)
    }

    /// Notes the value of the entry at `place` if it is wanted and usable.
    @inline(__always)
    private mutating func gather(_ tag: UInt16, in directory: ExifDirectory, of tiff: Span<UInt8>, at index: Int) {
        guard let entry = WantedEntry(rawValue: tag), entry.counts(in: directory) else { return }
        guard entry.directory == directory || found[entry] == nil else { return }
        if let value = TIFFValue(entryAt: index, of: tiff, order), entry.accepts(value) {
            found[entry] = value
        } else {
            found.noteUnusable(entry)
        }
    }

    /// IFD1 describes the thumbnail (EXIF 3.0, 4.6.9). It has to lie inside and to begin as a JPEG does.
    private mutating func gatherThumbnail(_ tiff: Span<UInt8>, at start: Int) {
        var offset: Int?
        var length: Int?
        var stray = DirectoryPointer()
        _ = visit(tiff, at: start) { entries, tag, place in
            switch tag {
            case 0x0201: offset = entries.number(in: tiff, at: place)
            case 0x0202: length = entries.number(in: tiff, at: place)
            case DirectoryPointer.gps: stray.take(entries.number(in: tiff, at: place))
            default: break
            }
        }
        gps.add(stray)
        guard let offset, let length, length > 2, offset <= tiff.count - length,
            tiff.uint16(at: offset, .big) == 0xFFD8
        else { return }
        thumbnail = offset..<offset + length
    }
}
