package import PhotoModel
package import SystemPackage

/// A kind of destination: how its places are written, and the service that sends there.
package protocol DestinationKind: Sendable {
    /// The name, which precedes the first colon of a spec and is the value of `kind` in the configuration.
    var name: String { get }
    /// How users write a place of this kind, including the name: `folder:PATH`.
    var form: String { get }
    /// Whether a bare path such as `/mnt/nas` or `~/copies` is a place of this kind.
    var takesPaths: Bool { get }
    /// The keys that a table in the configuration's `[destinations]` must have in addition to `kind`.
    var neededKeys: [String] { get }
    /// The optional keys of such a table.
    var otherKeys: [String] { get }

    /// The name of the configuration's table that says how all its places are reached: the kind's own by default.
    var settingsTable: String { get }
    /// The keys of that table. A secret that all places share is one of them, or in the ``CredentialStore``.
    var settings: [KindSetting] { get }

    /// The place that a table of the configuration describes.
    ///
    /// - Parameter table: the values by key; contains all of ``neededKeys``, and no value is empty.
    /// - Returns: the place, as users write it after the first colon.
    func place(of table: [String: String]) -> String

    /// The form in which a table's value is shown to people: the value itself, except for secrets.
    func shown(_ value: String, of key: String) -> String

    /// Parses a place.
    ///
    /// - Parameters:
    ///   - place: the text after the first colon; not empty.
    ///   - path: makes the path of a directory of this machine absolute.
    /// - Returns: the spec; nil for what is no place of this kind.
    /// - Throws: where there is more to say than how a place is written. It repeats no secret.
    func spec(of place: String, path: (String) -> FilePath) throws(TextError) -> DestinationSpec?

    /// A spec that sends directly to the server behind a mount, as far as the mount reveals it.
    ///
    /// - Parameters:
    ///   - type: the type of the mount's file system.
    ///   - source: what is mounted.
    ///   - below: the names from the mount point down to the place.
    /// - Returns: a spec, or how one is written; nil for a kind that reaches no server.
    func spec(behindMount type: String?, source: String, below: [String]) -> String?

    /// The name and version of the library that reaches the places of this kind, or why it cannot be used; nil if none
    /// is needed.
    func library() -> Result<String, UploadError>?

    /// Throws if a setting cannot be used with this kind. Called before any work.
    func check(_ settings: DestinationSettings) throws(SettingError)

    /// Makes the service for a place. It opens and asks nothing before it is called.
    ///
    /// - Parameter spec: a place of this kind.
    /// - Throws: `unavailable` where this version does not send there.
    func service(
        for spec: DestinationSpec, settings: DestinationSettings
    ) throws(UploadError) -> any UploadService
}

extension DestinationKind {
    package var takesPaths: Bool { false }

    package var settingsTable: String { name }

    package var settings: [KindSetting] { [] }

    package func shown(_ value: String, of key: String) -> String { value }

    package func spec(behindMount type: String?, source: String, below: [String]) -> String? { nil }

    package func library() -> Result<String, UploadError>? { nil }

    package func check(_ settings: DestinationSettings) throws(SettingError) {}
}

