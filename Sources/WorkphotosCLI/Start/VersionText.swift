import CBuild
import PhotoPipeline

/// The program's version, by semver.org.
let programVersion = "0.1.0"

/// What `--version` says: the program's version, the commit that it was built from, and the libraries that decide what
/// is read of a photo and how the index is kept. What the build was not told is left out.
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
