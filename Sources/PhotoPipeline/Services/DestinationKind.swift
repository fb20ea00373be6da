package import PhotoModel
package import SystemPackage

/// A kind of destination: how a place of it is written, and what sends there.
package protocol DestinationKind: Sendable {
    /// Its name, which stands before the first colon of a spec, and in `kind` of the configuration.
    var name: String { get }
    /// How users write a place of it, name included: `folder:PATH`.
    var form: String { get }
    /// Whether a path that stands alone, as `/mnt/nas` or `~/copies`, is a place of it.
    var takesPaths: Bool { get }
    /// The keys that a table of the configuration's `[destinations]` has to have, besides `kind`.
    var neededKeys: [String] { get }
    /// The keys that it may have besides.
    var otherKeys: [String] { get }

    /// The keys of the configuration's table that has this kind's name, which say how all its places are reached.
    var settings: [KindSetting] { get }

    /// The place that a table of the configuration means.
    ///
    /// - Parameter table: the texts of its keys; of ``neededKeys`` each, and none is empty.
    /// - Returns: the place, as users write it behind the first colon.
    func place(of table: [String: String]) -> String

    /// What people see of the value of one of a table's keys: all of it, but for secrets.
    func shown(_ value: String, of key: String) -> String

    /// Reads a place.
    ///
    /// - Parameters:
    ///   - place: what stands behind the first colon; not empty.
    ///   - path: makes the path of a directory of this machine absolute.
    /// - Returns: the spec; nil for what is no place of this kind.
    /// - Throws: `TextError` where there is more to say than how a place is written. It repeats no secret.
    func spec(of place: String, path: (String) -> FilePath) throws(TextError) -> DestinationSpec?

    /// What sends to the server behind a mount by the server's own way, as far as the mount tells.
    ///
    /// - Parameters:
    ///   - type: the type of its file system.
    ///   - source: what is mounted.
    ///   - below: the names from there down to the place that is meant.
    /// - Returns: a spec, or how one is written; nil for a kind that reaches no server.
    func spec(behindMount type: String?, source: String, below: [String]) -> String?

    /// Refuses settings with which this kind can do nothing, before any work.
    func check(_ settings: DestinationSettings) throws(SettingError)

    /// What sends to a place. Nothing is opened or asked before it is called.
    ///
    /// - Parameters:
    ///   - spec: the place; of this kind.
    ///   - settings: how destinations are reached.
    /// - Returns: the service.
    /// - Throws: `unavailable` where this version does not send there.
    func service(
        for spec: DestinationSpec, settings: DestinationSettings
    ) throws(UploadError) -> any UploadService
}

extension DestinationKind {
    package var takesPaths: Bool { false }

    package var settings: [KindSetting] { [] }

    package func shown(_ value: String, of key: String) -> String { value }

    package func spec(behindMount type: String?, source: String, below: [String]) -> String? { nil }

    package func check(_ settings: DestinationSettings) throws(SettingError) {}
}

