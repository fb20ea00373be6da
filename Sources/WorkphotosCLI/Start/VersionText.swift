import CBuild
import PhotoPipeline

/// The program's version (semver.org).
let programVersion = "0.1.0"

/// The text of `--version`: the program's version, the commit, and the versions of the libraries that read EXIF and
/// store the index. Omits what the build does not know.
func versionText(
    commit: String = unsafe String(cString: workphotos_commit()),
    libexif: String = unsafe String(cString: workphotos_libexif())
) -> String {
    let parts = [
        "workphotos " + programVersion + (commit.isEmpty ? "" : " (commit \(commit))"),
        libexif.isEmpty ? "" : "libexif \(libexif)",
        "SQLite \(Library.sqliteVersion)",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
}
