import PhotoModel

/// The configuration in force, as far as the commands that exist read it.
struct Configuration: Sendable {
    /// `[scan] roots`: the directories a scan without arguments walks. Not yet made absolute.
    var roots: [String] = []
    /// `[scan] exclude`: patterns of what is no part of the library.
    var exclude: [String] = []
    /// `[scan] hidden`.
    var hidden = false
    /// `[scan] follow-symlinks`.
    var followsSymlinks = false
    /// `[scan] one-file-system`.
    var staysOnFileSystem = false
    /// The lines of `[triage]` in the order of their keys: what the verdicts were judged by is compared by these.
    var triage: [String] = []
}

/// Why a configuration cannot be used.
struct ConfigurationError: Error, Equatable {
    /// The line, from 1; nil where it cannot be told.
    var line: Int?
    /// What is wrong, in one sentence.
    var message: String
}
