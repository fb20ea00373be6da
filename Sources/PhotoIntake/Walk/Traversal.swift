internal import Glibc
internal import PhotoFiles
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// A directory that was opened and listed, and what came up since the one before.
struct ListedDirectory: Sendable {
    /// Nil only at the end, if there are findings.
    let directory: OpenDirectory?
    let files: EntryList
    let findings: [Finding]
    /// Files parked by this program, whether or not they are in the journal.
    let parked: [FilePath]
}

/// Walks the directories of a root depth-first: opens and lists one after another.
///
/// A directory stays open until the last of its subdirectories has been opened, so that names are always opened
/// relative to their directory: paths of any length work, and no directory in a path can be replaced by a link. Links
/// are followed after everything that can be reached without them. A directory is therefore known by its real path if
/// that is inside the root, and the result does not depend on the order of listings.
struct Traversal: Sendable {
    /// The subdirectories of one directory that are still to be entered.
    private struct Level {
        let parent: OpenDirectory
        let children: EntryList
        /// The number of directories from the root to the parent; the length of ``Traversal/ancestors`` for its
        /// children.
        let depth: Int
        /// The coverage recorded for the parent.
        let covered: FileSystemIdentity?
        var next = 0
    }

    /// The listing of the directory opened last.
    private var listing: DirectoryListing
    /// The findings since the last directory.
    private var findings: [Finding] = []
    /// The directories read to the end.
    private(set) var coverage = WalkCoverage()
    /// The markers of destinations found.
    private(set) var markers: [MarkerSighting] = []
    /// The directories of a trash that were reached by another path than the trash's own, relative to the root. Nothing
    /// in them is entered.
    private(set) var trashes: [[UInt8]] = []
    /// The parked files found since the last directory.
    private var parked: [FilePath] = []

    private let root: WalkRoot
    private let options: WalkOptions
    let filter: EntryFilter
    /// The last component of the root's path; replacement characters for invalid UTF-8 do no harm here.
    private let rootName: [UInt8]
    private var isStarted = false
    private var levels: [Level] = []
    /// The directories from the root down to the one opened last.
    private var ancestors: [FileIdentity] = []
    /// All directories entered; only recorded if links are followed.
    private var visited: Set<FileIdentity> = []
    private var links = LinkQueue()
    private let fileSystems: FileSystemTable
    /// The origins of mounts inside the root.
    private let mounted: [FilePath: DirectoryAncestors]
    private var startDevice: UInt64?

    init(root: WalkRoot, options: WalkOptions, fileSystems: FileSystemTable = FileSystemTable()) {
        self.root = root
        self.options = options
        self.fileSystems = fileSystems
        filter = EntryFilter(options)
        rootName = Array((root.path.lastComponent?.string ?? "").utf8)
        listing = DirectoryListing(filter: filter, followsSymlinks: options.followsSymlinks)
        // Reading the table costs as much as a small directory, and nobody mounts anything for companions.
        let mounts = options.isShallow ? [] : MountTable().mounts(below: root.path)
        mounted = Dictionary(mounts.map { ($0.point, DirectoryAncestors($0.place)) }) { $1 }
    }

    /// Opens and lists the next directory; nil at the end. A directory that cannot be opened becomes a finding.
    mutating func next() -> ListedDirectory? {
        let directory = openNext()
        let files = directory == nil ? EntryList() : listing.takeFiles()
        if directory == nil, findings.isEmpty, parked.isEmpty { return nil }
        return ListedDirectory(
            directory: directory, files: files, findings: exchange(&findings, with: []),
            parked: exchange(&parked, with: []))
    }

    private mutating func openNext() -> OpenDirectory? {
        if !isStarted {
            isStarted = true
            if let directory = start() { return directory }
        }
        while true {
            if let child = takeChild() {
                if let directory = open(child) { return directory }
            } else if let link = links.next() {
                if let directory = follow(link) { return directory }
            } else {
                coverage.complete()
                return nil
            }
        }
    }
}

// MARK: - Opening directories
extension Traversal {
    private struct Child {
        let name: [UInt8]
        let descriptor: Result<FileDescriptor, Errno>
        let level: Level
    }

