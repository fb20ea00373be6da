import GoogleDrive
import PhotoModel
import PhotoPipeline

/// What is noted beside what this program makes in Drive (`appProperties`): each name with its value has at most 124
/// bytes, and no other client sees any of it.
enum DriveNote {
    /// SHA-256 of a copy's bytes, in hexadecimal digits.
    static let sha256 = "wpSha256"
    /// What the files of a photo share.
    static let group = "wpGroup"
    /// What a file is of its photo.
    static let role = "wpRole"
    /// The version of these notes.
    static let schema = "wpSchema"
    /// The marker of the destination that a copy or a folder belongs to.
    static let destination = "wpDestination"
    /// The place that a marker makes a destination, by the first half of the SHA-256 of its text.
    static let place = "wpPlace"

    /// The folder that a marker was made for: one that was moved or copied elsewhere makes nothing a destination.
    static let folder = "wpFolder"

    /// What is noted beside everything of a destination.
    static func common(_ marker: DestinationMarker) -> [String: String] { [destination: marker.text, schema: "1"] }

    /// What is noted beside a copy.
    ///
    /// - Parameters:
    ///   - sha256: of its bytes.
    ///   - part: what it is of its photo; nil where nobody knows any more.
    ///   - marker: the destination's.
    /// - Returns: the notes.
    static func copy(_ sha256: [UInt8], _ part: PlannedCopy.Part?, of marker: DestinationMarker) -> [String: String] {
        var notes = common(marker)
        notes[Self.sha256] = hexText(sha256)
        notes[group] = part?.group
        notes[role] = part?.role.rawValue
        return notes
    }

    /// The term of a query that finds what a note stands beside.
    static func query(_ key: String, _ value: String) -> String {
        "appProperties has { key=\(queryText(key)) and value=\(queryText(value)) }"
    }
}
