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
