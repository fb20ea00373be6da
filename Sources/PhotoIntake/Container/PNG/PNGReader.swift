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

/// A chunk of a PNG stream (PNG, third edition, 5.3): length, type, content and CRC.
///
/// The CRC is not looked at: what is metadata and reads well is wanted of a damaged file, too, as exiftool has it.
struct PNGChunk {
    static let header: FourCC = "IHDR"
    static let picture: FourCC = "IDAT"
    static let end: FourCC = "IEND"
    static let exif: FourCC = "eXIf"
    /// Latin-1 text, the same packed, and UTF-8 text that may be packed.
    static let text: FourCC = "tEXt"
    static let packedText: FourCC = "zTXt"
    static let internationalText: FourCC = "iTXt"

    /// What a chunk has besides its content.
    static let overhead = 4 + 4 + 4
    private static let prefix = 4 + 4

    /// Where the chunk begins.
    let offset: Int
    /// Four ASCII letters.
    let type: FourCC
    /// The content; where the chunk claims to be longer than the file, it ends with that.
    let content: Range<Int>
    /// Whether the chunk claims to be longer than the file.
    let isCut: Bool

    /// The chunk at `offset`; nil where the file is at its end, and where no type stands.
    init?(at offset: Int, in source: inout PhotoSource) {
        guard offset >= 0, let length = source.uint32(at: offset), let type = source.uint32(at: offset + 4),
            Self.isType(type)
        else { return nil }
        let start = offset + Self.prefix
        self.offset = offset
        self.type = FourCC(type)
        isCut = Int(length) > source.size - start
        content = start..<(isCut ? source.size : start + Int(length))
    }

    /// Where the next chunk begins.
    var next: Int { content.upperBound + 4 }

    /// Whether these are four ASCII letters, as every type is (5.4).
    static func isType(_ value: UInt32) -> Bool {
        for shift in [0, 8, 16, 24] as [UInt32] {
            let letter = (value >> shift) & 0xDF
            guard (0x41...0x5A).contains(letter) else { return false }
        }
        return true
    }
}

/// Runs of IDAT chunks of one length, as programs write pictures: all but the last are as long as their buffer.
enum PNGRun {
    /// Where the last chunk begins of the run that `first` belongs to; that of `first` itself where nothing follows.
    ///
    /// IDAT chunks follow each other without others between (PNG, third edition, 5.6), so where a header of one stands
    /// at a whole number of lengths from here, nothing but IDAT chunks lies before it. The farthest such place is
    /// looked for backwards from the file's end at growing distances and then by halving: one read for a picture with
    /// little behind it, and not over 40 for one of gigabytes.
    static func lastChunk(from first: PNGChunk, in source: inout PhotoSource) -> Int {
        let length = first.content.count
        let step = length + PNGChunk.overhead
        var (known, beyond) = (0, (source.size - first.offset) / step + 1)
        var back = 1
        while beyond - known > 1 {
            let isGalloping = back > 0 && beyond - back > known
            let place = isGalloping ? beyond - back : known + (beyond - known) / 2
            if isPicture(at: first.offset + place * step, notOver: length, in: &source) {
                known = place
                back = 0
            } else {
                beyond = place
                back *= 2
            }
        }
        return first.offset + known * step
    }

    private static func isPicture(at offset: Int, notOver length: Int, in source: inout PhotoSource) -> Bool {
        guard let claimed = source.uint32(at: offset), let type = source.uint32(at: offset + 4) else { return false }
        return Int(claimed) <= length && type == PNGChunk.picture.value
    }
}
