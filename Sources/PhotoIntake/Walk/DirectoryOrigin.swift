internal import Glibc
internal import PhotoFiles
internal import PhotoModel
internal import SystemPackage

/// Where a directory really is that a walk did not come to from the directory that holds it, but by name, by a symbolic
/// link or by a mount: in a trash perhaps, whose name is not on that way.
///
/// A trash has names that the FreeDesktop specification gives it: `Trash` in the home, `.Trash` and `.Trash-UID`
/// elsewhere.
struct DirectoryOrigin {
    /// The names from the top down: of all directories, or of those on its own file system.
    private let names: [[UInt8]]

    /// The origin of what is mounted.
    init(_ place: PlaceOnDevice) {
        names = place.names
    }

    /// The origin of an open directory, by the links of proc_pid_fd(5); nil where there is no `/proc`.
    init?(of directory: FileDescriptor) {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = unsafe readlink("/proc/thread-self/fd/\(directory.rawValue)", &path, path.count)
        guard count > 0, count < path.count else { return nil }
        names = path[..<count].map { UInt8(bitPattern: $0) }.split(separator: slash).map { Array($0) }
    }

    /// Whether it has the name of a home trash, which a person's own directory may have as well.
    var mayBeTrash: Bool { names.last == Self.trash }

    /// Whether it is in a trash.
    ///
    /// - Parameter directory: the directory, where the one that holds it is on the way up; nil for a mount, above which
    ///   is another.
    /// - Returns: whether it is.
    func isInTrash(_ directory: FileDescriptor?) -> Bool {
        if names.contains(where: { $0.starts(with: Self.other) }) { return true }
        return names.indices.dropLast().contains { place in
            guard names[place] == Self.trash, Self.parts.contains(names[place + 1]) else { return false }
            guard let directory else { return true }
            // A person's own directory of that name has hardly both parts.
            let up = String(repeating: "../", count: names.count - place - 1)
            return Self.parts.prefix(2).allSatisfy { part in
                unsafe faccessat(directory.rawValue, up + String(decoding: part, as: UTF8.self), F_OK, 0) == 0
            }
        }
    }

    private static let trash = Array("Trash".utf8)
    private static let other = Array(".Trash".utf8)
    private static let parts = ["files", "info", "expunged"].map { Array($0.utf8) }
}

/// The file systems met on a walk, each looked up once.
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
