/// What another program, exiftool, reads from one file of the collection.
struct KnownPhoto: Decodable {
    /// A value of any kind; only its presence matters.
    struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// The embedded picture.
    struct Thumbnail: Decodable {
        var present: Bool
        var bytes: Int
        var group: String?
    }

    private enum CodingKeys: String, CodingKey {
        case path, groups, altitude, gps, warnings, errors, thumbnail
        case format = "FileType"
        case latitude = "lat"
        case longitude = "lon"
        case source = "gps_source"
        case notes = "gps_note"
        case accuracy = "hPositioningError"
        case time = "DateTimeOriginal"
        case subSeconds = "SubSecTimeOriginal"
        case offset = "OffsetTimeOriginal"
        case make = "Make"
        case model = "Model"
        case width = "ImageWidth"
        case height = "ImageHeight"
        case orientation = "Orientation"
    }

    /// The path below the collection's directory.
    var path: String
    var format: String?
    /// The directory or namespace that each value came from.
    var groups: [String: String]
    var latitude: Double?
    var longitude: Double?
    /// `EXIF`, `XMP`, `QuickTime` or another place that the position is from.
    var source: String?
    /// Peculiarities of the position.
    var notes: Set<String>
    /// All values about the position.
    var gps: [String: Anything]
    var altitude: Double?
    var accuracy: Double?
    var time: String?
    var subSeconds: String?
    var offset: String?
    var make: String?
    var model: String?
    var width: Int?
    var height: Int?
    var orientation: Int?
    var thumbnail: Thumbnail
    var warnings: [String]
    var errors: [String]

    /// The folder of the collection: a format, or `corrupt` for files that only must not crash the reader.
    var folder: Substring { path.prefix { $0 != "/" } }
}
