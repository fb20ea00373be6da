package import PhotoModel

/// How far a walk came, for the end of a scan: what was not found where everything was looked at is gone.
package struct ScanCoverage {
    /// The rows of the known files that the walk did not come across.
    package var unseen: [Int64]
    /// Whether the walk was of the whole root, and came to its end.
    package var isWholeRoot: Bool
    /// The file system the root is on now.
    package var rootFileSystem: FileSystemIdentity
    /// Whether files count as gone that are on another file system now, and however many there are.
    package var acceptsMissing = false
    /// Whether the walk passed a file over by the user's own rules, given by its path below the root. Such a file is
    /// gone without being lost: it does not count towards the half of a root.
    package var isLeftOut: (_ path: [UInt8]) -> Bool = { _ in false }
    /// The markers of destinations that the walk came across.
    package var markers: [MarkerSighting] = []
    /// The moment, nanoseconds since 1970-01-01T00:00:00Z.
    package var now: Int64
    /// The file system of a directory below the root (path as bytes, empty for the root) that was read to the end, or
    /// for a directory that is not there, of the nearest one above that was; nil where that was not read to the end.
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

/// What a whole scan of a root did with photos; files of other kinds do not count, but for ``keptBack`` and
/// ``keptElsewhere``.
package struct ScanOutcome: Hashable, Sendable {
    /// Read for the first time, or back at a path from which they were gone; not those that moved.
    package var new = 0
    /// Of other size, digest or facts than before.
    package var changed = 0
    /// Read again and found the same.
    package var same = 0
    /// Of those that are new: a purge had removed them, and no undo brought them back. They are held from now on.
    package var returned = 0
    /// Found under another path.
    package var moved = 0
    /// Not there any more.
    package var gone = 0
    /// Files of any kind that are not there, and are kept as if they were: they are more than half of the root's.
    package var keptBack = 0
    /// Files of any kind that are not there and are kept, because the file system they lay on is not there either.
    package var keptElsewhere = 0
    /// The markers of destinations that it came across.
    package var markers: [MarkerSighting] = []
    /// The directories of a trash that it came to by another road, and left out, by their paths below the root.
    package var trashes: [[UInt8]] = []

    package init() {}
}