/// The kinds of destinations that this composition of the program has.
package struct DestinationKinds: Sendable {
    /// All kinds, in the order in which people are told of them.
    package let all: [any DestinationKind]

    /// - Parameter all: at least one kind, with distinct names.
    package init(_ all: [any DestinationKind]) {
        self.all = all
    }

    /// The names of all kinds.
    package var names: [String] { all.map(\.name) }

    /// How the simplest place is written: `folder:PATH`.
    package var example: String { all.first?.form ?? "" }

    /// How places of all kinds are written: `folder:PATH, rclone:REMOTE:PATH or drive:FOLDER`.
    package var forms: String {
        let forms = all.map(\.form)
        guard forms.count > 1, let last = forms.last else { return example }
        return "\(forms.dropLast().joined(separator: ", ")) or \(last)"
    }

    /// The kind with a name; nil if there is none.
    package subscript(name: some StringProtocol) -> (any DestinationKind)? { all.first { $0.name == name } }

    /// A suggestion for the end of a message, with the name that was probably meant; empty if none is close.
    package func hint(for name: String) -> String {
        nearestWord(to: name, among: names).map { "; did you mean '\(terminalSafe($0))'?" } ?? ""
    }

    /// Parses a spec from the index.
    ///
    /// - Parameter path: makes the path of a directory absolute.
    /// - Throws: where it is a place of none of the kinds.
    package func spec(
        parsing text: String, path: (String) -> FilePath = { FilePath($0) }
    ) throws(TextError) -> DestinationSpec {
        if Self.isPath(text), let kind = all.first(where: \.takesPaths), let spec = try kind.spec(of: text, path: path)
        {
            return spec
        }
        guard let colon = text.firstIndex(of: ":") else { throw refusal(text) }
        guard let kind = self[text[..<colon]] else {
            throw refusal(text, hint: hint(for: String(text[..<colon])))
        }
        let place = String(text[text.index(after: colon)...])
        guard !place.isEmpty, let spec = try kind.spec(of: place, path: path) else { throw refusal(text) }
        return spec
    }

    /// Whether a text is a bare path: an absolute one, or one that begins with `./`, `../` or `~/`.
    static func isPath(_ text: String) -> Bool {
        [".", "..", "~"].contains(text) || ["/", "./", "../", "~/"].contains(where: text.hasPrefix)
    }

    /// Parses a spec as users write it.
    ///
    /// - Parameters:
    ///   - text: what the user wrote.
    ///   - path: makes the path of a directory absolute. If the path contains `.` or `..`, its links are resolved.
    /// - Throws: where it is none, or where its path is not UTF-8 and so cannot be stored as text.
    package func spec(reading text: String, path: (String) -> FilePath) throws(PipelineError) -> DestinationSpec {
        let spec: DestinationSpec
        do {
            spec = try self.spec(parsing: text, path: path)
        } catch {
            throw PipelineError(.unknown, error.message)
        }
        guard let directory = spec.directory else { return spec }
        if !directory.string.utf8.elementsEqual(directory.bytes) {
            throw PipelineError(
                .unknown, "The path of a destination must be UTF-8, but this one is not; give it another name",
                path: directory)
        }
        return directory.components.allSatisfy { $0.kind == .regular } ? spec : spec.resolved
    }

    /// The table of the configuration's `[destinations]` that describes a place.
    ///
    /// - Parameter spec: a place of one of the kinds.
    /// - Returns: its keys and values, `kind` first; nil where no table does, or where it would contain a secret.
    package func table(of spec: DestinationSpec) -> [(key: String, value: String)]? {
        guard spec.shown == spec.text, let kind = self[spec.kind], let first = kind.neededKeys.first else { return nil }
        var tables = [[(key: first, value: spec.place)]]
        if let second = kind.otherKeys.first, let colon = spec.place.dropFirst().firstIndex(of: ":") {
            let rest = String(spec.place[spec.place.index(after: colon)...])
            tables.insert([(first, String(spec.place[..<colon])), (second, rest)], at: 0)
        }
        let table = tables.first { table in
            let values = table.reduce(into: [String: String]()) { $0[$1.key] = $1.value }
            return !values.values.contains("") && kind.place(of: values) == spec.place
        }
        return table.map { [(key: "kind", value: kind.name)] + $0 }
    }

    /// Whether a key of the configuration, such as `rclone.config`, is a secret of one of the kinds.
    package func isSecret(_ key: String) -> Bool {
        all.contains { kind in
            kind.settings.contains { $0.form == .secret && "\(kind.settingsTable).\($0.key)" == key }
        }
    }

    /// The form in which a spec from the index is shown to people. If it cannot be parsed, only its kind is shown.
    package func shown(_ text: String) -> String {
        (try? spec(parsing: text))?.shown ?? "\(text.prefix { $0 != ":" }):…"
    }

    /// Throws if a setting cannot be used with one of the kinds.
    package func check(_ settings: DestinationSettings) throws(SettingError) {
        for kind in all { try kind.check(settings) }
    }

    /// Makes the service for a place. It opens and asks nothing before it is called.
    ///
    /// - Throws: `unavailable` where this version does not send there.
    package func service(
        for spec: DestinationSpec, settings: DestinationSettings
    ) throws(UploadError) -> any UploadService {
        guard let kind = self[spec.kind] else { throw .notSentTo(spec) }
        return try kind.service(for: spec, settings: settings)
    }

    /// The message repeats the text only up to the settings of a remote, which may be secret.
    private func refusal(_ text: String, hint: String = "") -> TextError {
        let settings = text.firstRange(of: /,[^,:=\/]*=/)
        let known = settings.map { "\(text[..<$0.lowerBound])…" } ?? text
        return TextError("'\(terminalSafe(known))' is not a destination: write \(forms)\(hint)")
    }
}

extension UploadError {
    /// The error for a kind of destination that this version does not send to.
    package static func notSentTo(_ spec: DestinationSpec) -> UploadError {
        UploadError(.unavailable, "this version does not send to \(spec.shown)")
    }
}

/// How destinations of all kinds are reached, from the configuration, the flags and the environment.
package struct DestinationSettings: Hashable, Sendable {
    /// The configuration's tables for the kinds of destinations, by kind and key.
    package var tables: [String: [String: KindSetting.Value]] = [:]
    /// Whether a renewed token is saved. A dry run keeps it in memory only.
    package var keepsTokens = true
    /// The limit on the total sending rate; nil for no limit.
    package var limit: RateLimit?
    package var variables: [String: String]

    /// The default settings.
    package init(variables: [String: String]) {
        self.variables = variables
    }
}

/// A key of the configuration's table for a kind of destination.
package struct KindSetting: Hashable, Sendable {
    /// A value of the key.
    package enum Value: Hashable, Sendable {
        case text(String)
        /// An absolute path.
        case path(FilePath)
        case texts([String])
        case duration(Duration)
        case secret(Secret)
    }

    /// The form of the key's value.
    package enum Form: Hashable, Sendable {
        /// A text that is not empty, with its default.
        case text(String?)
        /// The path of a file; none by default.
        case path
        /// A list of texts; empty by default.
        case texts
        /// A duration, with its default and those that can be used.
        case duration(Duration, in: ClosedRange<Duration>)
        /// A text that is not empty and never shown; none by default.
        case secret
    }

    package let key: String
    package let form: Form

    package init(_ key: String, _ form: Form) {
        self.key = key
        self.form = form
    }
}

/// A setting of the configuration that a kind of destination cannot use.
package struct SettingError: Error, Hashable, Sendable {
    package let table: String
    package let key: String
    /// What is wrong, in one sentence without a full stop.
    package let message: String

    package init(table: String, key: String, message: String) {
        self.table = table
        self.key = key
        self.message = message
    }
}
