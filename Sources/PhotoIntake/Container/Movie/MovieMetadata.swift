internal import PhotoModel

/// What a movie says of place, time and camera, from the places where that may stand.
///
/// Apple's keys go before user data, and that before 3GPP's location box; of positions, the first valid one.
struct MovieMetadata {
    private static let mostText = 256

    /// Apple's identifier that the clip and the still of a Live Photo share.
    private(set) var contentIdentifier: String?
    /// An XMP packet in the user data.
    private(set) var xmp: MetadataBlock?
    private var places: [MovieKey.Rank: GeographicPoint] = [:]
    private var times: [MovieKey.Rank: CaptureTime] = [:]
    private var accuracy: Double?
    private var make: String?
    private var model: String?

    /// All of it.
    var facts: SourceFacts {
        var facts = SourceFacts(.quicktime)
        facts.captureTime = times[.keys] ?? times[.userData]
        (facts.make, facts.model) = (make, model)
        let ranked = MovieKey.Rank.allCases.compactMap { rank in places[rank].map { (rank: rank, place: $0) } }
        guard let best = ranked.first(where: { $0.place.position.coordinate != nil }) ?? ranked.first else {
            return facts
        }
        facts.position = best.place.position
        facts.altitude = best.place.altitude
        if best.rank == .keys { facts.horizontalAccuracy = accuracy }
        return facts
    }

    /// A `meta` box: QuickTime's is a plain box, that of ISO/IEC 14496-12 (8.11.1) has version and flags.
    mutating func take(meta content: Range<Int>, in source: inout PhotoSource) {
        let isPlain = source.holds("hdlr", at: content.lowerBound + 4)
        let boxes = min(content.lowerBound + (isPlain ? 0 : 4), content.upperBound)..<content.upperBound
        var keys = MovieKeys()
        source.forEachBox(in: boxes, most: 64) { box, source in
            switch box.type {
            case "keys": keys = MovieKeys(box.content, in: &source)
            case "ilst": take(list: box.content, keys: keys, in: &source)
            default: break
            }
            return true
        }
    }

    /// User data (`udta`): boxes one after the other, which QuickTime may end with a zero of 32 bits.
    mutating func take(userData content: Range<Int>, in source: inout PhotoSource) {
        source.forEachBox(in: content, most: 256) { box, source in
            switch box.type {
            case "meta": take(meta: box.content, in: &source)
            case "loci": take(location: box.content, in: &source)
            case "XMP_": xmp = xmp ?? .file(box.content)
            default: take(text: box, in: &source)
            }
            return true
        }
    }

    /// A box of the user data: text behind its length and its language (QuickTime File Format, User Data Text).
    private mutating func take(text box: Box, in source: inout PhotoSource) {
        guard let key = MovieKey(userData: box.type), let length = source.uint16(at: box.content.lowerBound),
            box.content.count > 4
        else { return }
        let start = box.content.lowerBound + 4
        take(key, .userData, start..<min(start + Int(length), box.content.upperBound), in: &source)
    }

    /// 3GPP's location box.
    private mutating func take(location content: Range<Int>, in source: inout PhotoSource) {
        places[.location] = places[.location] ?? LocationBox.point(in: content, of: &source)
    }

    /// A list of values, each in a box whose type is its key's number, or its name.
    private mutating func take(list content: Range<Int>, keys: MovieKeys, in source: inout PhotoSource) {
        source.forEachBox(in: content) { item, source in
            let key = keys.key(number: item.type.value) ?? MovieKey(userData: item.type)
            let rank = keys.key(number: item.type.value) == nil ? MovieKey.Rank.userData : .keys
            guard let key, let data = Box(at: item.content.lowerBound, before: item.content.upperBound, in: &source),
                data.type == "data", data.content.count > 8
            else { return true }
            take(key, rank, data.content.lowerBound + 8..<data.content.upperBound, in: &source)
            return true
        }
    }

    private mutating func take(_ key: MovieKey, _ rank: MovieKey.Rank, _ text: Range<Int>, in source: inout PhotoSource)
    {
        let text = text.prefix(Self.mostText)
        source.withBytes(text) { bytes in
            switch key {
            case .position: places[rank] = places[rank] ?? GeographicPoint(ShortText(bytes))
            case .accuracy: accuracy = accuracy ?? Self.accuracy(ShortText(bytes))
            case .created: times[rank] = times[rank] ?? MovieDate.captureTime(ShortText(bytes))
            case .contentIdentifier: contentIdentifier = contentIdentifier ?? ExifText.string(bytes)
            case .make: make = make ?? ExifText.string(bytes)
            case .model: model = model ?? ExifText.string(bytes)
            }
        }
    }

    /// Metres as a decimal number; nil for what says nothing (``PhotoFacts/horizontalAccuracy``).
    private static func accuracy(_ text: ShortText) -> Double? {
        var place = 0
        guard let number = SignedDecimal(text, at: &place), place == text.count else { return nil }
        return number.value > 0 && number.value <= 100_000 ? number.value : nil
    }
}

