package import PhotoModel
package import SystemPackage

/// Where uploads go, and what the user calls that.
package struct NamedSpec: Hashable, Sendable {
    /// The name; the spec as it is shown where it has none.
    package let name: String
    /// Where it is.
    package let spec: DestinationSpec

    package init(name: String, spec: DestinationSpec) {
        self.name = name
        self.spec = spec
    }

    /// A place that has no name.
    package init(_ spec: DestinationSpec) {
        self.init(name: spec.shown, spec: spec)
    }

    /// Whether it is called by a name, and not by where it is.
    package var hasName: Bool { name != spec.shown }
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
    /// The same, with the links of a directory's path resolved as far as it is there.
    var resolved: DestinationSpec {
        guard let directory else { return self }
        return DestinationSpec(kind: kind, directory: ExistingDirectory(directory).whole)
    }
}
