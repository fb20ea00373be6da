internal import CLinux
internal import PhotoModel
package import SystemPackage

/// The location of a directory on its file system, independent of the path used: a directory and a bind mount of it
/// have the same location.
package struct PlaceOnDevice: Hashable, Sendable {
    /// The device, as in the mount table.
    package let device: String
    /// The names from the root of the file system.
    package let names: [[UInt8]]

    /// The location at the end of further names.
    package func appending(_ names: [[UInt8]]) -> PlaceOnDevice {
        PlaceOnDevice(device: device, names: self.names + names)
    }

    /// Whether the other location is this one or inside it.
    package func contains(_ other: PlaceOnDevice) -> Bool {
        device == other.device && other.names.starts(with: names)
    }
}

/// The kind of the file system of a directory.
package struct MountKind: Hashable, Sendable {
    /// The type, such as `ext4` or `fuse.sshfs`; nil if it is not in the mount table.
    package let type: String?
    /// The mounted source, such as a device, a server's directory or a remote.
    package let source: String
    /// The names from the root of the mount to the directory.
    package let below: [[UInt8]]
    /// Whether a userspace program serves it (FUSE).
    package let isServed: Bool
    /// Whether it shows the directory that is its source: bindfs does not tell its name. The directory has the same
    /// inode number, permissions and owner here and there.
    package let isView: Bool
}

/// An overlay or a pool that shows a directory which cannot be found: another path of it, or another process sees it.
package struct UnclearMount: Hashable, Sendable {
    /// Where it is mounted.
    package let point: FilePath
    /// Its device, as in the mount table.
    package let device: String
}

