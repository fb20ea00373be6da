internal import PhotoModel

/// Reads what PNG files say of their picture, and finds their metadata (PNG, third edition).
///
/// EXIF is in an `eXIf` chunk or, as older programs write it, in a text chunk; the former wins. XMP is in a text chunk.
/// Of several of a kind the last counts. They may stand behind the picture; see ``PNGWalk`` for how far that is found.
enum PNGReader {
    /// What the PNG stream in `source` holds.
    ///
    /// One that ends before its picture begins is corrupt, one that ends within it is a photo like any.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        guard source.holds("\r\n\u{1A}\n", at: 4) else { throw .corrupt("has a damaged PNG signature") }
        var walk = PNGWalk()
        walk.walk(&source)
        guard walk.hasPicture || walk.state == .complete else {
            throw walk.state == .spent
                ? .tooLarge("has a PNG header longer than what is read") : .corrupt("ends within the PNG header")
        }
        guard walk.hasHeader else { throw .corrupt("is a PNG without a header") }
        var content = ContainerContent(.png)
        (content.width, content.height) = (walk.width, walk.height)
        if let exif = walk.exif {
            content.exif = .file(ExifMark.removed(from: exif, in: &source))
        } else if let profile = walk.exifText?.profile(&source) {
            content.exif = .bytes(ExifMark.removed(from: profile))
        }
        content.xmp = walk.xmpText?.packet(&source)
        if content.exif == nil || content.xmp == nil { add(walk.segmentText, to: &content, &source) }
        return content
    }

    /// A JPEG segment (APP1) that was kept as text is EXIF or XMP by how it begins.
    private static func add(_ text: PNGText?, to content: inout ContainerContent, _ source: inout PhotoSource) {
        guard let segment = text?.profile(&source) else { return }
        let mark: StaticString = "http://ns.adobe.com/xap/1.0/\0"
        if !segment.span.holds(mark) {
            content.exif = content.exif ?? .bytes(ExifMark.removed(from: segment))
        } else if content.xmp == nil {
            content.xmp = .bytes(Array(segment.dropFirst(mark.utf8CodeUnitCount)))
        }
    }
}
