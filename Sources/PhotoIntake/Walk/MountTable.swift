internal import PhotoModel
package import SystemPackage

/// Where a directory lies on its file system, by whatever road it was reached: a directory and a bind mount of it have
/// one place.
package struct PlaceOnDevice: Hashable, Sendable {
    /// The device, as the mount table has it.
    package let device: String
    /// The names from the file system's own top down.
    package let names: [[UInt8]]

    /// The place of what has these names below it.
    package func appending(_ names: [[UInt8]]) -> PlaceOnDevice {
        PlaceOnDevice(device: device, names: self.names + names)
    }

    /// Whether the other is this place, or lies below it.
    package func contains(_ other: PlaceOnDevice) -> Bool {
        device == other.device && other.names.starts(with: names)
    }
}

/// What kind of file system a directory lies on.
package struct MountKind: Hashable, Sendable {
    /// The type, such as `ext4` or `fuse.sshfs`; nil where the mount table does not tell.
    package let type: String?
    /// What is mounted, such as a device, a server's directory, or a remote.
    package let source: String
    /// The names that lead from the top of what is mounted to the directory.
    package let below: [[UInt8]]
    /// Whether a program serves it (FUSE).
    package let isServed: Bool
}

/// What is mounted where, as this process sees it.
package struct MountTable: Sendable {
    struct Mount {
        let number: String
        /// The path of the directory that it is mounted on. Comparing bytes is much faster than comparing paths.
        let point: [UInt8]
        let place: PlaceOnDevice
        let type: String
        let source: FilePath
        /// The options of the file system itself, each as it was written.
        let options: [[UInt8]]
    }

    private let mounts: [Mount]

    /// Reads the table; an empty one where there is no `/proc`.
    package init() {
        let table = contents(ofSystemFile: "/proc/thread-self/mountinfo") ?? []
        mounts = table.split(separator: 0x0A).compactMap { Mount($0) }
    }

    /// The places of a directory: its own, and where its files come from that lie on other file systems (layers of
    /// overlayfs).
    ///
    /// - Parameter directory: absolute, with its links resolved.
    /// - Returns: none where it cannot be opened, or the table does not tell.
    package func places(of directory: FilePath) -> [PlaceOnDevice] { places(of: directory, depth: 0) }

    private func places(of directory: FilePath, depth: Int) -> [PlaceOnDevice] {
        guard let (mount, names) = find(directory) else { return [] }
        var places = [mount.place.appending(names)]
        if depth < 8 {
            for layer in mount.layers {
                let below = mount.place.names + names
                places += self.places(of: below.reduce(layer) { $0.appending(bytes: $1) }, depth: depth + 1)
            }
        }
        return places
    }

    /// What kind of file system holds a directory; and what holds the directory that this one shows, where a program serves
    /// it that says from where, and so on.
    ///
    /// - Parameter directory: absolute, with its links resolved.
    /// - Returns: the directory's own first; none where it cannot be opened.
    package func kinds(of directory: FilePath) -> [MountKind] {
        var kinds: [MountKind] = []
        var next: FilePath? = directory
        while let place = next, kinds.count < 8, let file = Self.open(place) {
            defer { try? file.close() }
            let found = find(place, file)
            let kind = MountKind(
                type: found?.mount.type, source: found?.mount.source.string ?? "",
                below: found.map { $0.mount.place.names + $0.names } ?? [], isServed: isServedByProgram(file))
            if kinds.contains(kind) { break }
            kinds.append(kind)
            next = kind.isServed ? found?.mount.source : nil
            if next?.isAbsolute == false { next = nil }
        }
        return kinds
    }

    /// What is mounted below a directory, not on it.
    package func mounts(below directory: FilePath) -> [(point: FilePath, place: PlaceOnDevice)] {
        let start = directory.bytes.withSlash
        return mounts.filter { $0.point.count > start.count && $0.point.starts(with: start) }
            .map { (FilePath(bytes: $0.point), $0.place) }
    }

    /// The directories at which a device is mounted.
    package func points(of device: String) -> [FilePath] {
        mounts.filter { $0.place.device == device }.map { FilePath(bytes: $0.point) }
    }

    /// The mount that a directory lies on, and the names that lead to it from the mount's point.
    private func find(_ directory: FilePath) -> (mount: Mount, names: [[UInt8]])? {
        guard let file = Self.open(directory) else { return nil }
        defer { try? file.close() }
        return find(directory, file)
    }

    private func find(_ directory: FilePath, _ file: FileDescriptor) -> (mount: Mount, names: [[UInt8]])? {
        guard let number = mountNumber(of: file), let mount = mounts.first(where: { $0.number == number }) else {
            return nil
        }
        var below = directory
        guard below.removePrefix(FilePath(bytes: mount.point)) else { return nil }
        return (mount, names(in: below.bytes))
    }

    private static func open(_ directory: FilePath) -> FileDescriptor? {
        try? FileDescriptor.boundedOpen(directory, .readOnly, options: [.directory, .closeOnExec])
    }
}

/// A path's names.
func names(in path: [UInt8]) -> [[UInt8]] {
    path.split(separator: slash).map { Array($0) }
}
