internal import PhotoModel

/// What a `moov` box holds of a movie (ISO/IEC 14496-12, 8.2; QuickTime File Format, Movie Atoms).
struct MovieBox {
    private static let mostBoxes = 256

    /// Whether what matters is in a packed box (`cmov`), which is not read.
    private(set) var isPacked = false
    private var hasSound = false
    private var header: MovieHeader?
    private var track: MovieTrack?
    private var metadata = MovieMetadata()
    private var trackMetadata = MovieMetadata()

    /// Whether it has the header that every movie has.
    var hasHeader: Bool { header != nil }
    /// Whether it has tracks of sound and none with a picture.
    var isSound: Bool { hasSound && track == nil }

    init(_ content: Range<Int>, in source: inout PhotoSource) {
        source.forEachBox(in: content, most: Self.mostBoxes) { box, source in
            switch box.type {
            case "mvhd": header = header ?? MovieHeader(box.content, in: &source)
            case "trak": take(MovieTrack(box.content, in: &source))
            case "meta": metadata.take(meta: box.content, in: &source)
            case "udta": metadata.take(userData: box.content, in: &source)
            case "cmov": isPacked = true
            default: break
            }
            return true
        }
        if let meta = track?.meta { trackMetadata.take(meta: meta, in: &source) }
        if let userData = track?.userData { trackMetadata.take(userData: userData, in: &source) }
    }

    /// Puts what the movie says into the container's content.
    ///
    /// What the picture's track says counts where the movie says nothing. The time of creation that either gives goes
    /// before that of the header, which is UTC's.
    func describe(_ content: inout ContainerContent) {
        var facts = metadata.facts
        facts.add(trackMetadata.facts)
        if facts.captureTime == nil, let created = header?.created {
            facts.captureTime = CaptureTime(
                wall: created, offset: UTCOffset(seconds: 0, source: .utc), source: .quicktime)
        }
        content.own = facts
        content.duration = header?.duration
        content.contentIdentifier = metadata.contentIdentifier ?? trackMetadata.contentIdentifier
        (content.width, content.height) = (track?.width, track?.height)
        content.orientation = track?.orientation
        content.xmp = content.xmp ?? metadata.xmp
    }

    /// The first track that is a picture and enabled counts, else the first picture.
    private mutating func take(_ other: MovieTrack?) {
        if other?.isSound == true { hasSound = true }
        guard let other, other.isPicture else { return }
        if track == nil || track?.isEnabled == false && other.isEnabled { track = other }
    }
}

extension SourceFacts {
    /// Takes from what is less trusted what is not known yet; an invalid position gives way to a valid one.
    fileprivate mutating func add(_ other: SourceFacts) {
        let isBetter = position.coordinate == nil && other.position.coordinate != nil
        if isBetter || position == .absent {
            (position, altitude, horizontalAccuracy) = (other.position, other.altitude, other.horizontalAccuracy)
        }
        captureTime = captureTime ?? other.captureTime
        if make == nil, model == nil { (make, model) = (other.make, other.model) }
    }
}

/// When a movie was made and how long it lasts (`mvhd`; ISO/IEC 14496-12, 8.2.2).
struct MovieHeader {
    /// Seconds from 1904-01-01, from which the times are counted, to 1970-01-01.
    private static let epoch = 2_082_844_800
    /// Seconds from 1970-01-01 to the end of the year 9999.
    private static let end = 253_402_300_800

    /// When it was made, in UTC. Nil for zero, which means that nobody knows; for times before 1970, which come of
    /// clocks that were never set and of writers that count otherwise; and for those after 9999.
    let created: WallTime?
    /// How long it lasts, in seconds; nil where that is not known, as of a movie in fragments, whose header says 0.
    let duration: Double?

    init?(_ content: Range<Int>, in source: inout PhotoSource) {
        var fields = BoxFields(content)
        guard let version = fields.versionAndFlags(in: &source)?.version, version <= 1 else { return nil }
        let size = version == 1 ? 8 : 4
        // A time that is no ``Swift/Int`` is none.
        let created = fields.number(size, in: &source) ?? 0
        guard fields.skip(size), let scale = fields.number(4, in: &source) else { return nil }
        let seconds = created - Self.epoch
        self.created =
            seconds > 0 && seconds < Self.end ? WallTime(microseconds: Int64(seconds) * 1_000_000) : nil
        // All ones: a length that is not known, which is no ``Swift/Int`` in version 1.
        let length = fields.number(size, in: &source)
        let isKnown = scale > 0 && length != 0 && !(version == 0 && length == 0xFFFF_FFFF)
        duration = isKnown ? length.map { Double($0) / Double(scale) } : nil
    }
}

/// What a track of a movie is (`trak`; ISO/IEC 14496-12, 8.3).
struct MovieTrack {
    private static let mostBoxes = 64

    /// Whether it is a picture: of a handler `vide`, or of none that is told and with a size.
    private(set) var isPicture = false
    /// Whether it is sound: of a handler `soun`.
    private(set) var isSound = false
    /// Whether it is shown.
    private(set) var isEnabled = false
    /// Columns; nil for 0.
    private(set) var width: Int?
    /// Rows; nil for 0.
    private(set) var height: Int?
    /// The EXIF orientation that the track's matrix comes to; nil for one that does more than turn and mirror.
    private(set) var orientation: Int?
    /// The contents of the track's own `meta` and `udta` boxes.
    private(set) var meta, userData: Range<Int>?

    /// Nil for a track without a header.
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

    /// The matrix is nine fixed-point numbers row by row, of which the first two rows turn (8.3.2); after it width and
    /// height, in 65,536ths. The times before are longer in version 1.
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

    /// By the signs of the matrix: where a step to the right and a step down in the stored picture lead.
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
