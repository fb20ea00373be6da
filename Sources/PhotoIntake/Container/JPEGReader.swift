internal import PhotoModel

/// Reads what JPEG files say of their picture, and finds their metadata blocks.
enum JPEGReader {
    private static let windowBytes = SourceBuffers.windowBytes

    /// What the JPEG stream in `source` holds.
    ///
    /// Phones that store a depth map put up to 60 long segments before the picture: each costs one read.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        var header = JPEGHeader(fileSize: source.size)
        _ = source.withBytes(0..<source.headCount) { header.walk($0, from: 0) }
        while case .walking = header.state {
            let start = header.offset
            let window = start..<min(source.size, start + windowBytes)
            guard source.withBytes(window, { header.walk($0, from: start) }) != nil else { break }
        }
        switch header.state {
        case .truncated: throw .corrupt("ends within the JPEG header")
        case .damaged: throw .corrupt("has a JPEG segment of an impossible length")
        case .walking: throw .tooLarge("has a JPEG header longer than what is read")
        case .complete: break
        }
        guard header.hasFrame || header.tiff != nil else { throw .corrupt("is a JPEG without a picture") }
        var content = ContainerContent(.jpeg)
        (content.width, content.height) = (header.width, header.height)
        content.exif = header.tiff.map(MetadataBlock.file)
        return content
    }
}
