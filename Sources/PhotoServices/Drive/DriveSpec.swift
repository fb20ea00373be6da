import GoogleDrive
import PhotoModel
import PhotoPipeline

/// The notation of a folder in Google Drive: `FOLDER/FOLDER` in My Drive, or `//DRIVE-ID/FOLDER` in a shared drive.
struct DriveSpec: Hashable, Sendable {
    /// The shared drive's id; nil for My Drive.
    let drive: String?
    /// The names of the folders from the root; empty for the root of a shared drive.
    let names: [String]

    /// Returns nil for an invalid text: one without a folder in My Drive, or with a name that is `.` or `..`.
    ///
    /// - Parameter place: the text after `drive:`.
    init?(_ place: String) {
        var names = place.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        if place.hasPrefix("//") {
            guard !place.hasPrefix("///"), let id = names.first, id.isPlainName(ofAtMost: 128) else { return nil }
            drive = id
            names.removeFirst()
        } else {
            drive = nil
            if names.isEmpty { return nil }
        }
        if names.contains(where: { $0 == "." || $0 == ".." }) { return nil }
        self.names = names
    }

    /// The canonical notation.
    var place: String { (drive.map { "//\($0)/" } ?? "") + names.joined(separator: "/") }

    /// The id of the folder that the names start from.
    var root: String { drive ?? "root" }
}
