package import PhotoModel
package import SystemPackage

/// Where uploads go, and what the user calls that.
package struct NamedSpec: Hashable, Sendable {
    /// The name; the spec's text where it has none.
    package let name: String
    /// Where it is.
    package let spec: DestinationSpec

    package init(name: String, spec: DestinationSpec) {
        self.name = name
        self.spec = spec
    }

    /// Whether it is called by a name, and not by where it is.
    package var hasName: Bool { name != spec.text }
}

/// A destination as the configuration has it.
package struct ConfiguredDestination: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// Where it is.
    package let spec: DestinationSpec
    /// The configuration.
    package let path: FilePath
    /// The line there, from 1; nil where it cannot be told.
    package let line: Int?

    package init(name: String, spec: DestinationSpec, path: FilePath, line: Int?) {
        self.name = name
        self.spec = spec
        self.path = path
        self.line = line
    }
}

extension DestinationSpec {
    /// A spec as users write it.
    ///
    /// - Parameters:
    ///   - text: what the user wrote.
    ///   - path: makes the path of a folder absolute. Where it has `.` or `..`, its links are resolved.
    /// - Throws: `PipelineError` where it is none, or a path that is not UTF-8, which nothing can write down.
    package init(reading text: String, path: (String) -> FilePath) throws(PipelineError) {
        do {
            try self.init(parsing: text, path: path)
        } catch {
            throw PipelineError(.unknown, error.message)
        }
        guard case .folder(let folder) = self else { return }
        if folder.components.contains(where: { $0.kind != .regular }) {
            self = .folder(ExistingDirectory(folder).whole)
        }
        if !folder.string.utf8.elementsEqual(folder.bytes) {
            throw PipelineError(
                .unknown, "The path of a destination has to be UTF-8, and this one is not; give it another name",
                path: folder)
        }
    }

    /// The same, with the links of a folder's path resolved as far as it is there.
    var resolved: DestinationSpec {
        guard case .folder(let path) = self else { return self }
        return .folder(ExistingDirectory(path).whole)
    }
}
