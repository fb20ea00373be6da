/// What is wanted of a TIFF structure that is too large to be loaded: the entries that are read from EXIF blocks, and
/// what else an EXIF block would tell.
///
/// A TIFF file is as large as its picture, and its directories and values may be anywhere in it.
struct TIFFExcerpt {
    private static let nestedDirectories = 8

    /// IFD0.
    let primary: TIFFDirectory
    /// IFD1.
    private(set) var second: TIFFDirectory?
    /// The EXIF directory; of nested ones, the first.
    private(set) var exif: TIFFDirectory?
    /// The wanted entries that were found.
    private(set) var values: TIFFValues
    /// The range of the embedded JPEG thumbnail in the file; nil if there is none in the structure.
    private(set) var thumbnail: Range<Int>?
    /// Apple's identifier of a Live Photo, from the MakerNote.
    private(set) var contentIdentifier: String?

    /// Reads `structure`; nil if its first directory is missing or empty.
    init?(_ structure: inout TIFFStructure, _ source: inout PhotoSource) {
        guard let primary = structure.directory(at: structure.first, &source), !primary.entries.isEmpty else {
            return nil
        }
        self.primary = primary
        values = TIFFValues(structure.order)
        values.gather(primary, as: .primary, structure, &source)
        var gps = structure.pointer(DirectoryPointer.gps, of: primary, &source)
        gatherExif(&structure, &gps, &source)
        if let next = primary.next, let second = structure.directory(at: next, &source) {
            self.second = second
            gps.add(structure.pointer(DirectoryPointer.gps, of: second, &source))
        }
        thumbnail = findThumbnail(structure, &source)
        if gps.isNamed { values.gatherPosition(gps.offset, &structure, &source) }
    }

    /// Reads the EXIF block in the range `block` of the file; nil if it does not start with a TIFF header.
    init?(ofBlock block: Range<Int>, _ source: inout PhotoSource) {
        guard source.holds("II*\0", at: block.lowerBound) || source.holds("MM\0*", at: block.lowerBound),
            var structure = TIFFStructure(block, &source)
        else { return nil }
        self.init(&structure, &source)
    }

    /// Gathers from the EXIF directory, and from those that some editors nested in it: a few, each behind the last.
    private mutating func gatherExif(
        _ structure: inout TIFFStructure, _ gps: inout DirectoryPointer, _ source: inout PhotoSource
    ) {
        var start = structure.number(DirectoryPointer.exif, of: primary, &source)
        for _ in 0..<Self.nestedDirectories {
            guard let offset = start, let directory = structure.directory(at: offset, &source) else { return }
            values.gather(directory, as: .exif, structure, &source)
            gps.add(structure.pointer(DirectoryPointer.gps, of: directory, &source))
            readMakerNote(directory, structure, &source)
            if exif == nil { exif = directory }
            start = structure.number(DirectoryPointer.exif, of: directory, &source)
                .flatMap { $0 > offset ? $0 : nil }
        }
    }

    /// Reads only the MakerNote of Apple's devices: other makers' notes are usually megabytes away from everything
    /// else.
    private mutating func readMakerNote(
        _ directory: TIFFDirectory, _ structure: TIFFStructure, _ source: inout PhotoSource
    ) {
        guard values.holds("Apple", in: .make), let note = directory.bytes(AppleMakerNote.tag) else { return }
        let start = structure.range.lowerBound + note.lowerBound
        let wanted = start..<start + min(note.count, AppleMakerNote.mostBytes)
        if let identifier = source.withBytes(wanted, AppleMakerNote.contentIdentifier) ?? nil {
            contentIdentifier = identifier
        }
    }

    /// IFD1 describes the thumbnail (EXIF 3.0, 4.6.9), which must be inside the structure and start like a JPEG.
    private func findThumbnail(_ structure: TIFFStructure, _ source: inout PhotoSource) -> Range<Int>? {
        guard let second, let offset = structure.number(0x0201, of: second, &source),
            let length = structure.number(0x0202, of: second, &source), length > 2,
            offset <= structure.range.count - length, source.uint16(at: structure.range.lowerBound + offset) == 0xFFD8
        else { return nil }
        let start = structure.range.lowerBound + offset
        return start..<start + length
    }
}
