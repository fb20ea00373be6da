import Glibc
import PhotoFiles
package import PhotoIndex
package import PhotoModel
package import SystemPackage

/// A destination: a place for copies, with the name that users give it. Whether the place is what it is taken for shows
/// when it is opened.
///
/// The index's row is another value (``KnownDestination``), with the spec as text, since the index does not know the
/// kinds that could read it; ``DestinationBook`` joins the two once. One value for both would have every receipt ask
/// whether there is a row.
package struct Destination: Hashable, Sendable {
    /// Where the configuration defines a destination.
    package struct Definition: Hashable, Sendable {
        /// The configuration's path.
        package let path: FilePath
        /// The line there, from 1; nil if unknown.
        package let line: Int?

        package init(path: FilePath, line: Int?) {
            self.path = path
            self.line = line
        }
    }

    /// The name; the spec in the form shown to people if it has none.
    package let name: String
    package let spec: DestinationSpec
    /// Where the configuration defines it; nil if it does not.
    package let definition: Definition?
    /// The index's row with its name, or with its place as it is written; nil if there was none when it was looked up.
    package internal(set) var known: KnownDestination?

    package init(
        name: String, spec: DestinationSpec, definition: Definition? = nil, known: KnownDestination? = nil
    ) {
        self.name = name
        self.spec = spec
        self.definition = definition
        self.known = known
    }

    /// A place without a name.
    package init(_ spec: DestinationSpec) {
        self.init(name: spec.shown, spec: spec)
    }

    /// Whether it has a name.
    package var hasName: Bool { name != spec.shown }

    /// Whether the index has it at this place, as it is written or with its links resolved.
    var isWhereItWas: Bool { known.map { [spec.text, spec.resolved.text].contains($0.spec) } ?? false }

    /// Whether both are one place under one name, whatever else is known of them.
    func isSame(as other: Destination) -> Bool { name == other.name && spec == other.spec }
}

extension DestinationSpec {
    /// The same with the links of a directory's path resolved as far as it exists.
    var resolved: DestinationSpec {
        guard let directory else { return self }
        return DestinationSpec(kind: kind, directory: ExistingDirectory(directory).whole)
    }
}

/// Whether one of some directories is in memory, on tmpfs or ramfs.
private func liesInMemory(_ directories: [FilePath]) -> Bool {
    if directories.isEmpty { return false }
    let mounts = MountTable()
    return directories.contains { mounts.kinds(of: $0).contains { $0.type == "tmpfs" || $0.type == "ramfs" } }
}

/// With what the copies at a destination are lost.
package enum CopyFate: Hashable, Sendable {
    /// They are in memory, on tmpfs or ramfs: with the next reboot.
    case memory
    /// They are on the file system of this directory of the library: with the photos themselves.
    case library(FilePath)

    /// A warning before photos are removed, a line of its own.
    ///
    /// - Returns: the warning, with names that are safe for a terminal.
    func warning(at destination: String) -> String {
        let copies = "the copies at \(terminalSafe(destination)) are"
        return switch self {
        case .memory: "\(copies) in memory: the next reboot deletes them"
        case .library(let root):
            "\(copies) on the disk of the library (\(terminalSafe(root.bytes))): if it fails, both are lost"
        }
    }

    /// The fate that copies in some directories share; nil if none is known.
    fileprivate init?(of directories: [FilePath], roots: [FilePath]) {
        if liesInMemory(directories) {
            self = .memory
        } else if let root = roots.first(where: { root in directories.contains { areOnOneFileSystem($0, root) } }) {
            self = .library(root)
        } else {
            return nil
        }
    }
}

extension OpenDestination {
    /// With what its copies are lost, even indirectly; nil if nothing of that kind is known.
    func fate(with index: PhotoIndex?, _ others: [FilePath] = []) -> CopyFate? {
        CopyFate(of: directories, roots: ((try? index?.roots().map(\.path)) ?? []) + others)
    }
}

extension Destination {
    /// Whether it is in memory, on tmpfs or ramfs, so that its contents are lost with the next reboot.
    package var isInMemory: Bool {
        spec.resolved.directory.map { liesInMemory([$0]) } ?? false
    }

    /// With what its copies are lost; nil if nothing of that kind is known.
    func fate(with index: PhotoIndex?) -> CopyFate? {
        CopyFate(
            of: [spec.resolved.directory].compactMap(\.self), roots: (try? index?.roots().map(\.path)) ?? [])
    }
}

/// The free space of a directory's file system for unprivileged programs, in bytes; nil if unknown.
package func freeBytes(at directory: FilePath) -> Int64? {
    var status = statvfs()
    guard unsafe directory.withPlatformString({ unsafe statvfs($0, &status) }) == 0 else { return nil }
    let (bytes, isTooMany) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooMany ? nil : Int64(exactly: bytes)
}
