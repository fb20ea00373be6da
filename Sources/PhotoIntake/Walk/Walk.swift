package import PhotoModel
internal import SystemPackage

/// The walk of a root or of a part of it, in batches that the caller requests. It yields all that the directories hold,
/// whether or not the index knows it: ``IndexComparison`` compares.
///
/// A directory costs opening, `fstatat` and listing. A file to examine costs one `fstatat`, any other file nothing; a
/// followed symbolic link costs one more, and so does each entry of a file system that does not record types in its
/// directories. No file is opened. Files can be read relative to the batch's open directory; each batch holds a
/// descriptor.
package struct Walk: Sendable {
    /// Opens and lists the directories.
    private(set) var traversal: Traversal
    private var examination: Examination?

    /// Prepares a walk without opening anything.
    ///
    /// - Parameter fileSystems: what walks before it have encountered.
    package init(root: WalkRoot, options: WalkOptions, fileSystems: FileSystemTable = FileSystemTable()) {
        self.init(Traversal(root: root, options: options, fileSystems: fileSystems))
    }

    /// A walk whose directories were listed by others.
    init(_ traversal: Traversal) { self.traversal = traversal }

    /// The directories read to the end; empty until ``next()`` has returned nil.
    package var coverage: WalkCoverage { traversal.coverage }

    /// The markers of destinations found so far.
    package var markers: [MarkerSighting] { traversal.markers }

    /// The directories of a trash found so far that were reached by another path than the trash's own, such as a
    /// symbolic link or a mount; relative to the root. They are skipped.
    package var trashes: [[UInt8]] { traversal.trashes }

    /// Returns the next batch; nil at the end.
    ///
    /// A file that was listed but is gone when it is examined is a finding, `vanished`; such a directory is ignored. A
    /// file that cannot be examined is a finding, `unreadable`, and counts as present. Dangling links count as absent.
    ///
    /// JSON files in a directory without photos are not sidecars. They are not examined, and count as present.
    package mutating func next() -> ExaminedBatch? {
        if let batch = examination?.next() { return batch }
        examination = traversal.next().map { Examination(of: $0, filter: traversal.filter) }
        return examination?.next()
    }
}

/// Consecutive files of at most one directory, as a walk examined them, and its findings since the previous batch. At
/// most ``WalkBatch/mostFiles``, so that the caller gets its turn in large directories too.
package struct ExaminedBatch: Sendable {
    /// What the walk saw of one file.
    enum State {
        case file(Fingerprint)
        /// It is there, whatever it is.
        case present
        case absent
    }

    /// A sidecar that was examined with its directory.
    struct Sidecar {
        let entry: EntryList.Entry
        /// Nil if it cannot be examined.
        let fingerprint: Fingerprint?
    }

    /// The directory of the files; nil only if none could be opened and there are findings. Each directory yields at
    /// least one batch, which may be empty.
    package let directory: OpenDirectory?
    let isFirst: Bool
    /// All files of the directory.
    var entries = EntryList()
    /// The place in ``entries`` of the first file of this batch.
    var first = 0
    /// What was seen of each file of this batch.
    var states: [State] = []
    /// The sidecars in a directory with photos, if this is its first batch.
    var sidecars: [Sidecar] = []
    /// The findings, in any directory.
    var findings: [Finding] = []
    /// Files parked by this program, whether or not they are in the journal, in any directory.
    var parked: [FilePath] = []

    init(directory: OpenDirectory?, isFirst: Bool) {
        self.directory = directory
        self.isFirst = isFirst
    }
}
