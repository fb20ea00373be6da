internal import PhotoModel

/// Reads PNG files, and finds their metadata (PNG, third edition).
///
/// EXIF is in an `eXIf` chunk or, in files of older programs, in text chunks; `eXIf` takes precedence. XMP is in a
/// text chunk. Of several of a kind, the last takes precedence. Metadata may follow the picture; see ``PNGWalk`` for
/// the limits.
enum PNGReader {
    /// Reads the PNG stream in `source`.
    ///
    /// A stream that ends before its picture is corrupt; one that ends within it is accepted.
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
        for exif in walk.exif { content.exif.append(.file(ExifMark.removed(from: exif, in: &source))) }
        for text in walk.exifTexts {
            let profile = text.profile(&source).map { ExifSource.bytes(ExifMark.removed(from: $0)) }
            content.exif.append(profile ?? .unread)
        }
        for text in walk.xmpTexts { content.xmp.append(XMPSource(text.packet(&source))) }
        for text in walk.segmentTexts { add(text, to: &content, &source) }
        content.created = walk.takenText?.time(&source) ?? walk.madeText?.time(&source)
        return content
    }

    /// A JPEG segment (APP1) stored as text is EXIF or XMP, depending on its first bytes.
    private static func add(_ text: PNGText, to content: inout ContainerContent, _ source: inout PhotoSource) {
        guard let segment = text.profile(&source) else { return content.exif.append(.unread) }
        let mark: StaticString = "http://ns.adobe.com/xap/1.0/\0"
        if !segment.span.holds(mark) {
            content.exif.append(.bytes(ExifMark.removed(from: segment)))
        } else {
            content.xmp.append(.packet(.bytes(Array(segment.dropFirst(mark.utf8CodeUnitCount)))))
        }
    }
}

/// Walks the chunks of a PNG stream to find its metadata.
///
/// The picture may consist of thousands of IDAT chunks, with metadata after them. Chunks within the file's first 64 KiB
/// and last 4 KiB cost nothing, all others up to one read each. A run of IDAT chunks of equal length, which is what
/// programs write, is skipped at once (``PNGRun``). If there are too many chunks of different lengths, the walk
/// continues in the file's last 4 KiB (``PNGTail``): metadata that starts there is found, metadata before it is not.
struct PNGWalk {
    enum State {
        case walking
        /// IEND was reached.
        case complete
        /// The file ended first, or contains something other than chunks.
        case cut
        /// There are more chunks than the budget allows.
        case spent
    }

    /// The number of reads kept for the metadata when the walk is given up.
    private static let reserve = 16
    /// How many runs are skipped.
    private static let mostRuns = 3

    private(set) var state = State.walking
    /// Whether an IHDR chunk was found.
    private(set) var hasHeader = false
    /// Columns of the picture; nil if IHDR is missing or contains 0.
    private(set) var width: Int?
    /// Rows of the picture; nil if IHDR is missing or contains 0.
    private(set) var height: Int?
    /// Whether an IDAT chunk was found.
    private(set) var hasPicture = false
    /// The contents of the eXIf chunks by descending precedence: the last first. So are the text chunks.
    private(set) var exif: [Range<Int>] = []
    /// The text chunks that contain EXIF.
    private(set) var exifTexts: [PNGText] = []
    /// The text chunks that contain XMP.
    private(set) var xmpTexts: [PNGText] = []
    /// The text chunks with the time at which the picture was taken, and at which it was made.
    private(set) var takenText, madeText: PNGText?
    /// The text chunks that contain a whole APP1 segment of a JPEG.
    private(set) var segmentTexts: [PNGText] = []
    private var runs = 0

    /// Walks from the first chunk.
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
        case PNGChunk.exif: exif.insert(chunk.content, at: 0)
        case PNGChunk.text, PNGChunk.packedText, PNGChunk.internationalText: takeText(chunk, &source)
        default: break
        }
    }

    /// Starts with width and height, of 31 bits each (11.2.1).
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
        case .exif: exifTexts.insert(text, at: 0)
        case .xmp, .xmpProfile: xmpTexts.insert(text, at: 0)
        case .segment: segmentTexts.insert(text, at: 0)
        case .taken: takenText = text
        case .made: madeText = text
        }
    }
}

/// A chunk of a PNG stream (PNG, third edition, 5.3): length, type, content and CRC.
///
/// The CRC is not checked: readable metadata of a damaged file is wanted too, as in exiftool.
struct PNGChunk {
    static let header: FourCC = "IHDR"
    static let picture: FourCC = "IDAT"
    static let end: FourCC = "IEND"
    static let exif: FourCC = "eXIf"
    /// Latin-1 text, compressed Latin-1 text, and UTF-8 text that may be compressed.
    static let text: FourCC = "tEXt"
    static let packedText: FourCC = "zTXt"
    static let internationalText: FourCC = "iTXt"

    /// The size of a chunk without its content.
    static let overhead = 4 + 4 + 4
    private static let prefix = 4 + 4

    /// The offset of the chunk.
    let offset: Int
    /// Four ASCII letters.
    let type: FourCC
    /// The content, clipped to the end of the file.
    let content: Range<Int>
    /// Whether the chunk claims to extend beyond the file.
    let isCut: Bool

    /// Reads the chunk at `offset`; nil at the end of the file, and if there is no valid type.
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

    /// The offset of the next chunk.
    var next: Int { content.upperBound + 4 }

    /// Whether the value is four ASCII letters, as every type is (5.4).
    static func isType(_ value: UInt32) -> Bool {
        for shift in [0, 8, 16, 24] as [UInt32] {
            let letter = (value >> shift) & 0xDF
            guard (0x41...0x5A).contains(letter) else { return false }
        }
        return true
    }
}

/// Runs of IDAT chunks of equal length, as programs write them: all but the last have the length of a buffer.
enum PNGRun {
    /// The offset of the last chunk in the run of `first`; that of `first` itself if nothing follows.
    ///
    /// IDAT chunks are consecutive (PNG, third edition, 5.6). If there is an IDAT header at a multiple of the length
    /// from here, everything before it must be IDAT chunks. The last such place is found by galloping backwards from
    /// the file's end, followed by a binary search: one read for a picture with little after it, and at most about 40
    /// for one of gigabytes.
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
