package import SystemPackage

/// What a scan is to do, made from flags and configuration before it starts.
package struct ScanOptions: Sendable {
    /// The directories to walk; where there are none, every root the index knows.
    package var directories: [FilePath] = []
    /// Whether hidden files and directories are walked, and what lies below a `.nomedia`.
    package var hidden = false
    /// Whether symbolic links are followed.
    package var followsSymlinks = false
    /// Whether other mounted file systems are left out.
    package var staysOnFileSystem = false
    /// Patterns of what is left out.
    package var excludes: [String] = []
    /// Whether unchanged files are read too.
    package var rereads = false
    /// Whether a root that is empty, lies on another file system or lost more than half its files is believed.
    package var acceptsMissing = false

    package init() {}
}
