internal import Glibc
internal import PhotoFiles
package import PhotoModel
package import SystemPackage

/// The relevant content of one directory. The same value is reused for all directories, to keep its buffers.
struct DirectoryListing: Sendable {
    /// Files to examine, sorted by inode number.
    private(set) var files = EntryList()
    /// Directories to enter, sorted by inode number.
    private(set) var directories = EntryList()
    /// Symbolic links to directories; only if links are followed.
    private(set) var linkedDirectories = EntryList()
    /// Whether the directory has a destination's marker, even if hidden entries or the directory itself are excluded.
    private(set) var hasMarker = false
    /// Whether the directory is a home trash, whose content counts as absent.
    private(set) var isTrash = false
    /// The names of files parked by this program, even if the directory is excluded.
    private(set) var parked: [[UInt8]] = []

    private let filter: EntryFilter
    private let followsSymlinks: Bool
    /// 64 KiB hold about 1,500 entries.
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    init(filter: EntryFilter, followsSymlinks: Bool) {
        self.filter = filter
        self.followsSymlinks = followsSymlinks
    }

    /// Lists an open directory. Throws if it could not be read to the end; the entries read so far are kept.
    mutating func read(_ directory: FileDescriptor, place: EntryFilter.Place) throws(Errno) {
        removeAll()
        defer {
            files.sort()
            directories.sort()
        }
        // The buffer is moved out of `self` while names in it are borrowed, which avoids a copy.
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

    /// Returns the files to examine, and removes them from the listing.
    mutating func takeFiles() -> EntryList {
        exchange(&files, with: EntryList())
    }

    /// Returns the directories to enter, and removes them from the listing.
    mutating func takeDirectories() -> EntryList {
        exchange(&directories, with: EntryList())
    }

    /// Leaves out the directories whose names do not meet a condition.
    mutating func keepDirectories(where isKept: ([UInt8]) -> Bool) {
        directories.keep(where: isKept)
        linkedDirectories.keep(where: isKept)
    }

    private mutating func removeAll() {
        hasMarker = false
        parked = []
        isTrash = false
        removeEntries()
    }

    /// Whether there is nothing to examine or to enter.
    var isEmpty: Bool { files.isEmpty && directories.isEmpty && linkedDirectories.isEmpty }

    /// Removes what belongs to no photo, see ``EntryList/removeStrays(in:)``.
    mutating func removeStrays(in directory: [UInt8]) { files.removeStrays(in: directory) }

    /// Removes everything to examine or to enter.
    mutating func removeEntries() {
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
        if type != .file, filter.promise(name) == .sidecar { addUnread(name, record, isLink, of: directory, place) }
        switch type {
        case .file:
            guard let promise = filter.promise(name), filter.admits(name, isDirectory: false, in: place) else { return }
            if isLink || filter.mayBeUnopened(record.inode), isUnopened(name, in: directory, isLink) { return }
            files.append(name, inode: record.inode, isLink: isLink, isSidecar: promise == .sidecar)
        case .directory where filter.admits(name, isDirectory: true, in: place):
            if CompanionNames.leads(joined([], name)) { files.mayHaveCompanionsBelow = true }
            if isLink {
                linkedDirectories.append(name, inode: record.inode, isLink: true, isSidecar: false)
            } else {
                directories.append(name, inode: record.inode, isLink: false, isSidecar: false)
            }
        default: return
        }
    }

    /// Adds the name of an XMP file that cannot be read. It must not be passed over, since it is unknown what it
    /// corrects. A link that is not followed is such a file, as with photos; a link that is followed and leads nowhere
    /// counts as absent.
    private mutating func addUnread(
        _ name: Span<UInt8>, _ record: DirectoryRecord, _ isLink: Bool, of directory: FileDescriptor,
        _ place: EntryFilter.Place
    ) {
        guard SidecarFormat(promisedBy: joined([], name)) == .xmp, filter.admits(name, isDirectory: false, in: place)
        else { return }
        if isLink, followsSymlinks, !exists(name, in: directory) { return }
        files.append(
            name, inode: record.inode, isLink: isLink && followsSymlinks, isSidecar: true, isUnread: true)
    }

    /// Whether a link leads somewhere.
    private func exists(_ name: Span<UInt8>, in directory: FileDescriptor) -> Bool {
        var status = stat()
        return unsafe name.withUnsafeBytes { name in
            unsafe lookUp(name, in: directory, followsSymlinks: true, &status)
        } == nil
    }

    /// Sidecars are opened with their photos, so what must not be opened may not even be listed.
    private func isUnopened(_ name: Span<UInt8>, in directory: FileDescriptor, _ isLink: Bool) -> Bool {
        var status = stat()
        let error = unsafe name.withUnsafeBytes { name in
            unsafe lookUp(name, in: directory, followsSymlinks: isLink, &status)
        }
        return error == nil && filter.isUnopened(status)
    }

    private func isFile(_ record: DirectoryRecord, named name: Span<UInt8>, in directory: FileDescriptor) -> Bool {
        record.type == .file
            || record.type == .unknown && kind(of: name, in: directory, followsSymlinks: false) == .file
    }

    /// Determines the type of an entry that is a link, or whose type the directory does not record.
    ///
    /// A link whose target does not exist, or that leads to itself, counts as absent. If the system call fails, the
    /// type suggested by the name is assumed; the error recurs when the entry is used, and is reported there.
    private func kind(
        of name: Span<UInt8>, in directory: FileDescriptor, followsSymlinks: Bool
    ) -> DirectoryRecord.Kind {
        var status = stat()
        let error = unsafe name.withUnsafeBytes { name in
            // In the buffer, a NUL follows the name.
            unsafe lookUp(name, in: directory, followsSymlinks: followsSymlinks, &status)
        }
        switch error {
        case nil: return DirectoryRecord.Kind(mode: status.st_mode)
        case .noSuchFileOrDirectory?, .notDirectory?, .tooManySymbolicLinkLevels?: return .other
        default: return filter.promise(name) == nil ? .directory : .file
        }
    }
}

/// A directory kept open while files in it are read. Its descriptor is closed with the last reference.
package final class OpenDirectory: Sendable {
    /// The open directory, for `openat`. Open for reading, close-on-exec.
    package let descriptor: FileDescriptor
    /// The path relative to the root, without leading or trailing slashes; empty for the root itself.
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
        // Nothing was written, so closing cannot fail in a relevant way.
        try? descriptor.close()
    }

