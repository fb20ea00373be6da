internal import PhotoModel

/// Position, time and camera of a movie, from all places that may contain them.
///
/// Apple's keys take precedence over user data, and user data over 3GPP's location box; of positions, the first valid
/// one is used.
struct MovieMetadata {
    private static let mostText = 256

    /// Apple's identifier shared by the clip and the still of a Live Photo.
    private(set) var contentIdentifier: String?
    /// The XMP packets in the user data.
    private(set) var xmp: [XMPSource] = []
    private var places: [MovieKey.Rank: GeographicPoint] = [:]
    /// Every valid place, also those that another of the same rank precedes.
    private var coordinates: [Coordinate] = []
    private var times: [MovieKey.Rank: CaptureTime] = [:]
    private var vagueTime: VagueTime?
    /// The offset, in seconds, that the phone's clock had from the time in the header.
    private(set) var offset: Int?
    private var accuracy: Double?
    private var make: String?
    private var model: String?
    private var maker = MakerData()
    private var isByAndroid = false
    private var hasAppleKeys = false

    /// EXIF data that a maker added.
    var exif: [ExifSource] { maker.exif }

    /// What is known of the time in the movie's header. A maker's own data tells cameras from phones of the same name.
    /// Apple's and Android's systems write UTC. Any camera can write Apple's keys: where they name another maker, only
    /// what is known of that counts.
    var clock: MakerData.Clock {
        let isOpen = MakerData.mayHaveZone(make: make, model: model)
        let clock: MakerData.Clock = isOpen ? .unknown : maker.clock ?? MakerData.clock(of: make)
        let isByKnownSystem = isByAndroid || hasAppleKeys && make == nil
        return clock == .unknown && isByKnownSystem ? .utc : clock
    }

    var facts: SourceFacts {
        var facts = SourceFacts(.quicktime)
        facts.captureTime = times[.keys] ?? maker.time ?? times[.userData]
        facts.vagueTime = vagueTime ?? maker.vagueTime
        (facts.make, facts.model) = make == nil && model == nil ? (maker.make, maker.model) : (make, model)
        if let place = maker.place { (facts.position, facts.altitude) = (place.position, place.altitude) }
        facts.otherPlaces = coordinates + [maker.place?.position.coordinate].compactMap(\.self)
        let ranked = MovieKey.Rank.allCases.compactMap { rank in places[rank].map { (rank: rank, place: $0) } }
        guard let best = ranked.first(where: { $0.place.position.coordinate != nil }) ?? ranked.first else {
            return facts
        }
        facts.position = best.place.position
        facts.altitude = best.place.altitude
        if best.rank == .keys { facts.horizontalAccuracy = accuracy }
        return facts
    }

    /// Reads a `meta` box. QuickTime's is a plain box; that of ISO/IEC 14496-12 (8.11.1) has version and flags.
    mutating func take(meta content: Range<Int>, in source: inout PhotoSource) {
        let isPlain = source.holds("hdlr", at: content.lowerBound + 4)
        let boxes = min(content.lowerBound + (isPlain ? 0 : 4), content.upperBound)..<content.upperBound
        var keys = MovieKeys()
        source.forEachBox(in: boxes, most: 64) { box, source in
            switch box.type {
            case "keys": keys = MovieKeys(box.content, in: &source)
            case "ilst": take(list: box.content, keys: keys, in: &source)
            case "xml ": maker.take(xml: box.content, in: &source)
            default: break
            }
            return true
        }
    }

    /// Reads user data (`udta`): a sequence of boxes, which QuickTime may end with a 32-bit zero.
    mutating func take(userData content: Range<Int>, in source: inout PhotoSource) {
        source.forEachBox(in: content, most: 256) { box, source in
            switch box.type {
            case "meta": take(meta: box.content, in: &source)
            case "loci": take(location: box.content, in: &source)
            case "XMP_": xmp.append(.file(box.content))
            default:
                take(text: box, in: &source)
                maker.take(box, in: &source)
            }
            return true
        }
    }

    /// Reads the boxes that Canon puts into one of its own.
    mutating func take(canon content: Range<Int>, in source: inout PhotoSource) {
        source.forEachBox(in: content, most: 64) { box, source in
            maker.take(box, in: &source)
            return true
        }
    }

