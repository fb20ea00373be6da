package import PhotoModel
package import SystemPackage

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
        guard let colon = text.firstIndex(of: ":") else { throw refusal(text) }
        guard let kind = self[text[..<colon]] else {
            throw refusal(text, hint: hint(for: String(text[..<colon])))
        }
        let place = String(text[text.index(after: colon)...])
        guard !place.isEmpty, let spec = try kind.spec(of: place, path: path) else { throw refusal(text) }
        return spec
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
                .unknown, "The path of a destination has to be UTF-8, and this one is not; give it another name",
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
        return TextError("'\(known)' is no destination: write \(forms)\(hint)")
    }
}

extension UploadError {
    /// The refusal of a kind of destination that this version does not send to.
    package static func notSentTo(_ spec: DestinationSpec) -> UploadError {
        UploadError(.unavailable, "this version does not send to \(spec.shown)")
    }
}
