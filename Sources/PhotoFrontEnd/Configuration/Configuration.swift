package import PhotoModel
package import PhotoPipeline
package import SystemPackage

/// The configuration in force, as far as the commands that exist read it.
package struct Configuration: Sendable {
    /// `[scan] roots`: the directories a scan without arguments walks. Not yet made absolute.
    package var roots: [String] = []
    /// `[scan] exclude`: patterns of what is no part of the library.
    package var exclude: [String] = []
    /// `[scan] hidden`.
    package var hidden = false
    /// `[scan] follow-symlinks`.
    package var followsSymlinks = false
    /// `[scan] one-file-system`.
    package var staysOnFileSystem = false
    /// `[triage]`, but for ``tracks``.
    package var triage = TriageSettings()
    /// `[triage] gpx`: files with tracks, paths and patterns. Not yet made absolute.
    package var tracks: [String] = []
    /// `[upload]`, but for where uploads go.
    package var upload = UploadSettings()
    /// `[upload] to`: where uploads go that nobody gave a destination, a name or a spec.
    package var uploadTo: [String] = []
    /// `[upload] bwlimit`: how fast may be sent; nil where nothing says it.
    package var uploadLimit: RateLimit?
    /// The tables of the kinds of destinations, as `[rclone]`, by kind and key; paths as they are written.
    package var kindTables: [String: [String: KindSetting.Value]] = [:]
    /// `[google]`.
    package var google = GoogleSettings()
    /// `[purge]`, but for ``keep``.
    package var purge = PurgeSettings()
    /// `[purge] keep`: patterns, in which `~/` is not expanded yet.
    package var keep: [String] = []
    /// `[notify]`.
    package var notify = NotifySettings()
    /// `[destinations]`, by name.
    package var destinations: [DestinationSetting] = []
    /// What the file says, by `table.key`.
    package var values: [String: Value] = [:]

    /// What holds where there is no file.
    package init() {}

    /// A value and where it stands.
    package struct Value: Sendable {
        /// What it is.
        package var setting: SettingValue
        /// The line, from 1; nil where it cannot be told.
        package var line: Int?
        /// The file.
        package var path: FilePath?
    }
}

/// The value of a key of the configuration.
package enum SettingValue: Hashable, Sendable {
    case none
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case texts([String])

    /// As TOML has it, or so that a person sees that there is none.
    package var text: String {
        switch self {
        case .none: "(not set)"
        case .flag(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let value): Self.quoted(value)
        case .texts(let values): "[\(values.map(Self.quoted).joined(separator: ", "))]"
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"\(terminalSafe(text).replacing("\"", with: "\\\""))\""
    }
}

/// Why a configuration cannot be used.
package struct ConfigurationError: Error, Equatable {
    /// The line, from 1; nil where it cannot be told.
    package var line: Int?
    /// What is wrong, in one sentence.
    package var message: String
    /// The file.
    package var path: FilePath?
}