/// What is read of a movie's metadata.
enum MovieKey: CaseIterable {
    case position, accuracy, created, contentIdentifier, make, model

    /// Where it stands, the one that goes first first.
    enum Rank: CaseIterable {
        /// Among Apple's keys.
        case keys
        /// In user data, or in a list by its name there.
        case userData
        /// In 3GPP's location box.
        case location
    }

    /// The name that Apple gave the key (QuickTime File Format, Metadata Keys).
    var name: StaticString {
        switch self {
        case .position: "com.apple.quicktime.location.ISO6709"
        case .accuracy: "com.apple.quicktime.location.accuracy.horizontal"
        case .created: "com.apple.quicktime.creationdate"
        case .contentIdentifier: "com.apple.quicktime.content.identifier"
        case .make: "com.apple.quicktime.make"
        case .model: "com.apple.quicktime.model"
        }
    }

    /// The key of a box of user data; nil for those that are not read.
    init?(userData type: FourCC) {
        switch type {
        case "©xyz": self = .position
        case "©day": self = .created
        case "©mak": self = .make
        case "©mod": self = .model
        default: return nil
        }
    }
}

/// The keys that a movie's metadata declares, of which its values name the numbers (`keys`).
struct MovieKeys {
    private static let most = 1_024
    private var keys: [(number: UInt32, key: MovieKey)] = []

    init() {}

    /// Keys are counted from 1. Each has its length, a namespace and a name.
    init(_ content: Range<Int>, in source: inout PhotoSource) {
        var fields = BoxFields(content)
        guard fields.skip(4), let count = fields.number(4, in: &source) else { return }
        for number in 0..<min(count, Self.most) {
            let start = fields.offset
            guard let size = fields.number(4, in: &source), size >= 8, fields.skip(size - 4) else { return }
            let key = MovieKey.allCases.first { key in
                key.name.utf8CodeUnitCount == size - 8 && source.holds(key.name, at: start + 8)
            }
            if let key { keys.append((UInt32(number + 1), key)) }
        }
    }

    /// The key with a number; nil where it is none that is read.
    func key(number: UInt32) -> MovieKey? {
        keys.first { $0.number == number }?.key
    }
}

/// Times as movies write them: ISO 8601, with an offset or without.
enum MovieDate {
    /// `2026-05-01T10:00:00+0200`, with a fraction of the second, and `+02:00`, `+02` or `Z`. Nil for anything else,
    /// and for what no calendar and clock show; without an offset for one beyond 14 hours.
    static func captureTime(_ text: ShortText) -> CaptureTime? {
        guard let year = text.number(at: 0, length: 4), text.holds(oneOf: "-:", at: 4), text[7] == text[4],
            let month = text.number(at: 5, length: 2), let day = text.number(at: 8, length: 2),
            text.holds(oneOf: "T ", at: 10), let hour = text.number(at: 11, length: 2), text[13] == 0x3A,
            let minute = text.number(at: 14, length: 2), text[16] == 0x3A,
            let second = text.number(at: 17, length: 2)
        else { return nil }
        var place = 19
        let fraction = microseconds(text, at: &place)
        guard
            let wall = WallTime(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second, microsecond: fraction)
        else { return nil }
        return CaptureTime(wall: wall, offset: offset(text, at: place), source: .quicktime)
    }

    /// The fraction at `place`, cut to microseconds; 0 where there is none. `place` moves behind it.
    private static func microseconds(_ text: ShortText, at place: inout Int) -> Int {
        guard text.holds(oneOf: ".,", at: place) else { return 0 }
        place += 1
        var number = 0
        var weight = 100_000
        while let digit = text.number(at: place, length: 1) {
            number += digit * weight
            weight /= 10
            place += 1
        }
        return number
    }

    /// The offset that ends the text; nil where none does. `Z` says that the time is UTC's, not what a clock showed.
    private static func offset(_ text: ShortText, at place: Int) -> UTCOffset? {
        if text.holds(oneOf: "Zz", at: place), text.count == place + 1 { return UTCOffset(seconds: 0, source: .utc) }
        guard text.holds(oneOf: "+-", at: place), let hours = text.number(at: place + 1, length: 2) else { return nil }
        let isNegative = text.holds(oneOf: "-", at: place)
        var minutes = 0
        if text.count > place + 3 {
            let start = place + (text[place + 3] == 0x3A ? 4 : 3)
            guard let number = text.number(at: start, length: 2), text.count == start + 2, number < 60 else {
                return nil
            }
            minutes = number
        }
        let seconds = (hours * 60 + minutes) * 60
        guard seconds <= 14 * 3_600 else { return nil }
        return UTCOffset(seconds: isNegative ? -seconds : seconds, source: .quicktime)
    }
}
