internal import Glibc
internal import PhotoFiles
internal import PhotoModel
internal import SystemPackage

/// The depth-first way through a root's directories: opens and lists one after the other.
///
/// A directory stays open until the last of its own directories has been opened, so that names are only ever opened
/// from the directory that holds them: a path of any length works, and nothing on the way can be exchanged for a link.
/// Links that are followed wait until all that lies below the root without them has been walked. So a directory is
/// known by its real path where it has one below the root, and the result does not depend on the order of a listing.
struct Traversal: Sendable {
    /// The directories of one directory that are still to be entered.
    private struct Level {
        let parent: OpenDirectory
        let children: EntryList
        /// The directories above and including the parent; the length of ``Traversal/ancestors`` for its children.
        let depth: Int
        /// What is noted of the parent in the coverage.
        let covered: FileSystemIdentity?
        var next = 0
    }

    /// What the directory opened last holds.
    private(set) var listing: DirectoryListing
    /// What went wrong since the findings were last taken.
    private(set) var findings: [Finding] = []
    /// What was read to the end.
    private(set) var coverage = WalkCoverage()
    /// The markers of destinations that were come across.
    private(set) var markers: [MarkerSighting] = []
    /// The directories of a trash that were come to by another road than its own, by their paths below the root.
    /// Nothing in them is entered.
    private(set) var trashes: [[UInt8]] = []
    /// The parked files that were come across since they were last taken.
    private var parked: [FilePath] = []

    private let root: WalkRoot
    private let options: WalkOptions
    private let filter: EntryFilter
    /// The end of the root's own path; characters for bytes that are not UTF-8 do no harm where it is used.
    private let rootName: [UInt8]
    private var isStarted = false
    private var levels: [Level] = []
    /// The directories from the root down to the one opened last.
    private var ancestors: [FileIdentity] = []
    /// Every directory entered; kept where links are followed.
    private var visited: Set<FileIdentity> = []
    private var links = LinkQueue()
    private var fileSystems = FileSystemTable()
    /// Where that is from which is mounted below the root.
    private let mounted: [FilePath: DirectoryOrigin]
    private var startDevice: UInt64?

    init(root: WalkRoot, options: WalkOptions) {
        self.root = root
        self.options = options
        filter = EntryFilter(options)
        rootName = Array((root.path.lastComponent?.string ?? "").utf8)
        listing = DirectoryListing(filter: filter, followsSymlinks: options.followsSymlinks)
        mounted = Dictionary(
            MountTable().mounts(below: root.path).map { ($0.point, DirectoryOrigin($0.place)) }
        ) { $1 }
    }

    /// Opens and lists the next directory; nil at the end. Those that cannot be opened become findings.
    mutating func next() -> OpenDirectory? {
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

    /// Hands over the findings.
    mutating func takeFindings() -> [Finding] {
        exchange(&findings, with: [])
    }

    /// Hands over the parked files.
    mutating func takeParked() -> [FilePath] {
        exchange(&parked, with: [])
    }

    /// Adds a finding about a file.
    mutating func report(_ finding: Finding) {
        findings.append(finding)
    }

    /// Reports that the directory opened last could not be made use of: it does not count as read, and nothing below
    /// it is entered.
    mutating func abandon(_ directory: OpenDirectory, _ error: Errno) {
        if levels.last?.parent === directory { levels.removeLast() }
        fail(directory.relativePath, error)
    }
}

// Ways into a directory.
extension Traversal {
    private struct Child {
        let name: [UInt8]
        let descriptor: Result<FileDescriptor, Errno>
        let level: Level
    }

    /// Opens the next directory of the deepest level. A level goes with its last child, and with it the parent's
    /// descriptor: a long chain of directories holds no more than two.
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
        // It is gone, or is no directory any more; the directory that held it has been read.
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
            return enter(descriptor, root.start, above: nil, from: DirectoryOrigin(of: descriptor))
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
                descriptor, link, above: coverage.lookUp(link), from: DirectoryOrigin(of: descriptor))
        case .failure(.noSuchFileOrDirectory), .failure(.notDirectory), .failure(.tooManySymbolicLinkLevels):
            break
        case .failure(let error):
            fail(link, error)
        }
        return nil
    }

    /// Opens a directory by its path below the root, name by name, and puts what lies above it into ``ancestors``.
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

// Inside a directory.
extension Traversal {
    /// Lists an open directory and queues those in it, unless it is not to be entered. ``ancestors`` holds those above.
    private mutating func enter(
        _ descriptor: FileDescriptor, _ path: [UInt8], above: FileSystemIdentity?, from origin: DirectoryOrigin?,
        isMount: Bool = false
    ) -> OpenDirectory? {
        do throws(Errno) {
            let number = try FileStatus(of: descriptor).identity
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
            list(directory, above: above, from: origin)
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
        _ directory: OpenDirectory, above: FileSystemIdentity?, from origin: DirectoryOrigin?
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
        if listing.hasMarker, let marker = DestinationMarker(in: directory.descriptor) {
            markers.append(MarkerSighting(directory: path, marker: marker))
        }
        parked += listing.parked.map { directory.path(of: $0) }
        let children = listing.takeDirectories()
        if !children.isEmpty {
            levels.append(
                Level(parent: directory, children: children, depth: ancestors.count, covered: covered))
        }
        links.add(listing.linkedDirectories, in: path)
    }

    private func place(_ path: [UInt8], _ origin: DirectoryOrigin?) -> EntryFilter.Place {
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