    /// Opens the next directory of the deepest level. A level is removed with its last child, which closes the parent's
    /// descriptor: a long chain of directories needs at most two descriptors.
    private mutating func takeChild() -> Child? {
        guard let level = levels.last else { return nil }
        let entry = level.children.entries[level.next]
        levels[levels.count - 1].next += 1
        if level.next + 1 == level.children.count { levels.removeLast() }
        let descriptor = unsafe level.children.withName(of: entry) { name in
            unsafe openDirectory(name, in: level.parent.descriptor, followsSymlinks: false)
        }
        return Child(name: level.children.name(of: entry), descriptor: descriptor, level: level)
    }

    private mutating func open(_ child: Child) -> OpenDirectory? {
        let path = child.level.parent.relativePath(of: child.name)
        switch child.descriptor {
        case .success(let descriptor):
            ancestors.removeLast(ancestors.count - child.level.depth)
            let mounted = mounted.isEmpty ? nil : mounted[root.path.appending(bytes: path)]
            return enter(descriptor, path, above: child.level.covered, from: mounted, isMount: mounted != nil)
        // It was removed, or is no longer a directory; its parent has been read.
        case .failure(.noSuchFileOrDirectory), .failure(.notDirectory), .failure(.tooManySymbolicLinkLevels):
            return nil
        case .failure(let error):
            fail(path, error)
            return nil
        }
    }

    private mutating func start() -> OpenDirectory? {
        switch openPath(root.start) {
        case .success(let descriptor):
            return enter(descriptor, root.start, above: nil, from: DirectoryAncestors(of: descriptor))
        case .failure(.noSuchFileOrDirectory):
            coverage.noteUnread(root.start)
            let path = root.path.appending(bytes: root.start)
            findings.append(Finding(path: path, kind: .missing, detail: Errno.noSuchFileOrDirectory.description))
        case .failure(let error):
            fail(root.start, error)
        }
        return nil
    }

    private mutating func follow(_ link: [UInt8]) -> OpenDirectory? {
        switch openPath(link) {
        case .success(let descriptor):
            return enter(
                descriptor, link, above: coverage.lookUp(link), from: DirectoryAncestors(of: descriptor))
        case .failure(.noSuchFileOrDirectory), .failure(.notDirectory), .failure(.tooManySymbolicLinkLevels):
            break
        case .failure(let error):
            fail(link, error)
        }
        return nil
    }

    /// Opens a directory by its path relative to the root, one name at a time, and stores its parents in ``ancestors``.
    private mutating func openPath(_ path: [UInt8]) -> Result<FileDescriptor, Errno> {
        ancestors = []
        var current: FileDescriptor
        do {
            current = try FileDescriptor.boundedOpen(root.path, .readOnly, options: [.directory, .closeOnExec])
        } catch {
            return .failure(error as? Errno ?? .ioError)
        }
        for name in path.split(separator: slash) {
            let parent = current
            defer { try? parent.close() }
            do throws(Errno) {
                ancestors.append(try FileStatus(of: parent).identity)
            } catch {
                return .failure(error)
            }
            let child = unsafe (name + [0]).withUnsafeBytes { name in
                unsafe openDirectory(name, in: parent, followsSymlinks: options.followsSymlinks)
            }
            guard case .success(let descriptor) = child else { return child }
            current = descriptor
        }
        return .success(current)
    }
}

// MARK: - Listing directories
extension Traversal {
    /// Lists an open directory and queues its subdirectories, unless it must not be entered. ``ancestors`` contains its
    /// parents.
    private mutating func enter(
        _ descriptor: FileDescriptor, _ path: [UInt8], above: FileSystemIdentity?, from origin: DirectoryAncestors?,
        isMount: Bool = false
    ) -> OpenDirectory? {
        do throws(Errno) {
            let (number, isSearchable) = try identify(descriptor)
            guard shouldEnter(number, path) else {
                try? descriptor.close()
                return nil
            }
            let fileSystem = try fileSystems.identity(of: descriptor, device: number.device)
            let directory = OpenDirectory(
                descriptor, root: root.path, relativePath: path, fileSystem: fileSystem)
            ancestors.append(number)
            if origin?.isInTrash(isMount ? nil : descriptor) == true {
                coverage.noteRead(path, fileSystem, above: above)
                trashes.append(path)
                return nil
            }
            list(directory, isSearchable: isSearchable, above: above, from: origin)
            return directory
        } catch {
            try? descriptor.close()
            fail(path, error)
            return nil
        }
    }

