import PhotoModel
import SystemPackage

/// The facts of a photo as text columns, named like the JSON keys.
enum PhotoFields {
    /// A column.
    struct Field: Sendable {
        /// Its name.
        let name: String
        /// Its value; nil if it is absent.
        let value: @Sendable (Photo) -> String?
    }

    /// All fields, in order.
    static let all: [Field] = [
        Field(name: "path") { $0.path.string },
        Field(name: "bytes") { String($0.bytes) },
        Field(name: "modifiedAt") { UTCInstant(nanoseconds: $0.modified).text },
        Field(name: "format") { $0.formatName },
        Field(name: "latitude") { $0.facts.position.coordinate?.latitude.description },
        Field(name: "longitude") { $0.facts.position.coordinate?.longitude.description },
        Field(name: "altitude") { $0.facts.altitude?.description },
        Field(name: "horizontalAccuracy") { $0.facts.horizontalAccuracy?.description },
        Field(name: "positionSource") { $0.facts.positionSource?.rawValue },
        Field(name: "positionProblem") { $0.facts.position.problem?.rawValue },
        Field(name: "takenAt") { $0.facts.captureTime?.wall.text },
        Field(name: "utcOffset") { $0.facts.captureTime?.offset?.text },
        Field(name: "takenAtUTC") { ($0.facts.captureTime?.utc).map { "\($0.text)Z" } },
        Field(name: "make") { $0.facts.make },
        Field(name: "model") { $0.facts.model },
        Field(name: "width") { $0.facts.width.map(String.init) },
        Field(name: "height") { $0.facts.height.map(String.init) },
        Field(name: "orientation") { $0.facts.orientation.map(String.init) },
        Field(name: "verdict") { $0.judgement?.verdict.rawValue },
        Field(name: "reason") { $0.judgement?.reason.rawValue },
        Field(name: "fence") { $0.judgement?.fence },
        Field(name: "distance") { $0.judgement?.distance?.description },
        Field(name: "marked") { $0.marked?.rawValue },
        Field(name: "held") { $0.held },
    ]

    /// The fields of comma-separated names, in the order of the names.
    ///
    /// - Throws: `TextError` for an unknown name.
    static func named(_ list: String) throws(TextError) -> [Field] {
        var fields: [Field] = []
        for name in list.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let field = all.first(where: { $0.name == name }) else {
                let hint = nearestWord(to: name, among: all.map(\.name)).map { "did you mean '\(terminalSafe($0))'?" }
                let known = "the fields are \(all.map(\.name).joined(separator: ","))"
                throw TextError("there is no field '\(terminalSafe(name))'; \(hint ?? known)")
            }
            fields.append(field)
        }
        return fields
    }
}

/// Photos as comma-separated values (RFC 4180, except that lines end with a line feed).
enum PhotoCSV {
    /// The line of names, without a line end.
    static func header(_ fields: [PhotoFields.Field]) -> String { fields.map(\.name).joined(separator: ",") }

    /// The line of one photo, without a line end. Absent values are empty; bytes of a path that are not UTF-8 are
    /// replaced.
    static func row(_ photo: Photo, _ fields: [PhotoFields.Field]) -> String {
        fields.map { quoted($0.value(photo) ?? "") }.joined(separator: ",")
    }

    /// A field, in quotation marks if it contains a comma, a quotation mark or a line end.
    private static func quoted(_ field: String) -> String {
        let isPlain = field.utf8.allSatisfy { $0 != 0x2C && $0 != 0x22 && $0 != 0x0A && $0 != 0x0D }
        return isPlain ? field : "\"\(field.replacing("\"", with: "\"\""))\""
    }
}
