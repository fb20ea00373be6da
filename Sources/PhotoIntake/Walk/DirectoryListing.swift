internal import Glibc
internal import PhotoFiles
package import PhotoModel
package import SystemPackage

/// What one directory holds, so far as the walk acts on it. The same value is filled again for each directory, to use
/// its buffers again.
struct DirectoryListing: Sendable {
    /// Files whose names make them worth a look, in the order of their inode numbers.
    private(set) var files = EntryList()
    /// Directories to enter, in the order of their inode numbers.
    private(set) var directories = EntryList()
    /// Symbolic links to directories; filled where links are followed.
    private(set) var linkedDirectories = EntryList()
    /// Whether it holds a destination's marker, be it hidden, or the directory shut.
    private(set) var hasMarker = false
    /// Whether it is a home trash, so that nothing of it counts as there.
    private(set) var isTrash = false
    /// The names of files that this program has parked, be the directory shut.
    private(set) var parked: [[UInt8]] = []

    private let filter: EntryFilter
    private let followsSymlinks: Bool
    /// 64 KiB hold about 1,500 entries.
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    init(filter: EntryFilter, followsSymlinks: Bool) {
        self.filter = filter
        self.followsSymlinks = followsSymlinks
    }

    /// Lists an open directory. Throws where it could not be read to the end; what was read up to there is kept.
    mutating func read(_ directory: FileDescriptor, place: EntryFilter.Place) throws(Errno) {
        removeAll()
        defer {
            files.sort()
            directories.sort()
        }
        // The buffer leaves `self` while names in it are lent out, so that nothing is copied.
        var bytes = exchange(&buffer, with: [])
        defer { buffer = bytes }
        var isExcluded = false
        var trash = TrashSigns()
        try DirectoryRecord.forEach(in: directory, &bytes) { record, name in
            if filter.excludesDirectory(name) { isExcluded = true }
            if filter.isMarker(name) { hasMarker = true }
            if filter.isParked(name), isFile(record, named: name, in: directory) { parked.append(joined([], name)) }
            if place.mayBeTrash { trash.note(name) }
            if !isExcluded, !record.isDot { add(name, record, of: directory, place: place) }
        }
        isTrash = trash.isTrash
        if isExcluded || isTrash { removeEntries() }
    }

    /// Hands over the directories to enter.
    mutating func takeDirectories() -> EntryList {
        exchange(&directories, with: EntryList())
    }

    private mutating func removeAll() {
        hasMarker = false
        parked = []
        isTrash = false
        removeEntries()
    }

    private mutating func removeEntries() {
        files.removeAll()
        directories.removeAll()
        linkedDirectories.removeAll()
    }

    private mutating func add(
        _ name: Span<UInt8>, _ record: DirectoryRecord, of directory: FileDescriptor, place: EntryFilter.Place
    ) {
        var type = record.type
        if type == .unknown { type = kind(of: name, in: directory, followsSymlinks: false) }
        let isLink = type == .link
        if isLink, followsSymlinks { type = kind(of: name, in: directory, followsSymlinks: true) }
        switch type {
        case .file:
            guard let promise = filter.promise(name), filter.admits(name, isDirectory: false, in: place) else { return }
            files.append(name, inode: record.inode, isLink: isLink, isSidecar: promise == .sidecar)
        case .directory where filter.admits(name, isDirectory: true, in: place):
            if isLink {
                linkedDirectories.append(name, inode: record.inode, isLink: true, isSidecar: false)
            } else {
                directories.append(name, inode: record.inode, isLink: false, isSidecar: false)
            }
        default: return
        }
    }

    private func isFile(_ record: DirectoryRecord, named name: Span<UInt8>, in directory: FileDescriptor) -> Bool {
        record.type == .file
            || record.type == .unknown && kind(of: name, in: directory, followsSymlinks: false) == .file
    }

    /// Asks the system for the type of an entry, where the directory does not tell it or it is a link.
    ///
    /// A link whose target does not exist, and a link that leads to itself, count as not there. Where the system does
    /// not answer, the entry is taken for what its name says; the error comes again when it is used, and is reported.
    private func kind(
        of name: Span<UInt8>, in directory: FileDescriptor, followsSymlinks: Bool
    ) -> DirectoryRecord.Kind {
        var status = stat()
        let error = unsafe name.withUnsafeBytes { name in
            // In the buffer, a NUL comes behind the name.
            unsafe lookUp(name, in: directory, followsSymlinks: followsSymlinks, &status)
        }
        switch error {
        case nil: return DirectoryRecord.Kind(mode: status.st_mode)
        case .noSuchFileOrDirectory?, .notDirectory?, .tooManySymbolicLinkLevels?: return .other
        default: return filter.promise(name) == nil ? .directory : .file
        }
    }
}

/// A directory held open while files in it are to be read. Its descriptor is closed when the last reference goes.
package final class OpenDirectory: Sendable {
    /// The open directory, for `openat`. Open for reading, close-on-exec.
    package let descriptor: FileDescriptor
    /// The path below the root, without slashes at the ends; empty for the root itself.
    package let relativePath: [UInt8]
    /// The file system that holds it.
    package let fileSystem: FileSystemIdentity
    private let root: FilePath

    init(_ descriptor: FileDescriptor, root: FilePath, relativePath: [UInt8], fileSystem: FileSystemIdentity) {
        self.descriptor = descriptor
        self.root = root
        self.relativePath = relativePath
        self.fileSystem = fileSystem
    }

    deinit {
        // Nothing was written, so that closing has nothing to tell.
        try? descriptor.close()
    }

    /// The absolute path. It may be longer than the system takes.
    package var path: FilePath { root.appending(bytes: relativePath) }

    /// The absolute path of an entry.
    package func path(of name: [UInt8]) -> FilePath {
        root.appending(bytes: relativePath(of: name))
    }

    /// The path of an entry below the root, without slashes at the ends.
    package func relativePath(of name: [UInt8]) -> [UInt8] { joined(relativePath, name.span) }
}
