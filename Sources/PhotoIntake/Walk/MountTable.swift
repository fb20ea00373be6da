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

/// What is mounted where, as this process sees it.
package struct MountTable: Sendable {
    private struct Mount {
        let number: String
        let point: FilePath
        let place: PlaceOnDevice
    }

    private let mounts: [Mount]

    /// Reads the table; an empty one where there is no `/proc`.
    package init() {
        let table = contents(ofSystemFile: "/proc/thread-self/mountinfo") ?? []
        mounts = table.split(separator: 0x0A).compactMap { Self.mount($0) }
    }

    /// The place of a directory.
    ///
    /// - Parameter directory: absolute, with its links resolved.
    /// - Returns: nil where it cannot be opened, or the table does not tell.
    package func place(of directory: FilePath) -> PlaceOnDevice? {
        guard let file = try? FileDescriptor.open(directory, .readOnly, options: [.directory, .closeOnExec]) else {
            return nil
        }
        defer { try? file.close() }
        guard let number = mountNumber(of: file), let mount = mounts.first(where: { $0.number == number }),
            directory.starts(with: mount.point)
        else { return nil }
        var below = directory
        _ = below.removePrefix(mount.point)
        return PlaceOnDevice(device: mount.place.device, names: mount.place.names + names(in: below.bytes))
    }

    /// What is mounted below a directory, not on it.
    package func mounts(below directory: FilePath) -> [(point: FilePath, place: PlaceOnDevice)] {
        mounts.filter { $0.point.starts(with: directory) && $0.point != directory }.map { ($0.point, $0.place) }
    }

    /// A line of proc_pid_mountinfo(5): id, parent, device, place on the device, mount point, …
    private static func mount(_ line: ArraySlice<UInt8>) -> Mount? {
        let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5).map { unescaped($0) }
        guard fields.count == 6 else { return nil }
        return Mount(
            number: String(decoding: fields[0], as: UTF8.self), point: FilePath(bytes: fields[4]),
            place: PlaceOnDevice(device: String(decoding: fields[2], as: UTF8.self), names: names(in: fields[3])))
    }

    /// Blanks, tabs, line ends and backslashes are written as `\` and three octal digits.
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

private func names(in path: [UInt8]) -> [[UInt8]] {
    path.split(separator: slash).map { Array($0) }
}