    /// Reads a box of user data: a text after its length and language (QuickTime File Format, User Data Text).
    private mutating func take(text box: Box, in source: inout PhotoSource) {
        guard let key = MovieKey(userData: box.type), let length = source.uint16(at: box.content.lowerBound),
            box.content.count > 4
        else { return }
        let start = box.content.lowerBound + 4
        take(key, .userData, start..<min(start + Int(length), box.content.upperBound), in: &source)
    }

    /// 3GPP's location box.
    private mutating func take(location content: Range<Int>, in source: inout PhotoSource) {
        take(LocationBox.point(in: content, of: &source), at: .location)
    }

    /// Reads a list of values, each in a box whose type is the number or name of its key.
    private mutating func take(list content: Range<Int>, keys: MovieKeys, in source: inout PhotoSource) {
        source.forEachBox(in: content) { item, source in
            if let key = keys.key(number: item.type.value) {
                if key.isAndroid { isByAndroid = true } else { hasAppleKeys = true }
            }
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
            case .position: take(GeographicPoint(ShortText(bytes)), at: rank)
            case .accuracy: accuracy = accuracy ?? Self.accuracy(ShortText(bytes))
            case .created:
                let text = ShortText(bytes)
                let time = WrittenTime(text, source: .quicktime)?.captureTime(.quicktime)
                if time == nil { vagueTime = vagueTime ?? VagueTime(text) }
                times[rank] = times[rank] ?? time
            case .contentIdentifier: contentIdentifier = contentIdentifier ?? ExifText.string(bytes)
            case .make, .androidMake: make = make ?? ExifText.string(bytes)
            case .model, .androidModel: model = model ?? ExifText.string(bytes)
            case .offset: offset = offset ?? WrittenTime.offset(ShortText(bytes)).seconds
            case .androidVersion: break
            }
        }
    }

    /// Takes a place: of each rank the first counts.
    private mutating func take(_ place: GeographicPoint?, at rank: MovieKey.Rank) {
        places[rank] = places[rank] ?? place
        if let coordinate = place?.position.coordinate { coordinates.append(coordinate) }
    }

    /// In metres; nil for a value without meaning (``PhotoFacts/horizontalAccuracy``).
    private static func accuracy(_ text: ShortText) -> Double? {
        var place = 0
        guard let number = SignedDecimal(text, at: &place), place == text.count else { return nil }
        return number.value > 0 && number.value <= 100_000 ? number.value : nil
    }
}

/// The metadata that is read.
enum MovieKey: CaseIterable {
    case position, accuracy, created, contentIdentifier, make, model
    /// Which Android made the film, on which phone, and the offset of its clock.
    case androidVersion, androidMake, androidModel, offset

    /// Whether a phone with Android writes it.
    var isAndroid: Bool { [.androidVersion, .androidMake, .androidModel, .offset].contains(self) }

    /// The places of metadata, by descending precedence.
    enum Rank: CaseIterable {
        /// Among Apple's keys.
        case keys
        /// In user data, or in a list under its user data name.
        case userData
        /// In 3GPP's location box.
        case location
    }

    /// Apple's name of the key (QuickTime File Format, Metadata Keys), or Android's, as films of Google's, Motorola's
    /// and Samsung's phones have them.
    var name: StaticString {
        switch self {
        case .position: "com.apple.quicktime.location.ISO6709"
        case .accuracy: "com.apple.quicktime.location.accuracy.horizontal"
        case .created: "com.apple.quicktime.creationdate"
        case .contentIdentifier: "com.apple.quicktime.content.identifier"
        case .make: "com.apple.quicktime.make"
        case .model: "com.apple.quicktime.model"
        case .androidVersion: "com.android.version"
        case .androidMake: "com.android.manufacturer"
        case .androidModel: "com.android.model"
        case .offset: "com.samsung.android.utc_offset"
        }
    }

    /// The key of a box in user data; nil if it is not read.
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

/// The keys that a movie's metadata declares (`keys`); its values refer to them by number.
struct MovieKeys {
    private static let most = 1_024
    private var keys: [(number: UInt32, key: MovieKey)] = []

    init() {}

    /// Keys are numbered from 1. Each has a length, a namespace and a name.
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

    /// The key with a number; nil if it is not read.
    func key(number: UInt32) -> MovieKey? {
        keys.first { $0.number == number }?.key
    }
}
