internal import PhotoModel

/// Reads Matroska and WebM films (RFC 8794, EBML; RFC 9559, Matroska).
enum MatroskaReader {
    private static let mostElements = 256

    /// Reads the film in `source` up to the first cluster. A file with only sound is not a video.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        guard let header = EBMLElement(at: 0, before: source.size, in: &source) else {
            throw .corrupt("ends within the Matroska header")
        }
        var film = MatroskaFilm(isWebM: isWebM(header.content, &source))
        guard let segment = EBMLElement(at: header.content.upperBound, before: source.size, in: &source),
            segment.identifier == .segment
        else { throw .corrupt("is a Matroska file without a segment") }
        forEachElement(in: segment.content, &source) { element, source in
            switch element.identifier {
            case .information: film.take(information: element.content, &source)
            case .tracks: film.take(tracks: element.content, &source)
            case .cluster: return false
            default: break
            }
            return true
        }
        if film.hasSound, !film.hasPicture { throw .other("mka") }
        guard film.hasPicture || film.hasInformation else { throw .corrupt("ends before its Matroska tracks") }
        film.content.own = film.own
        return film.content
    }

    /// Whether the header's document type is WebM.
    private static func isWebM(_ header: Range<Int>, _ source: inout PhotoSource) -> Bool {
        var isWebM = false
        forEachElement(in: header, &source) { element, source in
            if element.identifier == .documentType { isWebM = source.holds("webm", at: element.content.lowerBound) }
            return true
        }
        return isWebM
    }

    /// Calls `body` with each element in a range until it returns false.
    static func forEachElement(
        in range: Range<Int>, _ source: inout PhotoSource, _ body: (EBMLElement, inout PhotoSource) -> Bool
    ) {
        var offset = range.lowerBound
        for _ in 0..<mostElements {
            guard let element = EBMLElement(at: offset, before: range.upperBound, in: &source),
                body(element, &source)
            else { return }
            offset = element.content.upperBound
        }
    }
}

/// What has been read of a film so far.
private struct MatroskaFilm {
    /// Seconds from 1970-01-01 to 2001-01-01, the epoch of Matroska's times.
    private static let epoch = 978_307_200
    /// Seconds from 1970-01-01 to the end of the year 9999.
    private static let end = 253_402_300_800

    var content: ContainerContent
    var own = SourceFacts(.quicktime)
    private(set) var hasInformation = false
    private(set) var hasPicture = false
    private(set) var hasSound = false

    init(isWebM: Bool) {
        content = ContainerContent(isWebM ? .webm : .mkv)
    }

    /// The time of creation, in nanoseconds and UTC, and the duration, in units of its own.
    mutating func take(information: Range<Int>, _ source: inout PhotoSource) {
        hasInformation = true
        var (scale, duration) = (1_000_000, Double?.none)
        MatroskaReader.forEachElement(in: information, &source) { element, source in
            switch element.identifier {
            case .scale: scale = element.number(&source) ?? scale
            case .duration: duration = element.decimal(&source)
            case .date: takeDate(element, &source)
            default: break
            }
            return true
        }
        if let duration, duration.isFinite, duration > 0 {
            content.duration = duration * Double(scale) / 1_000_000_000
        }
    }

    private mutating func takeDate(_ element: EBMLElement, _ source: inout PhotoSource) {
        guard element.content.count == 8, let value = source.uint64(at: element.content.lowerBound) else { return }
        let seconds = Int(Int64(bitPattern: value) / 1_000_000_000) + Self.epoch
        guard seconds > 0, seconds < Self.end else { return }
        own.captureTime = CaptureTime(
            wall: WallTime(microseconds: Int64(seconds) * 1_000_000), offset: UTCOffset(seconds: 0, source: .utc),
            source: .quicktime)
    }

