internal import PhotoModel

/// Reads what WebP files say of their picture, and finds their EXIF and XMP chunks (RFC 9649).
///
/// Neither the length of the whole that the file's header states nor the flags of VP8X are heeded: files are about
/// that have metadata without saying so.
enum WebPReader {
    /// Reads that are left to the metadata when the walk is given up.
    private static let reserve = 16

    /// What the WebP file in `source` holds; of several EXIF or XMP chunks the last.
    ///
    /// Each chunk beyond the file's first 64 KiB costs a read, so metadata behind more than some 80 frames of an
    /// animation is given up. A file that ends before any picture begins is corrupt.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        var content = ContainerContent(.webp)
        var hasPicture = false
        var offset = 12
        while source.readsLeft > reserve, let chunk = RIFFChunk(at: offset, before: source.size, in: &source) {
            switch chunk.type {
            case WebPChunk.canvas, WebPChunk.lossy, WebPChunk.lossless, WebPChunk.frame:
                hasPicture = true
                if content.width == nil, let size = WebPSize(chunk, in: &source) {
                    (content.width, content.height) = (size.width, size.height)
                }
            case WebPChunk.exif:
                content.exif = .file(ExifMark.removed(from: chunk.content, in: &source))
            case WebPChunk.xmp, WebPChunk.oddXMP:
                content.xmp = .file(chunk.content)
            default: break
            }
            if chunk.isCut { break }
            offset = chunk.next
        }
        guard hasPicture else { throw .corrupt("is a WebP without a picture") }
        return content
    }
}