/// The mounts, as this process sees them.
package struct MountTable: Sendable {
    struct Mount {
        let number: String
        /// The path of the mount point. Comparing bytes is much faster than comparing paths.
        let point: [UInt8]
        let place: PlaceOnDevice
        let type: String
        let source: FilePath
        /// The options of the file system itself, as written.
        let options: [[UInt8]]
    }

    private let mounts: [Mount]

    /// Reads the table; it is empty if there is no `/proc`.
    package init() {
        let table = contents(ofSystemFile: "/proc/thread-self/mountinfo") ?? []
        mounts = table.split(separator: 0x0A).compactMap { Mount($0) }
    }

    /// The locations of a directory: its own, and those where the files that it shows are or may come to be (layers of
    /// overlayfs, branches of mergerfs). A layer counts even if it does not have the directory yet.
    ///
    /// - Parameter directory: absolute, without links.
    /// - Returns: empty if the directory cannot be opened or is not in the table.
    package func places(of directory: FilePath) -> [PlaceOnDevice] { places(of: directory, depth: 0) }

    private func places(of directory: FilePath, depth: Int) -> [PlaceOnDevice] {
        guard let (mount, names) = find(directory) else { return [] }
        var places = [mount.place.appending(names)]
        if depth < 8 {
            for layer in mount.layers {
                let below = mount.place.names + names
                let there = self.places(of: below.reduce(layer) { $0.appending(bytes: $1) }, depth: depth + 1)
                if there.isEmpty {
                    places += self.places(of: layer, depth: depth + 1).map { $0.appending(below) }
                } else {
                    places += there
                }
            }
        }
        return places
    }

    /// The overlay or the pool that a directory is on, or that one of its layers is on, if not all of its layers can be
    /// found. Those of the overlay at the top, such as a container's, are outside of all that is mounted here.
    ///
    /// - Parameter directory: absolute, without links.
    /// - Returns: nil where there is none, and where the directory cannot be opened.
    package func unclearMount(of directory: FilePath) -> UnclearMount? { unclearMount(of: directory, depth: 0) }

    private func unclearMount(of directory: FilePath, depth: Int) -> UnclearMount? {
        guard depth < 8, let mount = find(directory)?.mount, mount.isLayered, mount.point != [UInt8(ascii: "/")] else {
            return nil
        }
        let layers = mount.layers
        if layers.isEmpty || layers.contains(where: { find($0) == nil }) {
            return UnclearMount(point: FilePath(bytes: mount.point), device: mount.place.device)
        }
        return layers.lazy.compactMap { unclearMount(of: $0, depth: depth + 1) }.first
    }

    /// The kinds of the file system of a directory and, if a userspace program serves it from another directory, of
    /// that one's, and so on.
    ///
    /// - Parameter directory: absolute, without links.
    /// - Returns: the directory's own kind first; empty if it cannot be opened.
    package func kinds(of directory: FilePath) -> [MountKind] {
        var kinds: [MountKind] = []
        var next: FilePath? = directory
        while let place = next, kinds.count < 8, let file = Self.open(place) {
            defer { try? file.close() }
            let found = find(place, file)
            let kind = MountKind(
                type: found?.mount.type, source: found?.mount.source.string ?? "",
                below: found.map { $0.mount.place.names + $0.names } ?? [], isServed: isServedByProgram(file),
                isView: found.map { Self.isView(of: $0.mount.source, below: $0.names, file) } ?? false)
            if kinds.contains(kind) { break }
            kinds.append(kind)
            next = kind.isServed ? found?.mount.source : nil
            if next?.isAbsolute == false { next = nil }
        }
        return kinds
    }

    private static func isView(of source: FilePath, below names: [[UInt8]], _ file: FileDescriptor) -> Bool {
        guard source.isAbsolute, isServedByProgram(file), let here = try? FileStatus(of: file),
            let there = try? FileStatus(at: names.reduce(source) { $0.appending(bytes: $1) }, followingLinks: true)
        else { return false }
        // A time may be that of a moment ago here.
        let isAlike =
            (here.identity.inode, here.mode, here.owner, here.group) == (
                there.identity.inode, there.mode, there.owner, there.group
            )
        return there.isDirectory && isAlike && here.identity != there.identity
    }

    /// The mounts inside a directory, not including one on it.
    package func mounts(below directory: FilePath) -> [(point: FilePath, place: PlaceOnDevice)] {
        let start = directory.bytes.withSlash
        return mounts.filter { $0.point.count > start.count && $0.point.starts(with: start) }
            .map { (FilePath(bytes: $0.point), $0.place) }
    }

    /// The source of the mount of an open file; nil if it is not in the table.
    func source(of file: FileDescriptor) -> FilePath? { mount(of: file)?.source }

    /// The mount points of a device.
    package func points(of device: String) -> [FilePath] {
        mounts.filter { $0.place.device == device }.map { FilePath(bytes: $0.point) }
    }

    /// The mount of a directory, and the names from its mount point.
    private func find(_ directory: FilePath) -> (mount: Mount, names: [[UInt8]])? {
        guard directory.isAbsolute, let file = Self.open(directory) else { return nil }
        defer { try? file.close() }
        return find(directory, file)
    }

    private func find(_ directory: FilePath, _ file: FileDescriptor) -> (mount: Mount, names: [[UInt8]])? {
        guard let mount = mount(of: file) else { return nil }
        var below = directory
        guard below.removePrefix(FilePath(bytes: mount.point)) else { return nil }
        return (mount, names(in: below.bytes))
    }

    private func mount(of file: FileDescriptor) -> Mount? {
        guard let number = mountNumber(of: file) else { return nil }
        return mounts.first { $0.number == number }
    }

    private static func open(_ directory: FilePath) -> FileDescriptor? {
        try? FileDescriptor.boundedOpen(directory, .readOnly, options: [.directory, .closeOnExec])
    }
}

func names(in path: [UInt8]) -> [[UInt8]] {
    path.split(separator: UInt8(ascii: "/")).map { Array($0) }
}

extension MountTable.Mount {
    /// A line of proc_pid_mountinfo(5): id, parent, device, root within the device, mount point, options, any number of
    /// fields, a dash, the file system's type, source and options.
    init?(_ line: ArraySlice<UInt8>) {
        let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard fields.count > 9, let dash = fields[6...].firstIndex(of: [UInt8(ascii: "-")]), fields.count > dash + 3
        else { return nil }
        number = String(decoding: fields[0], as: UTF8.self)
        point = Self.unescaped(fields[4])
        place = PlaceOnDevice(
            device: String(decoding: fields[2], as: UTF8.self), names: names(in: Self.unescaped(fields[3])))
        type = String(decoding: fields[dash + 1], as: UTF8.self)
        source = FilePath(bytes: Self.unescaped(fields[dash + 2]))
        options = fields[dash + 3].split(separator: UInt8(ascii: ",")).map { Self.unescaped($0) }
    }