    mutating func take(tracks: Range<Int>, _ source: inout PhotoSource) {
        MatroskaReader.forEachElement(in: tracks, &source) { element, source in
            if element.identifier == .track { take(track: element.content, &source) }
            return true
        }
    }

    /// Type 1 is video, type 2 is audio.
    private mutating func take(track: Range<Int>, _ source: inout PhotoSource) {
        var (kind, width, height) = (Int?.none, Int?.none, Int?.none)
        MatroskaReader.forEachElement(in: track, &source) { element, source in
            switch element.identifier {
            case .trackType: kind = element.number(&source)
            case .video:
                MatroskaReader.forEachElement(in: element.content, &source) { element, source in
                    if element.identifier == .width { width = element.number(&source) }
                    if element.identifier == .height { height = element.number(&source) }
                    return true
                }
            default: break
            }
            return true
        }
        if kind == 2 { hasSound = true }
        guard kind == 1 else { return }
        hasPicture = true
        if content.width == nil, let width, let height, width > 0, height > 0 {
            (content.width, content.height) = (width, height)
        }
    }
}

/// An element of EBML (RFC 8794, 4): an identifier, a length and content.
struct EBMLElement {
    /// The elements that are read (RFC 9559, 5).
    enum Identifier: Int {
        case documentType = 0x4282
        case segment = 0x1853_8067
        case information = 0x1549_A966
        case scale = 0x2A_D7B1
        case duration = 0x4489
        case date = 0x4461
        case tracks = 0x1654_AE6B
        case track = 0xAE
        case trackType = 0x83
        case video = 0xE0
        case width = 0xB0
        case height = 0xBA
        case cluster = 0x1F43_B675
    }

    /// The element's identifier; nil for elements that are not read.
    let identifier: Identifier?
    /// The content, clipped to its parent.
    let content: Range<Int>

    /// Reads the element at `offset` of a parent that ends at `end`; nil if its header does not fit. A length of all
    /// ones means unknown: the content extends to the parent's end.
    init?(at offset: Int, before end: Int, in source: inout PhotoSource) {
        guard let (identifier, first) = Self.number(at: offset, before: end, most: 4, isMarked: true, in: &source),
            let (length, start) = Self.number(at: first, before: end, most: 8, isMarked: false, in: &source)
        else { return nil }
        self.identifier = Identifier(rawValue: identifier)
        let isKnown = length < 1 << (7 * (start - first)) - 1
        content = start..<(isKnown && length < end - start ? start + length : end)
    }

    /// Reads a number whose leading zeros determine its number of bytes (RFC 8794, 4.2), and returns its end as well.
    /// In identifiers the marker bit after the zeros is kept.
    private static func number(
        at offset: Int, before end: Int, most: Int, isMarked: Bool, in source: inout PhotoSource
    ) -> (number: Int, end: Int)? {
        guard offset < end, let first = source.uint8(at: offset) else { return nil }
        let count = first.leadingZeroBitCount + 1
        guard count <= most, offset + count <= end else { return nil }
        var number = Int(isMarked ? first : first & (0x7F >> UInt8(count - 1)))
        for index in offset + 1..<offset + count {
            guard let byte = source.uint8(at: index) else { return nil }
            number = number << 8 | Int(byte)
        }
        return (number, offset + count)
    }

    /// The content as an unsigned number; nil unless it has at most seven bytes.
    func number(_ source: inout PhotoSource) -> Int? {
        guard content.count <= 7 else { return nil }
        var number = 0
        for place in content {
            guard let byte = source.uint8(at: place) else { return nil }
            number = number << 8 | Int(byte)
        }
        return number
    }

    /// The content as a floating-point number; nil for lengths other than 4 and 8.
    func decimal(_ source: inout PhotoSource) -> Double? {
        switch content.count {
        case 4: source.uint32(at: content.lowerBound).map { Double(Float(bitPattern: $0)) }
        case 8: source.uint64(at: content.lowerBound).map(Double.init(bitPattern:))
        default: nil
        }
    }
}
