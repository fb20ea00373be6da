internal import Glibc
internal import PhotoFiles
internal import PhotoModel
internal import SystemPackage

/// The real location of a directory that was reached by name, by a symbolic link or through a mount instead of from its
/// parent. It may be inside a trash whose name is not in the path used.
///
/// The FreeDesktop specification names a trash `Trash` in the home directory, and `.Trash` or `.Trash-UID` elsewhere.
struct DirectoryOrigin {
    /// The names of all parent directories from the top, or of those on its own file system.
    private let names: [[UInt8]]

    /// The origin of a mount.
    init(_ place: PlaceOnDevice) {
        names = place.names
    }

    /// The origin of an open directory, from the links of proc_pid_fd(5); nil if there is no `/proc`.
    init?(of directory: FileDescriptor) {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = unsafe readlink("/proc/thread-self/fd/\(directory.rawValue)", &path, path.count)
        guard count > 0, count < path.count else { return nil }
        names = path[..<count].map { UInt8(bitPattern: $0) }.split(separator: slash).map { Array($0) }
    }

    /// Whether it has the name of a home trash, which an ordinary directory may have as well.
    var mayBeTrash: Bool { names.last == Self.trash }

    /// Whether it is in a trash.
    ///
    /// - Parameter directory: the directory, if its parents can be reached from it; nil for a mount, whose parent is
    ///   another directory.
    /// - Returns: whether it is in a trash.
    func isInTrash(_ directory: FileDescriptor?) -> Bool {
        if names.contains(where: { $0.starts(with: Self.other) }) { return true }
        return names.indices.dropLast().contains { index in
            guard names[index] == Self.trash, Self.parts.contains(names[index + 1]) else { return false }
            guard let directory else { return true }
            // An ordinary directory of that name is unlikely to have both parts.
            let up = String(repeating: "../", count: names.count - index - 1)
            return Self.parts.prefix(2).allSatisfy { part in
                unsafe faccessat(directory.rawValue, up + String(decoding: part, as: UTF8.self), F_OK, 0) == 0
            }
        }
    }

    private static let trash = Array("Trash".utf8)
    private static let other = Array(".Trash".utf8)
    private static let parts = ["files", "info", "expunged"].map { Array($0.utf8) }
}

/// The file systems encountered in a walk, each looked up once.
struct FileSystemTable: Sendable {
    private var identities: [UInt64: FileSystemIdentity] = [:]

    /// The file system of an open directory on a device.
    mutating func identity(of directory: FileDescriptor, device: UInt64) throws(Errno) -> FileSystemIdentity {
        if let known = identities[device] { return known }
        let identity = try FileSystemIdentity(of: directory)
        identities[device] = identity
        return identity
    }
}
