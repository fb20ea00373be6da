internal import PhotoModel

/// Reads the JSON files that Google Takeout writes for photos.
enum TakeoutReader {
    /// Reads a file; nil for a JSON file that does not describe a photo, such as that of an album.
    ///
    /// A photo's file is recognized by the object `photoTakenTime`, which no other file of an export has. Values of
    /// unexpected types are ignored.
    ///
    /// - Throws: `corrupt` for a photo's file that is truncated, or has other members of one and not that.
    static func read(_ bytes: Span<UInt8>) throws(ContainerProblem) -> SourceFacts? {
        var cursor = JSONCursor(bytes)
        guard cursor.enterObject(bytes) else { return nil }
        var facts = SourceFacts(.takeout)
        var (isPhoto, isNamed) = (false, false)
        var (camera, google) = (TakeoutPlace(), TakeoutPlace())
        while let name = cursor.nextName(bytes) {
            if bytes.equal("photoTakenTime", in: name) {
                guard cursor.enterObject(bytes) else { throw .corrupt(damage) }
                isPhoto = true
                facts.captureTime = time(&cursor, bytes)
            } else if bytes.equal("geoDataExif", in: name) {
                camera = TakeoutPlace(&cursor, bytes)
                isNamed = true
            } else if bytes.equal("geoData", in: name) {
                google = TakeoutPlace(&cursor, bytes)
                isNamed = true
            } else {
                for member in photoMembers where bytes.equal(member, in: name) { isNamed = true }
                cursor.skipValue(bytes)
            }
        }
        if !isPhoto, !isNamed || isOwn(bytes) { return nil }
        guard isPhoto, !cursor.isBroken else { throw .corrupt(damage) }
        let place = chosen(camera, google)
        (facts.position, facts.altitude) = (place.position, place.altitude)
        // Both may be right: the one set by hand says what the person knows.
        if google.position != place.position { facts.otherPlaces = [google.position.coordinate].compactMap(\.self) }
        return facts
    }

    private static let damage = "is a Takeout file that breaks off or is damaged"

    /// Members of a photo's file that tell it from other JSON, besides time and places.
    private static let photoMembers: [StaticString] = [
        "googlePhotosOrigin", "imageViews", "photoLastModifiedTime",
    ]

    /// Whether a file is one of an export's own that describes no photo: an object with nothing but the members of an
    /// album, of its comments, of memories or of subscriptions.
    static func isOwn(_ bytes: Span<UInt8>) -> Bool {
        var cursor = JSONCursor(bytes)
        guard cursor.enterObject(bytes) else { return false }
        var isEmpty = true
        while let name = cursor.nextName(bytes) {
            var isKnown = false
            for member in ownMembers where bytes.equal(member, in: name) { isKnown = true }
            guard isKnown else { return false }
            isEmpty = false
            cursor.skipValue(bytes)
        }
        return !isEmpty && !cursor.isBroken
    }

    private static let ownMembers: [StaticString] = [
        "title", "description", "access", "date", "location", "geoData", "enrichments", "albumData", "media",
        "sharedAlbumComments", "printSubscriptions", "memoryTitles", "userGeneratedMemoryTitles",
    ]

    /// The camera's position (`geoDataExif`) takes precedence over the one in Google Photos (`geoData`), which is the
    /// same, or was set by hand, or was estimated by Google from the location of the owner's phone.
    private static func chosen(_ camera: TakeoutPlace, _ google: TakeoutPlace) -> TakeoutPlace {
        if camera.position.coordinate != nil { return camera }
        if google.position.coordinate != nil { return google }
        return camera.position.problem != nil ? camera : google
    }

    /// Reads `timestamp`: seconds since 1970 in UTC as a string or number; negative before. Exactly 0 means an unknown
    /// time.
    private static func time(_ cursor: inout JSONCursor, _ bytes: Span<UInt8>) -> CaptureTime? {
        var seconds: Int64?
        while let name = cursor.nextName(bytes) {
            let isWanted = bytes.equal("timestamp", in: name)
            switch cursor.scalar(bytes) {
            case .string(let range) where isWanted: seconds = Int64(bytes.ascii(range))
            case .number(let range) where isWanted: seconds = Int64(bytes.ascii(range))
            default: break
            }
        }
        guard let seconds, seconds != 0, let wall = WallTime(secondsSince1970: seconds) else { return nil }
        return CaptureTime(wall: wall, offset: UTCOffset(seconds: 0, source: .utc), source: .takeout)
    }
}

/// A location in a Takeout file: an object with `latitude`, `longitude` and `altitude`, in degrees and metres.
private struct TakeoutPlace {
    private var latitude: Double?
    private var longitude: Double?
    private(set) var altitude: Double?
    private var isMalformed = false

    init() {}

    /// Reads the next value; a value that is not an object is no location.
    init(_ cursor: inout JSONCursor, _ bytes: Span<UInt8>) {
        guard cursor.enterObject(bytes) else {
            cursor.skipValue(bytes)
            return
        }
        while let name = cursor.nextName(bytes) {
            let scalar = cursor.scalar(bytes)
            if bytes.equal("latitude", in: name) {
                latitude = degrees(scalar, bytes)
            } else if bytes.equal("longitude", in: name) {
                longitude = degrees(scalar, bytes)
            } else if bytes.equal("altitude", in: name), case .number(let range) = scalar {
                // 0 means unknown, as for the position.
                altitude = bytes.decimal(range).flatMap { $0.isFinite && $0 != 0 ? $0 : nil }
            }
        }
    }

    private mutating func degrees(_ scalar: JSONCursor.Scalar, _ bytes: Span<UInt8>) -> Double? {
        if case .null = scalar { return nil }
        let value: Double? = if case .number(let range) = scalar { bytes.decimal(range) } else { nil }
        if value == nil { isMalformed = true }
        return value
    }

    /// Takeout writes 0,0 for an unknown position, so it counts as absent and not as a problem.
    var position: Position {
        if isMalformed { return .invalid(.malformed) }
        switch (latitude, longitude) {
        case (nil, nil), (0, 0): return .absent
        case (let latitude?, let longitude?):
            return Coordinate(latitude: latitude, longitude: longitude).map(Position.valid) ?? .invalid(.outOfRange)
        default: return .invalid(.incomplete)
        }
    }
}

extension WallTime {
    /// The moment in UTC; nil outside of the years 1…9999.
    fileprivate init?(secondsSince1970 seconds: Int64) {
        guard let first = WallTime(year: 1, month: 1, day: 1), let last = WallTime(year: 9999, month: 12, day: 31),
            (first.microseconds / 1_000_000..<last.microseconds / 1_000_000 + 86_400).contains(seconds)
        else { return nil }
        self.init(microseconds: seconds * 1_000_000)
    }
}

extension Span<UInt8> {
    fileprivate func equal(_ text: StaticString, in range: Range<Int>) -> Bool {
        range.count == text.utf8CodeUnitCount && holds(text, at: range.lowerBound)
    }

    /// The text in `range`; empty if it is longer than any number.
    fileprivate func ascii(_ range: Range<Int>) -> String {
        guard range.count <= 40 else { return "" }
        var text = ""
        for index in range { text.unicodeScalars.append(Unicode.Scalar(self[index])) }
        return text
    }

    /// The JSON number in `range`, infinite if it is too large; nil if it is not a number.
    fileprivate func decimal(_ range: Range<Int>) -> Double? {
        let text = ascii(range)
        return text.allSatisfy { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) } ? Double(text) : nil
    }
}
