package import PhotoModel

/// How far a walk came, for the end of a scan: a file that was not found where everything was read is gone.
package struct ScanCoverage {
    /// The rows of the known files that the walk did not see.
    package var unseen: [Int64]
    /// Whether the walk covered the whole root and was completed.
    package var isWholeRoot: Bool
    /// The file system the root is on now.
    package var rootFileSystem: FileSystemIdentity
    /// Whether to accept as gone files whose file system has changed, and however many there are.
    package var acceptsMissing = false
    /// Whether the walk skipped a file, given by its path below the root, because of the user's own rules. Such a file
    /// is gone without being lost: it does not count towards half of a root. Whoever excludes a folder does not want
    /// its photos listed as work. Marks and receipts belong to contents and stay.
    package var isLeftOut: (_ path: [UInt8]) -> Bool = { _ in false }
    /// The destinations' markers that the walk found.
    package var markers: [MarkerSighting] = []
    /// The moment, nanoseconds since 1970-01-01T00:00:00Z.
    package var now: Int64
    /// The file system of a directory below the root (path as bytes, empty for the root), or of the nearest existing
    /// one above it. Nil if that directory was not read completely. Each file is compared with the file system of its
    /// own directory: with the root's alone, a nested mount that is missing would lose its files.
    package var fileSystem: (_ directory: [UInt8]) -> FileSystemIdentity?

    package init(
        unseen: [Int64], isWholeRoot: Bool, rootFileSystem: FileSystemIdentity, now: Int64,
        fileSystem: @escaping (_ directory: [UInt8]) -> FileSystemIdentity?
    ) {
        self.unseen = unseen
        self.isWholeRoot = isWholeRoot
        self.rootFileSystem = rootFileSystem
        self.now = now
        self.fileSystem = fileSystem
    }
}

/// What a complete scan of a root did with photos. Other files are counted only in ``keptBack`` and ``keptElsewhere``.
package struct ScanOutcome: Hashable, Sendable {
    /// Read for the first time, or found again at a path from which they were gone; without moved ones.
    package var new = 0
    /// With another size, digest or facts than before.
    package var changed = 0
    /// Read again and unchanged.
    package var same = 0
    /// Of the new ones: a purge had removed them, and no undo restored them. They are held from now on.
    package var returned = 0
    /// Found under another path.
    package var moved = 0
    /// Not there any more.
    package var gone = 0
    /// Missing files of any kind that are kept because they are more than half of the root's.
    package var keptBack = 0
    /// Missing files of any kind that are kept because their file system is missing too.
    package var keptElsewhere = 0
    /// The destinations' markers that it found.
    package var markers: [MarkerSighting] = []
    /// Whether all known files of the root are missing and kept: its file system is probably not mounted, and the scan
    /// is not recorded at the root.
    package var isUnmounted = false
    /// The directories of a trash that it reached by another path and skipped, by their paths below the root.
    package var trashes: [[UInt8]] = []

    package init() {}
}
