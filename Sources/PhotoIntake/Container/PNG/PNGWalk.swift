/// The walk over the chunks of a PNG stream, from which the places of the metadata come.
///
/// The picture may stand in thousands of IDAT chunks, and metadata behind them. Chunks within the file's first 64 KiB
/// and last 4 KiB cost nothing, each further one up to one read. A run of IDAT chunks of one length, which is what
/// programs write, is jumped over (``PNGRun``). Where the chunks have all kinds of lengths and are too many, the walk
/// goes on in the file's last 4 KiB (``PNGTail``): metadata behind such a picture is found if it lies within these, and
/// is given up if it begins before.
struct PNGWalk {
    /// How the walk stands.
    enum State {
        case walking
        /// It came to IEND.
        case complete
        /// The file ended first, or holds something else than chunks.
        case cut
        /// There are more chunks than are read.
        case spent
    }

    /// Reads that are left to the metadata when the walk is given up.
    private static let reserve = 16
    /// How often a run is looked for.
    private static let mostRuns = 3

    private(set) var state = State.walking
    /// Whether an IHDR chunk was met.
    private(set) var hasHeader = false
    /// Columns of the picture; nil where IHDR says 0 or is missing.
    private(set) var width: Int?
    /// Rows of the picture; nil where IHDR says 0 or is missing.
    private(set) var height: Int?
    /// Whether an IDAT chunk was met.
    private(set) var hasPicture = false
    /// The content of the eXIf chunk.
    private(set) var exif: Range<Int>?
    /// The text chunk that holds EXIF.
    private(set) var exifText: PNGText?
    /// The text chunk that holds XMP.
    private(set) var xmpText: PNGText?
    /// The text chunk that holds a whole APP1 segment of a JPEG.
    private(set) var segmentText: PNGText?
    private var runs = 0

    /// Walks from the first chunk on.
    mutating func walk(_ source: inout PhotoSource) {
        walk(&source, from: 8)
        if state == .spent, hasPicture, let rest = PNGTail.firstChunk(&source) {
            state = .walking
            walk(&source, from: rest)
        }
    }

    private mutating func walk(_ source: inout PhotoSource, from start: Int) {
        var offset = start
        var runLength: Int?
        while state == .walking {
            guard source.readsLeft > Self.reserve || offset >= source.tail.lowerBound else { return state = .spent }
            guard let chunk = PNGChunk(at: offset, in: &source) else { return state = .cut }
            take(chunk, &source)
            offset = chunk.next
            if chunk.isCut { state = .cut }
            if chunk.type == PNGChunk.end { state = .complete }
            guard chunk.type == PNGChunk.picture else { continue }
            if chunk.content.count == runLength, offset > source.headCount, runs < Self.mostRuns {
                runs += 1
                offset = PNGRun.lastChunk(from: chunk, in: &source)
                runLength = nil
            } else {
                runLength = chunk.content.count
            }
        }
    }

    private mutating func take(_ chunk: PNGChunk, _ source: inout PhotoSource) {
        switch chunk.type {
        case PNGChunk.header: takeHeader(chunk, &source)
        case PNGChunk.picture: hasPicture = true
        case PNGChunk.exif: exif = chunk.content
        case PNGChunk.text, PNGChunk.packedText, PNGChunk.internationalText: takeText(chunk, &source)
        default: break
        }
    }

    /// Width and height, of 31 bits each, come first (11.2.1).
    private mutating func takeHeader(_ chunk: PNGChunk, _ source: inout PhotoSource) {
        guard !hasHeader, chunk.content.count >= 13 else { return }
        hasHeader = true
        width = source.uint32(at: chunk.content.lowerBound).flatMap(Self.dimension)
        height = source.uint32(at: chunk.content.lowerBound + 4).flatMap(Self.dimension)
    }

    private static func dimension(_ value: UInt32) -> Int? {
        value == 0 || value > Int32.max ? nil : Int(value)
    }

    private mutating func takeText(_ chunk: PNGChunk, _ source: inout PhotoSource) {
        guard let text = PNGText(chunk, in: &source) else { return }
        switch text.use {
        case .exif: exifText = text
        case .xmp, .xmpProfile: xmpText = text
        case .segment: segmentText = text
        }
    }
}
