import PhotoModel
import SystemPackage

/// Photos as comma-separated values (RFC 4180, with the line end of the system), under the names of the JSON keys.
enum PhotoCSV {
    /// The names of the columns.
    static let header = [
        "path", "bytes", "modifiedAt", "format", "latitude", "longitude", "altitude", "horizontalAccuracy",
        "positionSource", "positionProblem", "takenAt", "utcOffset", "takenAtUTC", "make", "model", "width", "height",
        "orientation", "verdict", "reason", "fence", "distance", "marked", "held",
    ].joined(separator: ",")

    /// One photo, without a line end. Absent values are empty; bytes of a path that are not UTF-8 are replaced.
    static func row(_ photo: Photo) -> String {
        let facts = photo.facts
        let time = facts.captureTime
        let fields: [String?] = [
            photo.path.string, String(photo.bytes), UTCInstant(nanoseconds: photo.modified).text, photo.formatName,
            facts.position.coordinate?.latitude.description, facts.position.coordinate?.longitude.description,
            facts.altitude?.description, facts.horizontalAccuracy?.description, facts.positionSource?.rawValue,
            facts.position.problem?.rawValue, time?.wall.text, time?.offset?.text, time?.utc.map { "\($0.text)Z" },
            facts.make, facts.model, facts.width.map(String.init), facts.height.map(String.init),
            facts.orientation.map(String.init), photo.judgement?.verdict.rawValue, photo.judgement?.reason.rawValue,
            photo.judgement?.fence, photo.judgement?.distance?.description, photo.marked?.rawValue, photo.held,
        ]
        return fields.map { quoted($0 ?? "") }.joined(separator: ",")
    }

    /// A field, in quotation marks where it holds a comma, a quotation mark or a line end.
    private static func quoted(_ field: String) -> String {
        let isPlain = field.utf8.allSatisfy { $0 != 0x2C && $0 != 0x22 && $0 != 0x0A && $0 != 0x0D }
        return isPlain ? field : "\"\(field.replacing("\"", with: "\"\""))\""
    }
}
