internal import PhotoModel

/// A movie's `moov` box (ISO/IEC 14496-12, 8.2; QuickTime File Format, Movie Atoms).
struct MovieBox {
    private static let mostBoxes = 256

    /// Whether the content is in a compressed box (`cmov`), which is not supported.
    private(set) var isPacked = false
    private var hasSound = false
    private var header: MovieHeader?
    private var track: MovieTrack?
    private var metadata = MovieMetadata()
    private var trackMetadata = MovieMetadata()

    var hasHeader: Bool { header != nil }
    /// Whether it has sound tracks but no picture track.
    var isSound: Bool { hasSound && track == nil }

    init(_ content: Range<Int>, in source: inout PhotoSource) {
        source.forEachBox(in: content, most: Self.mostBoxes) { box, source in
            switch box.type {
            case "mvhd": header = header ?? MovieHeader(box.content, in: &source)
            case "trak": take(MovieTrack(box.content, in: &source))
            case "meta": metadata.take(meta: box.content, in: &source)
            case "udta": metadata.take(userData: box.content, in: &source)
            case "uuid":
                if let boxes = CR3Reader.canonBoxes(in: box, &source) { metadata.take(canon: boxes, in: &source) }
            case "cmov": isPacked = true
            default: break
            }
            return true
        }
        if let meta = track?.meta { trackMetadata.take(meta: meta, in: &source) }
        if let userData = track?.userData { trackMetadata.take(userData: userData, in: &source) }
    }

    /// Reads a `meta` box beside the movie's, as Sony's cameras write it.
    mutating func take(meta content: Range<Int>, in source: inout PhotoSource) {
        metadata.take(meta: content, in: &source)
    }

    /// Adds the movie's properties to the container's content.
    ///
    /// The picture track's metadata is used for what the movie's metadata lacks. A time of creation in either takes
    /// precedence over the header's, which should be in UTC; what it is depends on who wrote it. The header's counts
    /// where the other is one that cannot be.
    ///
    /// - Parameter brand: the file's major brand; nil where it has none.
    func describe(_ content: inout ContainerContent, brand: FourCC?) {
        var facts = metadata.facts
        facts.add(trackMetadata.facts)
        if let created = header?.created {
            let clocks = [metadata.clock, trackMetadata.clock, brand.map(MakerData.clock(ofBrand:)) ?? .unknown]
            let isUTC = clocks.contains(.utc)
            let offset = clocks.contains(.local) ? nil : UTCOffset(seconds: 0, source: isUTC ? .utc : .assumed)
            var time = CaptureTime(wall: created, offset: offset, source: .quicktime)
            if isUTC, let seconds = metadata.offset ?? trackMetadata.offset {
                time.wall = created.advanced(bySeconds: seconds)
                time.offset = UTCOffset(seconds: seconds, source: .quicktime)
            }
            if facts.captureTime == nil { facts.captureTime = time } else { facts.nextCaptureTime = time }
        }
        content.exif = metadata.exif + trackMetadata.exif
        content.own = facts
        content.duration = header?.duration
        content.contentIdentifier = metadata.contentIdentifier ?? trackMetadata.contentIdentifier
        (content.width, content.height) = (track?.width, track?.height)
        content.orientation = track?.orientation
        content.xmp += metadata.xmp + trackMetadata.xmp
    }

    /// Keeps the first track that is an enabled picture, or else the first picture.
    private mutating func take(_ other: MovieTrack?) {
        if other?.isSound == true { hasSound = true }
        guard let other, other.isPicture else { return }
        if track == nil || track?.isEnabled == false && other.isEnabled { track = other }
    }
}

extension SourceFacts {
    /// Adds facts from a less trusted source where they are missing; a valid position replaces an invalid one.
    fileprivate mutating func add(_ other: SourceFacts) {
        let isBetter = position.coordinate == nil && other.position.coordinate != nil
        if isBetter || position == .absent {
            (position, altitude, horizontalAccuracy) = (other.position, other.altitude, other.horizontalAccuracy)
        }
        otherPlaces += other.otherPlaces
        captureTime = captureTime ?? other.captureTime
        vagueTime = vagueTime ?? other.vagueTime
        if make == nil, model == nil { (make, model) = (other.make, other.model) }
    }
}

/// The time of creation and the duration of a movie (`mvhd`; ISO/IEC 14496-12, 8.2.2).
struct MovieHeader {
    /// Seconds from 1904-01-01, the epoch of movie times, to 1970-01-01.
    private static let epoch = 2_082_844_800
    /// The first moment, in seconds since 1970, that counts where a writer counted from 1970: 2000-01-01. As seconds
    /// since 1904 it would be in 1934. Clocks that were never set say less.
    private static let first = 946_684_800
    /// Seconds from 1970-01-01 to the end of the year 9999.
    private static let end = 253_402_300_800

