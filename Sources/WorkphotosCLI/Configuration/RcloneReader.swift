import PhotoModel
import TOMLKit

/// The configuration's `[rclone]`.
struct RcloneTable: Hashable, Sendable {
    /// The program, a name or a path; nil for rclone's own name.
    var program: String?
    /// Its configuration file; not yet made absolute; nil for the one that it finds.
    var config: String?
    /// Flags that it gets besides, which nobody has looked at.
    var flags: [String] = []
}

/// Reads the configuration's `[rclone]`, whose values have the right types already.
struct RcloneReader {
    /// A value that cannot be, and what the key must be.
    struct Complaint: Error {
        let key: String
        let wanted: String
    }

    /// How rclone is run.
    static func read(_ table: TOMLTable) throws(Complaint) -> RcloneTable {
        for key in ["program", "config"] where table[key]?.string?.isEmpty == true {
            throw Complaint(key: key, wanted: "the path of a file, or left out")
        }
        return RcloneTable(
            program: table["program"]?.string, config: table["config"]?.string,
            flags: table["flags"]?.array.map { $0.compactMap { $0.string } } ?? [])
    }
}
