internal import PhotoModel

/// Reads EXIF blocks into PhotoFacts, with a buffer that is used again.
///
/// Every block goes the same way, wherever it was found: its wanted entries are gathered into a small block of our own,
/// libexif loads that, and its entries are turned into facts. So neither a MakerNote nor anything hostile
/// reaches libexif, and its limit of 65,534 bytes is never met.
struct ExifReader: ~Copyable {
    private var writer = ExifBlockWriter()

    /// Reads `tiff`, a TIFF structure from its header on. One that is none leaves the facts as they are.
    mutating func read(_ tiff: Span<UInt8>, into facts: inout PhotoFacts) {
        guard let entries = GatheredEntries(tiff) else { return }
        facts.thumbnailBytes = entries.thumbnailBytes
        if let note = entries.makerNote { facts.contentIdentifier = AppleMakerNote.contentIdentifier(note, in: tiff) }
        writer.write(entries, from: tiff)
        let written = writer.storage.span.extracting(first: writer.byteCount)
        if let block = ExifBlock(written) { facts.take(block) }
    }
}