    /// The time of creation, in UTC by the standard. Counted from 1970, as some writers do, where it would be before
    /// films were made. Zero, which means unknown, is 1904's beginning, so that it can be told as one
    /// (``CaptureTime/isClockZero``). Nil for other times before 1970, which come from clocks that were never set, and
    /// for times after 9999.
    let created: WallTime?
    /// The duration in seconds; nil if unknown, as for a fragmented movie, whose header contains 0.
    let duration: Double?

    init?(_ content: Range<Int>, in source: inout PhotoSource) {
        var fields = BoxFields(content)
        guard let version = fields.versionAndFlags(in: &source)?.version, version <= 1 else { return nil }
        let size = version == 1 ? 8 : 4
        // A time too large for ``Swift/Int`` counts as missing.
        let created = fields.number(size, in: &source)
        guard fields.skip(size), let scale = fields.number(4, in: &source) else { return nil }
        self.created = created.flatMap(Self.time)
        // All ones means an unknown duration, which in version 1 does not fit an ``Swift/Int``.
        let length = fields.number(size, in: &source)
        let isKnown = scale > 0 && length != 0 && !(version == 0 && length == 0xFFFF_FFFF)
        duration = isKnown ? length.map { Double($0) / Double(scale) } : nil
    }
}

extension MovieHeader {
    private static func time(_ created: Int) -> WallTime? {
        let isFrom1970 = (first..<epoch).contains(created)
        let seconds = isFrom1970 ? created : created - epoch
        guard created == 0 || (0..<end).contains(seconds) else { return nil }
        return WallTime(microseconds: Int64(seconds) * 1_000_000)
    }
}

/// A track of a movie (`trak`; ISO/IEC 14496-12, 8.3).
struct MovieTrack {
    private static let mostBoxes = 64

    /// Whether it is a picture: its handler is `vide`, or it has a size and no handler.
    private(set) var isPicture = false
    /// Whether it is sound: its handler is `soun`.
    private(set) var isSound = false
    private(set) var isEnabled = false
    /// Columns; nil for 0.
    private(set) var width: Int?
    /// Rows; nil for 0.
    private(set) var height: Int?
    /// The EXIF orientation equivalent to the track's matrix; nil for a matrix that does more than rotate and mirror.
    private(set) var orientation: Int?
    /// The contents of the track's own `meta` and `udta` boxes.
    private(set) var meta, userData: Range<Int>?

    /// Returns nil for a track without a header.
    init?(_ content: Range<Int>, in source: inout PhotoSource) {
        var hasHeader = false
        var handler: FourCC?
        source.forEachBox(in: content, most: Self.mostBoxes) { box, source in
            switch box.type {
            case "tkhd" where !hasHeader: hasHeader = readHeader(box.content, in: &source)
            case "mdia" where handler == nil: handler = Self.handler(of: box.content, in: &source)
            case "meta": meta = box.content
            case "udta": userData = box.content
            default: break
            }
            return true
        }
        guard hasHeader else { return nil }
        isSound = handler == "soun"
        isPicture = handler.map { $0 == "vide" } ?? (width != nil && height != nil)
    }

    /// The matrix has nine fixed-point numbers row by row, of which the first two rows rotate (8.3.2). Width and height
    /// follow, in 65,536ths. The times before the matrix are longer in version 1.
    private mutating func readHeader(_ content: Range<Int>, in source: inout PhotoSource) -> Bool {
        var fields = BoxFields(content)
        guard let (version, flags) = fields.versionAndFlags(in: &source), fields.skip((version == 1 ? 32 : 20) + 16)
        else { return false }
        var matrix: [Int] = []
        for _ in 0..<9 {
            guard let number = fields.number(4, in: &source) else { return false }
            matrix.append(Int(Int32(truncatingIfNeeded: number)))
        }
        guard let columns = fields.number(4, in: &source), let rows = fields.number(4, in: &source) else {
            return false
        }
        isEnabled = flags & 1 == 1
        orientation = Self.orientation([matrix[0], matrix[1], matrix[3], matrix[4]].map { $0.signum() })
        width = columns >> 16 > 0 ? columns >> 16 : nil
        height = rows >> 16 > 0 ? rows >> 16 : nil
        return true
    }

    /// The orientation by the signs of the matrix: the directions of a step right and a step down in the stored
    /// picture.
    private static func orientation(_ signs: [Int]) -> Int? {
        switch signs {
        case [1, 0, 0, 1]: 1
        case [-1, 0, 0, 1]: 2
        case [-1, 0, 0, -1]: 3
        case [1, 0, 0, -1]: 4
        case [0, 1, 1, 0]: 5
        case [0, 1, -1, 0]: 6
        case [0, -1, -1, 0]: 7
        case [0, -1, 1, 0]: 8
        default: nil
        }
    }

    /// The type of the media's handler (`hdlr`).
    private static func handler(of media: Range<Int>, in source: inout PhotoSource) -> FourCC? {
        var handler: FourCC?
        source.forEachBox(in: media, most: mostBoxes) { box, source in
            guard box.type == "hdlr" else { return true }
            var fields = BoxFields(box.content)
            guard fields.skip(8) else { return false }
            handler = fields.number(4, in: &source).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
            return false
        }
        return handler
    }
}