    /// Whether it is an overlay or a pool.
    var isLayered: Bool { type == "overlay" || type == "fuse.mergerfs" }

    /// The directories whose files an overlay or a pool shows, in order; empty for any other type. A path that is not
    /// absolute began where the mount was made.
    var layers: [FilePath] {
        if type == "fuse.mergerfs" { return branches }
        if type != "overlay" { return [] }
        return options.flatMap { option -> [FilePath] in
            guard let equals = option.firstIndex(of: UInt8(ascii: "=")) else { return [] }
            let value = option[(equals + 1)...]
            switch String(decoding: option[..<equals], as: UTF8.self) {
            case "upperdir", "lowerdir+", "datadir+": return [FilePath(bytes: Array(value))]
            case "lowerdir": return Self.lowerDirectories(value)
            default: return []
            }
        }
    }

    /// The branches of a pool by its control file, since its source and options do not tell their paths.
    private var branches: [FilePath] {
        var value = [UInt8](repeating: 0, count: 64 * 1024)
        let count = unsafe FilePath(bytes: point).appending(".mergerfs").withPlatformString { path in
            unsafe value.withUnsafeMutableBytes { buffer in
                unsafe workphotos_attribute(path, "user.mergerfs.srcmounts", buffer.baseAddress, buffer.count)
            }
        }
        return value.prefix(max(0, count)).split(separator: UInt8(ascii: ":")).map { FilePath(bytes: Array($0)) }
    }

    /// The parts separated by colons; a backslash quotes a colon.
    private static func lowerDirectories(_ value: ArraySlice<UInt8>) -> [FilePath] {
        var parts: [[UInt8]] = [[]]
        var isEscaped = false
        for byte in value {
            if byte == UInt8(ascii: "\\"), !isEscaped {
                isEscaped = true
            } else if byte == UInt8(ascii: ":"), !isEscaped {
                parts.append([])
            } else {
                parts[parts.count - 1].append(byte)
                isEscaped = false
            }
        }
        return parts.filter { !$0.isEmpty }.map { FilePath(bytes: $0) }
    }

    /// Spaces, tabs, line feeds and backslashes are written as `\` and three octal digits.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ 0x30...0x37 ~= $0 }) {
                bytes.append(digits.reduce(0) { $0 &* 8 &+ ($1 - 0x30) })
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}

/// The id of the mount of an open file, from the `mnt_id:` line of proc_pid_fdinfo(5).
func mountNumber(of file: FileDescriptor) -> String? {
    guard let bytes = contents(ofSystemFile: "/proc/thread-self/fdinfo/\(file.rawValue)") else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where line.hasPrefix("mnt_id:") {
        return String(line.dropFirst("mnt_id:".count).filter { !$0.isWhitespace })
    }
    return nil
}

/// Whether a userspace program serves the file system of an open file: FUSE_SUPER_MAGIC of statfs(2), which virtiofs
/// has too.
func isServedByProgram(_ file: FileDescriptor) -> Bool {
    var (type, identity): (UInt, UInt64) = (0, 0)
    return unsafe workphotos_fstatfs(file.rawValue, &type, &identity) == 0 && type == 0x6573_5546
}

/// The content of a file in `/proc`.
func contents(ofSystemFile path: String) -> [UInt8]? {
    guard let file = try? FileDescriptor.boundedOpen(FilePath(path), .readOnly, options: .closeOnExec) else {
        return nil
    }
    defer { try? file.close() }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    while let count = try? unsafe chunk.withUnsafeMutableBytes({ try unsafe file.boundedRead(into: $0) }), count > 0 {
        bytes += chunk[..<count]
    }
    return bytes
}
