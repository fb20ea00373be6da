internal import PhotoModel

/// Reads AVI films (Microsoft, AVI RIFF File Reference). Some cameras store EXIF in a stream's data; XMP is in a chunk
/// defined by Adobe.
enum AVIReader {
    private static let mostChunks = 128

    /// Reads the film in `source`, up to its first two gibibytes.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        var film = AVIFilm()
        var isCut = false
        forEachChunk(in: 12..<source.size, &source) { chunk, source in
            isCut = chunk.isCut
            switch chunk.type {
            case "LIST": film.take(list: chunk.content, &source)
            case "_PMX": film.content.xmp.append(.file(chunk.content))
            case "IDIT": film.take(date: chunk.content, &source)
            default: break
            }
        }
        guard film.hasHeader else {
            throw .corrupt(isCut ? "ends before its AVI header" : "is an AVI without a header")
        }
        film.content.own = film.own
        return film.content
    }

    static func forEachChunk(
        in range: Range<Int>, _ source: inout PhotoSource, _ body: (RIFFChunk, inout PhotoSource) -> Void
    ) {
        var offset = range.lowerBound
        for _ in 0..<mostChunks {
            guard let chunk = RIFFChunk(at: offset, before: range.upperBound, in: &source) else { return }
            body(chunk, &source)
            offset = chunk.next
        }
    }
}

/// What has been read of a film so far.
private struct AVIFilm {
    var content = ContainerContent(.avi)
    var own = SourceFacts(.quicktime)
    var hasHeader = false

    /// A list: the film's header, a stream within it, or information. Cameras write dates into all of them.
    mutating func take(list: Range<Int>, _ source: inout PhotoSource) {
        guard list.count >= 4, let type = source.uint32(at: list.lowerBound).map(FourCC.init(_:)),
            ["hdrl", "strl", "INFO", "ncdt"].contains(type)
        else { return }
        AVIReader.forEachChunk(in: list.dropFirst(4), &source) { chunk, source in
            switch chunk.type {
            case "LIST": if type == "hdrl" { take(list: chunk.content, &source) }
            case "avih": takeHeader(chunk.content, &source)
            case "strd": takeStreamData(chunk.content, &source)
            case "IDIT", "ICRD": take(date: chunk.content, &source)
            default: break
            }
        }
    }

    /// Microseconds per frame, the number of frames and, further on, columns and rows.
    private mutating func takeHeader(_ header: Range<Int>, _ source: inout PhotoSource) {
        guard header.count >= 40, let frame = source.uint32(at: header.lowerBound, .little),
            let count = source.uint32(at: header.lowerBound + 16, .little),
            let width = source.uint32(at: header.lowerBound + 32, .little),
            let height = source.uint32(at: header.lowerBound + 36, .little)
        else { return }
        hasHeader = true
        content.width = width == 0 ? nil : Int(width)
        content.height = height == 0 ? nil : Int(height)
        if frame > 0, count > 0 { content.duration = Double(frame) * Double(count) / 1_000_000 }
    }

    /// `AVIF`, four bytes, and the directories of an EXIF block without the TIFF header.
    private mutating func takeStreamData(_ data: Range<Int>, _ source: inout PhotoSource) {
        guard content.exif.isEmpty, data.count > 8, source.holds("AVIF", at: data.lowerBound) else { return }
        var structure = TIFFStructure(headless: data.dropFirst(8))
        guard let excerpt = TIFFExcerpt(&structure, &source) else { return }
        content.exif = [.values(excerpt.values)]
    }

    /// Of several dates, the first counts.
    mutating func take(date: Range<Int>, _ source: inout PhotoSource) {
        guard own.captureTime == nil else { return }
        guard let text = source.withBytes(date.prefix(ShortText.mostBytes), { ShortText($0) }) else { return }
        own.captureTime = WrittenTime(text, source: .quicktime)?.captureTime(.quicktime)
        own.vagueTime = own.captureTime == nil ? own.vagueTime ?? VagueTime(text) : nil
    }
}
