import GoogleDrive
import PhotoModel
import PhotoPipeline

/// A folder of Google Drive as it is written: `FOLDER/FOLDER` below My Drive, or `//DRIVE-ID/FOLDER` in a shared drive.
struct DriveSpec: Hashable, Sendable {
    /// The shared drive's id; nil for My Drive.
    let drive: String?
    /// The names of the folders, from the top; empty for a shared drive's own top.
    let names: [String]

    /// Nil for what is no such text: without a folder in My Drive, or with names that are empty, `.` or `..`.
    ///
    /// - Parameter place: what stands behind `drive:`.
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

    /// The one way to write it.
    var place: String { (drive.map { "//\($0)/" } ?? "") + names.joined(separator: "/") }

    /// The folder that the names start from.
    var root: String { drive ?? "root" }
}
