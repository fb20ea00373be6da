internal import PhotoModel

/// Reads what JPEG files say of themselves, with buffers that are used again.
struct JPEGReader: ~Copyable {
    /// The most reads beyond the head that looking for the header's end may take. Phones that store a depth map put
    /// up to 60 long segments before the picture.
    private static let furtherReads = 256
    private static let windowBytes = 4_096

    private var window = [UInt8](repeating: 0, count: windowBytes)
    private var segment = [UInt8](repeating: 0, count: Int(UInt16.max))
    private var exif = ExifReader()

    /// The photo that the open file holds, or what is wrong with it. `head` is the file's beginning, all of it where it
    /// is no longer than that.
    mutating func read(_ file: borrowing OpenFile, head: Span<UInt8>) throws(ReadFailure) -> FileContent {
        var header = JPEGHeader(fileSize: file.size)
        header.walk(head, from: 0)
        try walkOn(&header, in: file)
        switch header.state {
        case .truncated: return .broken(.corrupt, detail: "ends within the JPEG header")
        case .damaged: return .broken(.corrupt, detail: "has a JPEG segment of an impossible length")
        case .walking: return .broken(.tooLarge, detail: "has a JPEG header longer than what is read")
        case .complete: break
        }
        guard header.hasFrame || header.tiff != nil else {
            return .broken(.corrupt, detail: "is a JPEG without a picture")
        }
        var facts = PhotoFacts(format: .jpeg)
        facts.width = header.width
        facts.height = header.height
        if let tiff = header.tiff {
            try readExif(tiff, of: file, head: head, into: &facts)
        }
        return .photo(facts)
    }

    /// Walks what of the header lies beyond the head, one small window a segment.
    private mutating func walkOn(_ header: inout JPEGHeader, in file: borrowing OpenFile) throws(ReadFailure) {
        var reads = 0
        while case .walking = header.state, reads < Self.furtherReads {
            let start = header.offset
            let count = try file.read(into: &window, at: 0, from: start, count: Self.windowBytes)
            guard count == min(Self.windowBytes, max(file.size - start, 0)) else { throw .shrank }
            header.walk(window.span.extracting(first: count), from: start)
            reads += 1
        }
    }

    /// Reads the EXIF block from the head, or from the file where it reaches beyond.
    private mutating func readExif(
        _ tiff: Range<Int>, of file: borrowing OpenFile, head: Span<UInt8>, into facts: inout PhotoFacts
    ) throws(ReadFailure) {
        if tiff.upperBound <= head.count {
            exif.read(head.extracting(tiff), into: &facts)
        } else {
            let count = try file.read(into: &segment, at: 0, from: tiff.lowerBound, count: tiff.count)
            guard count == tiff.count else { throw .shrank }
            let bytes = segment
            exif.read(bytes.span.extracting(first: count), into: &facts)
        }
    }
}
