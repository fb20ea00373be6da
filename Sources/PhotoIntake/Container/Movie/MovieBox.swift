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
