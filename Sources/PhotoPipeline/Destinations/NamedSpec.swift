import Glibc
import PhotoIntake
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

/// Whether one of some directories lies in memory, on tmpfs or ramfs.
private func liesInMemory(_ directories: [FilePath]) -> Bool {
    if directories.isEmpty { return false }
    let mounts = MountTable()
    return directories.contains { mounts.kinds(of: $0).contains { $0.type == "tmpfs" || $0.type == "ramfs" } }
}

extension OpenDestination {
    /// Whether it lies in memory, by whatever road: what is there is gone with the next reboot.
    var isInMemory: Bool { liesInMemory(directories) }

    /// What a person is told of it before photos go, to follow what is said of it; empty where it is on a disk.
    var warningOfMemory: String { isInMemory ? NamedSpec.memoryWords : "" }
}

extension NamedSpec {
    fileprivate static let memoryWords = "; THEY ARE IN MEMORY: the next reboot deletes them"

    /// Whether it lies in memory, on tmpfs or ramfs: what is there is gone with the next reboot.
    package var isInMemory: Bool {
        spec.resolved.directory.map { liesInMemory([$0]) } ?? false
    }

    /// What a person is told of it before photos go, to follow what is said of it; empty where it is on a disk.
    var warningOfMemory: String { isInMemory ? Self.memoryWords : "" }
}

/// How many bytes the file system of a directory takes from programs without privileges; nil where it does not tell.
package func freeBytes(at directory: FilePath) -> Int64? {
    var status = statvfs()
    guard unsafe directory.withPlatformString({ unsafe statvfs($0, &status) }) == 0 else { return nil }
    let (bytes, isTooMany) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooMany ? nil : Int64(exactly: bytes)
}
