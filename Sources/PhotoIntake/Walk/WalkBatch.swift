package import PhotoModel
package import SystemPackage

/// A file that is to be read: new, changed, or to be read again.
package struct FoundFile: Hashable, Sendable {
    /// Its name in its directory, as bytes.
    package let name: [UInt8]
    /// The row the index has for this path; nil for a path it does not know.
    package let row: Int64?
    /// Its size.
    package let bytes: Int64
    /// Whether the name is a symbolic link that is followed. Any other file is to be opened with `O_NOFOLLOW`.
    package let isLink: Bool

    package init(name: [UInt8], row: Int64?, bytes: Int64, isLink: Bool = false) {
        self.name = name
        self.row = row
        self.bytes = bytes
        self.isLink = isLink
    }
}

/// What a walk found since the batch before, in one directory at most.
package struct WalkBatch: Sendable {
    /// The most files in a batch.
    package static let mostFiles = 512

    /// The directory of the files; nil only where none could be opened and there are findings. Each directory gives a
    /// batch or more, also an empty one.
    package var directory: OpenDirectory?
    /// The files to read, at most ``mostFiles``, in the order of their inode numbers.
    package var files: [FoundFile] = []
    /// Which sidecars belong to which photo of the directory, by their names; nil where there are no sidecars.
    package var sidecars: SidecarNames?
    /// Whether the names in the directory, of files to read and others, may make groups of more than one.
    package var mayBeGrouped = true
    /// How many files are as the index knows them.
    package var unchanged = 0
    /// What went wrong on the way, in any directory.
    package var findings: [Finding] = []
    /// Files that this program has parked, known to the journal or not, in any directory.
    package var parked: [FilePath] = []

    init(directory: OpenDirectory?) {
        self.directory = directory
    }
}

/// Which directories a walk read to the end, and on which file systems. Files known in these, and not seen, are gone.
package struct WalkCoverage: Sendable {
    /// What holds for a directory and all below it down to the next entry. Where a walk met no obstacle and no mount,
    /// there is one entry, for the directory it started at.
    private var entries: [[UInt8]: FileSystemIdentity?] = [:]
    private var isComplete = false

    /// A walk that has read nothing.
    package init() {}

    /// The file system on which a directory was read to the end, or, where it does not exist any more, its nearest
    /// existing ancestor was. The directory is given by its path below the root, without slashes at the ends.
    ///
    /// Nil where it was not: it could not be read, lies on a file system that was not entered or outside the part that
    /// was walked, or the walk did not come to its end. Hidden, skipped and excluded directories count as not
    /// existing.
    package func fileSystem(of directory: some Collection<UInt8>) -> FileSystemIdentity? {
        isComplete ? lookUp(Array(directory)) : nil
    }

    /// Notes that a directory was read to the end. `above` is what was noted for the directory that holds it; where
    /// that is the same, nothing needs to be kept.
    mutating func noteRead(_ directory: [UInt8], _ fileSystem: FileSystemIdentity, above: FileSystemIdentity?) {
        if fileSystem != above { entries[directory] = fileSystem }
    }

    /// Notes that a directory was not read to the end, nor anything below it that is not noted itself.
    mutating func noteUnread(_ directory: [UInt8]) {
        entries.updateValue(nil, forKey: directory)
    }

    /// Notes that all that was to be read has been.
    mutating func complete() {
        isComplete = true
    }

    /// What was noted for a directory, or for the nearest above it.
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

/// What a walk takes and what it leaves.
package struct WalkOptions: Sendable {
    /// Whether names that begin with a dot, and what lies below a `.nomedia`, are taken too. What other programs leave
    /// behind (``SkippedNames``) is skipped all the same.
    package var hidden = false
    /// Whether symbolic links are followed, each directory being visited once.
    package var followsSymlinks = false
    /// Whether directories on another device than the one the walk starts on are left out. As with `find -xdev`, a
    /// btrfs subvolume counts as another device.
    package var staysOnFileSystem = false
    /// Patterns of what is left out, see ``ExcludePattern``.
    package var excludes: [String] = []

    package init() {}

    /// Refuses a pattern of what is left out that hardly anybody means as it is.
    ///
    /// - Throws: `TextError`.
    package static func check(exclude pattern: String) throws(TextError) {
        if ExcludePattern(pattern).hasOpenSet { throw .openSet(in: pattern) }
    }
}

/// What to walk: a root, or a part of it.
package struct WalkRoot: Sendable {
    /// The root's row in the index; part of each ``PathKey``.
    package var id: Int64
    /// The root, absolute and free of symbolic links, as ``resolveRoot(_:)`` gives it.
    package var path: FilePath
    /// The directory below the root that the walk starts at, without slashes at the ends; empty for all of the root.
    ///
    /// Whoever names a directory wants it walked: neither the root nor this path is held against the skips.
    package var start: [UInt8]

    package init(id: Int64, path: FilePath, start: [UInt8] = []) {
        self.id = id
        self.path = path
        self.start = start
    }
}
