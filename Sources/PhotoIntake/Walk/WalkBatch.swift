package import PhotoModel
package import SystemPackage

/// A file to read: new, changed, or to be read again.
package struct FoundFile: Hashable, Sendable {
    /// Its name in its directory, as bytes.
    package let name: [UInt8]
    /// The row of this path in the index; nil for a new path.
    package let row: Int64?
    /// The size in bytes.
    package let bytes: Int64
    /// Whether the name is a symbolic link to follow. Any other file must be opened with `O_NOFOLLOW`.
    package let isLink: Bool

    package init(name: [UInt8], row: Int64?, bytes: Int64, isLink: Bool = false) {
        self.name = name
        self.row = row
        self.bytes = bytes
        self.isLink = isLink
    }
}

/// The results of a walk since the previous batch, for at most one directory.
package struct WalkBatch: Sendable {
    /// The maximum number of files in a batch.
    package static let mostFiles = 512

    /// The directory of the files; nil only if none could be opened and there are findings. Each directory yields at
    /// least one batch, which may be empty.
    package var directory: OpenDirectory?
    /// The files to read, at most ``mostFiles``, sorted by inode number.
    package var files: [FoundFile] = []
    /// The sidecars of each photo in the directory, by name; nil if there are no sidecars.
    package var sidecars: SidecarNames?
    /// Whether the names in the directory, including files that need not be read, may form groups of more than one.
    package var mayBeGrouped = true
    package var unchanged = 0
    /// The findings, in any directory.
    package var findings: [Finding] = []
    /// Files parked by this program, whether or not they are in the journal, in any directory.
    package var parked: [FilePath] = []

    init(directory: OpenDirectory?) {
        self.directory = directory
    }
}

/// The directories that a walk read to the end, and their file systems. Known files in these that were not found are
/// gone.
package struct WalkCoverage: Sendable {
    /// What applies to a directory and everything below it, up to the next entry. Without obstacles and mounts there is
    /// one entry, for the directory where the walk started.
    private var entries: [[UInt8]: FileSystemIdentity?] = [:]
    private var isComplete = false

    /// An empty coverage.
    package init() {}

    /// The file system on which a directory was read to the end or, if it no longer exists, its nearest existing
    /// ancestor. The directory is given by its path relative to the root, without leading or trailing slashes.
    ///
    /// Nil if it was not read: it was unreadable, is on a file system that was not entered or outside the walked part,
    /// or the walk did not finish. Hidden, skipped and excluded directories count as not existing.
    package func fileSystem(of directory: some Collection<UInt8>) -> FileSystemIdentity? {
        isComplete ? lookUp(Array(directory)) : nil
    }

    /// Records that a directory was read to the end. `above` is the record of its parent; if they are equal, nothing
    /// needs to be stored.
    mutating func noteRead(_ directory: [UInt8], _ fileSystem: FileSystemIdentity, above: FileSystemIdentity?) {
        if fileSystem != above { entries[directory] = fileSystem }
    }

    /// Records that a directory was not read to the end, and neither was anything below it without a record of its own.
    mutating func noteUnread(_ directory: [UInt8]) {
        entries.updateValue(nil, forKey: directory)
    }

    mutating func complete() {
        isComplete = true
    }

    /// The record of a directory, or of its nearest ancestor with one.
    func lookUp(_ directory: [UInt8]) -> FileSystemIdentity? {
        if entries.count == 1, let fileSystem = entries[[]] { return fileSystem }
        if let entry = entries[directory] { return entry }
        var path = directory[...]
        while !path.isEmpty {
            path = path.lastIndex(of: slash).map { path[..<$0] } ?? []
            if let entry = entries[Array(path)] { return entry }
        }
        return nil
    }
}

/// The options of a walk.
package struct WalkOptions: Sendable {
    /// Whether to include names that start with a dot, and directories with a `.nomedia`. Files of other programs
    /// (``SkippedNames``) are skipped all the same.
    package var hidden = false
    /// Whether to follow symbolic links; each directory is visited once.
    package var followsSymlinks = false
    /// Whether to skip directories on another device than the start of the walk. As with `find -xdev`, a btrfs
    /// subvolume counts as another device.
    package var staysOnFileSystem = false
    /// Whether to walk only the directory where the walk starts, and those below it that programs keep its photos'
    /// companions in (``CompanionNames``).
    package var isShallow = false
    /// Patterns of entries to exclude, see ``ExcludePattern``.
    package var excludes: [String] = []
    /// Files that must not be opened and count as absent, whatever their names: those of the index in use. A process
    /// that closes any descriptor of such a file loses SQLite's locks on it.
    package var unopened: [FileIdentity] = []

    package init() {}

    /// Rejects an exclude pattern that is most likely a mistake.
    package static func check(exclude pattern: String) throws(TextError) {
        if ExcludePattern(pattern).hasOpenSet { throw .openSet(in: pattern) }
    }
}

/// The root to walk, or a part of it.
package struct WalkRoot: Sendable {
    /// The root's row in the index, which is part of each ``PathKey``.
    package var id: Int64
    /// The root, absolute and without symbolic links, as returned by ``resolveRoot(_:)``.
    package var path: FilePath
    /// The directory to start at, relative to the root, without leading or trailing slashes; empty for the whole root.
    ///
    /// A directory that is named explicitly is always walked: neither the root nor this path is checked against the
    /// skipped names.
    package var start: [UInt8]

    package init(id: Int64, path: FilePath, start: [UInt8] = []) {
        self.id = id
        self.path = path
        self.start = start
    }
}
