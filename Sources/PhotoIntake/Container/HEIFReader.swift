/// Reads HEIF files (HEIC, AVIF and others; ISO/IEC 23008-12), and finds their metadata blocks.
enum HEIFReader {
    /// The maximum number of boxes to skip; about as many fit in the budget.
    private static let mostBoxes = 65_536

    /// Reads the file in `source`, which starts with a `ftyp` box.
    ///
    /// The `meta` box may be anywhere among the file's boxes. If it is in the first 64 KiB, only the EXIF item needs a
    /// read; otherwise there is one read more, and one to find the box. A sequence without a still picture has the size
    /// of its first track.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        var content = ContainerContent(HEIFBrand.format(of: &source))
        var isCut = false
        let isSound = source.forEachBox(in: 0..<source.size, most: mostBoxes) { box, source in
            isCut = box.isCut
            switch box.type {
            case .meta:
                guard let meta = MetaBox(box.content, in: &source) else { return true }
                var picture = MetaPicture(meta, in: &source)
                picture.describe(&content, in: &source)
                return false
            case .mini:
                MinimizedPicture(box.content, in: &source)?.describe(&content, in: &source)
                return false
            default: return true
            }
        }
        if content.width == nil { describeTrack(&content, in: &source) }
        if SamsungTrailer.ends(at: source.size, in: &source) { content.trailerEnd = source.size }
        // A position that was not reached must not count as absent.
        if source.isExhausted, content.exif.isEmpty { throw .tooLarge("has more boxes before its EXIF than are read") }
        let hasExif = content.exif.contains { if case .unread = $0 { false } else { true } }
        let hasXMP = content.xmp.contains { if case .unread = $0 { false } else { true } }
        if content.width != nil || hasExif || hasXMP { return content }
        if isCut { throw .corrupt("ends within the boxes that describe the picture") }
        throw .corrupt(isSound ? "is a HEIF file without a picture" : "has a box of an impossible length")
    }

    private static func describeTrack(_ content: inout ContainerContent, in source: inout PhotoSource) {
        source.forEachBox(in: 0..<source.size, most: mostBoxes) { box, source in
            guard box.type == "moov" else { return true }
            if let size = TrackSize(firstIn: box.content, &source) {
                (content.width, content.height) = (size.width, size.height)
            }
            return false
        }
    }
}
