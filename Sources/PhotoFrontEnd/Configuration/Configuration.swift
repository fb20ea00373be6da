package import PhotoModel
package import PhotoPipeline
package import SystemPackage

/// The effective configuration.
package struct Configuration: Sendable {
    /// `[scan] roots`: the directories that a scan without arguments walks. Not yet absolute.
    package var roots: [String] = []
    /// `[scan] exclude`: patterns of paths that do not belong to the library.
    package var exclude: [String] = []
    /// `[scan] hidden`.
    package var hidden = false
    /// `[scan] follow-symlinks`.
    package var followsSymlinks = false
    /// `[scan] one-file-system`.
    package var staysOnFileSystem = false
    /// `[triage]`, except for ``tracks``.
    package var triage = TriageSettings()
    /// `[triage] gpx`: files of tracks, as paths and patterns. Not yet absolute.
    package var tracks: [String] = []
    /// `[upload]`, except for the destinations.
    package var upload = UploadSettings()
    /// `[upload] to`: the names or specs of the default destinations.
    package var uploadTo: [String] = []
    /// `[upload] bwlimit`: the bandwidth limit; nil if none is set.
    package var uploadLimit: RateLimit?
    /// The tables of the kinds of destinations, such as `[rclone]` and `[google]`, by kind and key; paths as written.
    package var kindTables: [String: [String: KindSetting.Value]] = [:]
    /// `[purge]`, except for ``keep``.
    package var purge = PurgeSettings()
    /// `[purge] keep`: patterns; `~/` is not expanded yet.
    package var keep: [String] = []
    package var notify = NotifySettings()
    /// `[destinations]`, by name.
    package var destinations: [DestinationSetting] = []
    /// All values that are set, by `table.key`.
    package var values: [String: Value] = [:]

    /// The defaults.
    package init() {}

    /// A value and its location.
    package struct Value: Sendable {
        package var setting: SettingValue
        /// The line, from 1; nil if unknown.
        package var line: Int?
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

    /// The TOML notation, or a text that shows that there is no value.
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

/// The reason why a configuration is invalid.
package struct ConfigurationError: Error, Equatable {
    /// The line, from 1; nil if unknown.
    package var line: Int?
    /// What is wrong, in one sentence.
    package var message: String
    package var path: FilePath?
}
