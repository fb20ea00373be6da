/// A directory (IFD) of a TIFF structure: its entries as they stand in the file.
struct TIFFDirectory {
    /// The entries, in the file's order.
    let entries: [TIFFEntry]
    /// Whether all entries that it says it has are there.
    let isWhole: Bool
    /// Where in the structure the next directory is; nil where there is none.
    let next: Int?

    /// The last entry with this tag, as which of several counts.
    private func entry(_ tag: UInt16) -> TIFFEntry? {
        entries.last { $0.tag == tag }
    }

    /// Whether there is an entry with this tag.
    func holds(_ tag: UInt16) -> Bool {
        entry(tag) != nil
    }

    /// The number that stands in the entry with this tag; nil where there is none.
    func number(_ tag: UInt16) -> Int? {
        entry(tag)?.number
    }

    /// Where the value of the entry with this tag is; nil where there is none.
    func value(_ tag: UInt16) -> TIFFValue? {
        entry(tag)?.value
    }

    /// The bytes of the entry with this tag, as places in the structure; nil where it holds anything but bytes.
    func bytes(_ tag: UInt16) -> Range<Int>? {
        guard let value = value(tag), value.kind == .undefined || value.kind == .byte else { return nil }
        return value.offset..<value.offset + value.count
    }

    /// Whether this is a GPS directory, and all of it.
    var isSoundGPS: Bool {
        var soundness = GPSSoundness()
        for entry in entries { soundness.take(entry.tag, isKnown: entry.isOfKnownKind) }
        return isWhole && soundness.isSound
    }
}