/// The kinds of destinations that a composition of the program knows.
package struct DestinationKinds: Sendable {
    /// All of them, in the order in which people are told of them.
    package let all: [any DestinationKind]

    /// - Parameter all: at least one, each with another name.
    package init(_ all: [any DestinationKind]) {
        self.all = all
    }

    /// Their names.
    package var names: [String] { all.map(\.name) }

    /// How the simplest place is written: `folder:PATH`.
    package var example: String { all.first?.form ?? "" }

    /// How places are written: `folder:PATH, rclone:REMOTE:PATH or drive:FOLDER`.
    package var forms: String {
        let forms = all.map(\.form)
        guard forms.count > 1, let last = forms.last else { return example }
        return "\(forms.dropLast().joined(separator: ", ")) or \(last)"
    }

    /// The kind of a name; nil where there is none.
    package subscript(name: some StringProtocol) -> (any DestinationKind)? { all.first { $0.name == name } }

    /// The name that was most likely meant, for the end of a message; empty where none is close.
    package func hint(for name: String) -> String {
        nearestWord(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// Reads a spec as it stands in the index.
    ///
    /// - Parameters:
    ///   - text: what was written.
    ///   - path: makes the path of a directory absolute.
    /// - Returns: the spec.
    /// - Throws: `TextError` where it is a place of none of the kinds.
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

    /// Whether a text is a path that stands alone: an absolute one, or one that begins with `./`, `../` or `~/`.
    package static func isPath(_ text: String) -> Bool {
        [".", "..", "~"].contains(text) || ["/", "./", "../", "~/"].contains(where: text.hasPrefix)
    }

    /// Reads a spec as users write it.
    ///
    /// - Parameters:
    ///   - text: what the user wrote.
    ///   - path: makes the path of a directory absolute. Where it has `.` or `..`, its links are resolved.
    /// - Returns: the spec.
    /// - Throws: `PipelineError` where it is none, or a path that is not UTF-8, which nothing can write down.
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

    /// What people see of a spec in the index; of one that means nothing its kind alone.
    package func shown(_ text: String) -> String {
        (try? spec(parsing: text))?.shown ?? "\(text.prefix { $0 != ":" }):…"
    }

    /// Refuses settings with which one of the kinds can do nothing.
    package func check(_ settings: DestinationSettings) throws(SettingError) {
        for kind in all { try kind.check(settings) }
    }

    /// What sends to a place. Nothing is opened or asked before it is called.
    ///
    /// - Throws: `unavailable` where this version does not send there.
    package func service(
        for spec: DestinationSpec, settings: DestinationSettings
    ) throws(UploadError) -> any UploadService {
        guard let kind = self[spec.kind] else { throw .notSentTo(spec) }
        return try kind.service(for: spec, settings: settings)
    }

    /// What is repeated of a text ends before the settings of a remote, which may be secret.
    private func refusal(_ text: String, hint: String = "") -> TextError {
        let settings = text.firstRange(of: /,[^,:=\/]*=/)
        let known = settings.map { "\(text[..<$0.lowerBound])…" } ?? text
        return TextError("'\(known)' is not a destination: write \(forms)\(hint)")
    }
}

extension UploadError {
    /// The refusal of a kind of destination that this version does not send to.
    package static func notSentTo(_ spec: DestinationSpec) -> UploadError {
        UploadError(.unavailable, "this version does not send to \(spec.shown)")
    }
}

/// How destinations are reached, whatever their kind: what the configuration, flags and the environment say of it.
package struct DestinationSettings: Hashable, Sendable {
    /// What the configuration says to each kind of destination, in the table that has its name; by kind and key.
    package var tables: [String: [String: KindSetting.Value]] = [:]
    /// How Google is reached.
    package var google = GoogleSettings()
    /// Whether a token that is renewed is kept: a dry run has it in memory alone.
    package var keepsTokens = true
    /// How fast may be sent, all together; nil for no limit.
    package var limit: RateLimit?
    /// The environment variables.
    package var variables: [String: String]

    /// What holds where nothing is said.
    package init(variables: [String: String]) {
        self.variables = variables
    }
}

/// A key of the configuration's table for a kind of destination.
package struct KindSetting: Hashable, Sendable {
    /// What is said for it.
    package enum Value: Hashable, Sendable {
        case text(String)
        /// Absolute.
        case path(FilePath)
        case texts([String])
    }

    /// What can be said for it.
    package enum Form: Hashable, Sendable {
        /// A text, which is not empty; by itself the one that is given.
        case text(String?)
        /// The path of a file; by itself none.
        case path
        /// A list of texts; by itself an empty one.
        case texts
    }

    /// Its name.
    package let key: String
    /// What can be said for it.
    package let form: Form

    package init(_ key: String, _ form: Form) {
        self.key = key
        self.form = form
    }
}

/// A setting of the configuration with which a kind of destination can do nothing.
package struct SettingError: Error, Hashable, Sendable {
    /// Its table.
    package let table: String
    /// Its key there.
    package let key: String
    /// What is wrong, in one sentence without a full stop.
    package let message: String

    package init(table: String, key: String, message: String) {
        self.table = table
        self.key = key
        self.message = message
    }
}
