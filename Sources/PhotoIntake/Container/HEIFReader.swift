/// Reads what HEIF files (HEIC, AVIF and others; ISO/IEC 23008-12) say of their picture, and finds their metadata
/// blocks.
enum HEIFReader {
    /// The most boxes that are stepped over; nearly as many fit into what may be read.
    private static let mostBoxes = 65_536

    /// What the file in `source`, which begins with a `ftyp` box, holds.
    ///
    /// The `meta` box is used wherever among the file's boxes it is. Where it lies in the first 64 KiB nothing but the
    /// EXIF item is read; else it is one read more, and one to find it. A sequence that describes no still picture has
    /// the size of its first track.
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
        // A position that was not come to must not pass for one that is not there.
        if source.isExhausted, content.exif == nil { throw .tooLarge("has more boxes before its EXIF than are read") }
        if content.width != nil || content.exif != nil || content.xmp != nil { return content }
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
