import PhotoModel
import PhotoPipeline

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
    /// `[triage]`, as far as it is judged by.
    var triage = TriageSettings()
    /// `[upload]`, but for where uploads go.
    var upload = UploadSettings()
    /// `[upload] to`: where uploads go that nobody gave a destination, a name or a spec.
    var uploadTo: String?
    /// `[upload] bwlimit`: how fast may be sent; nil where nothing says it.
    var uploadLimit: RateLimit?
    /// The tables of the kinds of destinations, as `[rclone]`, by kind and key; paths as they are written.
    var kindTables: [String: [String: KindSetting.Value]] = [:]
    /// `[google]`.
    var google = GoogleSettings()
    /// `[purge]`, but for ``keep``.
    var purge = PurgeSettings()
    /// `[purge] keep`: patterns, in which `~/` is not expanded yet.
    var keep: [String] = []
    /// `[notify]`.
    var notify = NotifySettings()
    /// `[destinations]`, by name.
    var destinations: [DestinationSetting] = []
    /// Keys that are set and that this version does nothing with.
    var notApplied: [String] = []
    /// What the file says, by `table.key`.
    var values: [String: Value] = [:]

    /// A value and where it stands.
    struct Value: Sendable {
        /// What it is.
        var setting: SettingValue
        /// The line, from 1; nil where it cannot be told.
        var line: Int?
    }
}

/// The value of a key of the configuration.
enum SettingValue: Hashable, Sendable {
    case none
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case texts([String])

    /// As TOML has it, or so that a person sees that there is none.
    var text: String {
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
struct ConfigurationError: Error, Equatable {
    /// The line, from 1; nil where it cannot be told.
    var line: Int?
    /// What is wrong, in one sentence.
    var message: String
}