    private mutating func shouldEnter(_ number: FileIdentity, _ path: [UInt8]) -> Bool {
        if ancestors.contains(number) {
            coverage.noteUnread(path)
            let detail = "the directory contains itself, over a link or a mount, and is not entered again"
            findings.append(Finding(path: root.path.appending(bytes: path), kind: .loop, detail: detail))
            return false
        }
        if options.followsSymlinks, !visited.insert(number).inserted { return false }
        let device = startDevice ?? number.device
        startDevice = device
        if options.staysOnFileSystem, number.device != device {
            coverage.noteUnread(path)
            return false
        }
        return true
    }

    private mutating func list(
        _ directory: OpenDirectory, isSearchable: Bool, above: FileSystemIdentity?, from origin: DirectoryAncestors?
    ) {
        let path = directory.relativePath
        var covered: FileSystemIdentity?
        do throws(Errno) {
            try listing.read(directory.descriptor, place: place(path, origin))
            if listing.isTrash, origin != nil { trashes.append(path) }
            coverage.noteRead(path, directory.fileSystem, above: above)
            covered = directory.fileSystem
        } catch {
            fail(path, error)
        }
        listing.removeStrays(in: path)
        if !isSearchable, !listing.isEmpty {
            listing.removeEntries()
            fail(path, .permissionDenied)
        }
        if listing.hasMarker, let marker = DestinationMarker(in: directory.descriptor) {
            markers.append(MarkerSighting(directory: path, marker: marker))
        }
        parked += listing.parked.map { directory.path(of: $0) }
        if options.isShallow {
            let below = Array(path.dropFirst(root.start.count).drop { $0 == slash })
            listing.keepDirectories { CompanionNames.leads(joined(below, $0.span)) }
        }
        let children = listing.takeDirectories()
        if !children.isEmpty {
            levels.append(
                Level(parent: directory, children: children, depth: ancestors.count, covered: covered))
        }
        links.add(listing.linkedDirectories, in: path)
    }

    private func place(_ path: [UInt8], _ origin: DirectoryAncestors?) -> EntryFilter.Place {
        let whole = path.isEmpty ? rootName : path
        let start = whole.lastIndex(of: slash).map { $0 + 1 } ?? 0
        let name = whole.span.extracting(start...)
        return filter.place(path: path, name: name, mayBeTrash: origin?.mayBeTrash ?? false)
    }

    private mutating func fail(_ path: [UInt8], _ error: Errno) {
        coverage.noteUnread(path)
        let path = root.path.appending(bytes: path)
        findings.append(Finding(path: path, kind: .unreadable, detail: error.description))
    }
}

/// Symbolic links to directories that are still to be followed, by their paths relative to the root.
struct LinkQueue: Sendable {
    /// The links of the current round, the next one last.
    private var current: [[UInt8]] = []
    /// Links found in the current round; they form the next one.
    private var found: [[UInt8]] = []

    mutating func add(_ links: EntryList, in directory: [UInt8]) {
        for entry in links.entries { found.append(joined(directory, links.name(of: entry).span)) }
    }

    /// Returns the next link. Links of the same round are followed in the order of their paths, so that of two links to
    /// the same directory it is always the same one that is used.
    mutating func next() -> [UInt8]? {
        if current.isEmpty {
            current = found.sorted { $1.lexicographicallyPrecedes($0) }
            found = []
        }
        return current.popLast()
    }
}

/// The real location of a directory that was reached by name, by a symbolic link or through a mount instead of from its
/// parent. It may be inside a trash whose name is not in the path used.
///
/// The FreeDesktop specification names a trash `Trash` in the home directory, and `.Trash` or `.Trash-UID` elsewhere.
struct DirectoryAncestors {
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

/// The file systems encountered in walks, each looked up once: to look one up costs as much as a small directory.
package final class FileSystemTable: Sendable {
    private let identities = Mutex<[UInt64: FileSystemIdentity]>([:])

    package init() {}

    /// The file system of an open directory on a device.
    func identity(of directory: FileDescriptor, device: UInt64) throws(Errno) -> FileSystemIdentity {
        if let known = identities.withLock({ $0[device] }) { return known }
        let identity = try FileSystemIdentity(of: directory)
        identities.withLock { $0[device] = identity }
        return identity
    }
}
