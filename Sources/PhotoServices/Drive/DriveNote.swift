import GoogleDrive
import PhotoModel
import PhotoPipeline

/// The `appProperties` of everything that this program creates in Drive. A key and its value have at most 124 bytes
/// together, and other clients cannot see them.
enum DriveNote {
    /// The SHA-256 of a copy's bytes, in hexadecimal.
    static let sha256 = "wpSha256"
    /// A value shared by the files of one photo.
    static let group = "wpGroup"
    /// The role of a file in its photo.
    static let role = "wpRole"
    /// The version of these properties.
    static let schema = "wpSchema"
    /// The marker of the destination that a copy or folder belongs to.
    static let destination = "wpDestination"
    /// The marker of the destination that an album's folder or a copy in it belongs to, which is no upload.
    static let album = "wpAlbum"
    /// The location that a marker makes a destination, by the first half of the SHA-256 of its text.
    static let place = "wpPlace"

    /// The marker of the destination that a part of a list of receipts belongs to, which is no copy.
    static let receipts = "wpReceipts"
    /// The folder that a marker was made for. A marker that was moved or copied to another folder is invalid.
    static let folder = "wpFolder"

    /// The properties of everything in a destination.
    static func common(_ marker: DestinationMarker) -> [String: String] { [destination: marker.text, schema: "1"] }

    /// The properties of a copy.
    ///
    /// - Parameter part: its part of its photo; nil if unknown.
    static func copy(_ sha256: [UInt8], _ part: PlannedCopy.Part?, of marker: DestinationMarker) -> [String: String] {
        var notes = common(marker)
        notes[Self.sha256] = hexText(sha256)
        notes[group] = part?.group
        notes[role] = part?.role.rawValue
        return notes
    }

    /// The properties of an album's folder.
    static func album(_ marker: DestinationMarker) -> [String: String] { [album: marker.text, schema: "1"] }

    /// The properties of a copy in an album. Those of an upload are removed, since Drive may copy them.
    static func albumCopy(_ marker: DestinationMarker) -> [String: String?] {
        [album: marker.text, schema: "1", sha256: nil, group: nil, role: nil, destination: nil]
    }

    /// The term of a query that finds files with a property.
    static func query(_ key: String, _ value: String) -> String {
        "appProperties has { key=\(queryText(key)) and value=\(queryText(value)) }"
    }
}
