internal import PhotoModel

/// Reads what JPEG files say of their picture, and finds their metadata blocks.
enum JPEGReader {
    private static let windowBytes = SourceBuffers.windowBytes

    /// What the JPEG stream in `source` holds.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        let header = walk(0..<source.size, &source)
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
        content.otherExif = header.otherTIFF.map(MetadataBlock.file)
        content.xmp = header.xmp.map(MetadataBlock.file)
        return content
    }

    /// The header of a JPEG stream that is a part of a file, as far as it is sound and within what is read.
    ///
    /// - Parameters:
    ///   - stream: where in the file the stream is.
    ///   - source: the file.
    /// - Returns: nil where no JPEG stream begins there.
    static func header(in stream: Range<Int>, _ source: inout PhotoSource) -> JPEGHeader? {
        guard stream.count > 3, source.uint16(at: stream.lowerBound) == 0xFFD8,
            source.uint8(at: stream.lowerBound + 2) == 0xFF
        else { return nil }
        return walk(stream, &source)
    }

    /// Walks the header to its end, or as far as the budget lets. Phones that store a depth map put up to 60 long
    /// segments before the picture: each costs one read.
    private static func walk(_ stream: Range<Int>, _ source: inout PhotoSource) -> JPEGHeader {
        var header = JPEGHeader(stream)
        let head = stream.clamped(to: 0..<source.headCount)
        _ = source.withBytes(head) { header.walk($0, from: head.lowerBound) }
        while case .walking = header.state {
            let start = header.offset
            let window = start..<min(stream.upperBound, start + windowBytes)
            guard source.withBytes(window, { header.walk($0, from: start) }) != nil else { break }
        }
        return header
    }
}