    /// The absolute path, which may exceed the system's limit.
    package var path: FilePath { root.appending(bytes: relativePath) }

    /// The absolute path of an entry.
    package func path(of name: [UInt8]) -> FilePath {
        root.appending(bytes: relativePath(of: name))
    }

    /// The path of an entry relative to the root, without leading or trailing slashes.
    package func relativePath(of name: [UInt8]) -> [UInt8] { joined(relativePath, name.span) }
}

/// Opens a directory for listing. A NUL follows the name's bytes.
func openDirectory(
    _ name: UnsafeRawBufferPointer, in parent: FileDescriptor, followsSymlinks: Bool
) -> Result<FileDescriptor, Errno> {
    guard let name = unsafe name.assumingMemoryBound(to: CChar.self).baseAddress else {
        return .failure(.noSuchFileOrDirectory)
    }
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsSymlinks ? 0 : O_NOFOLLOW)
    return Result { () throws(Errno) in
        FileDescriptor(rawValue: try repeated { unsafe openat(parent.rawValue, name, flags) })
    }
}

/// Reads the status of an entry of a directory; returns the error, if any. A NUL follows the name's bytes.
func lookUp(
    _ name: UnsafeRawBufferPointer, in directory: FileDescriptor, followsSymlinks: Bool, _ status: inout stat
) -> Errno? {
    guard let name = unsafe name.assumingMemoryBound(to: CChar.self).baseAddress else { return .noSuchFileOrDirectory }
    let flags = followsSymlinks ? 0 : AT_SYMLINK_NOFOLLOW
    return unsafe fstatat(directory.rawValue, name, &status, flags) == 0 ? nil : Errno(rawValue: errno)
}

/// Identifies an open directory, and tells whether names in it may be looked up; listing them requires another
/// permission.
func identify(_ directory: FileDescriptor) throws(Errno) -> (identity: FileIdentity, isSearchable: Bool) {
    var status = stat()
    do throws(Errno) {
        try repeated { unsafe fstatat(directory.rawValue, ".", &status, 0) }
    } catch .permissionDenied {
        return (try FileStatus(of: directory).identity, false)
    }
    return (FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)), true)
}
