internal import Glibc
internal import PhotoFiles
package import PhotoModel
internal import SystemPackage

/// The walk of a root or of a part of it, as long as the caller requests more: what the directories hold, whether or
/// not the index knows it (``IndexComparison``).
///
/// A directory costs opening, `fstat` and listing. A file to examine costs one `fstatat`, any other file nothing; a
/// followed symbolic link costs one more, and so does each entry of a file system that does not record types in its
/// directories. No file is opened. Files can be read relative to the batch's open directory; each batch holds a
/// descriptor.
package struct Walk: Sendable {
    private var traversal: Traversal
    private var current: Current?

    /// The directory whose files are being examined.
    private struct Current {
        let directory: OpenDirectory
        let files: EntryList
        /// Whether any name has the extension of a photo.
        let hasPhotos: Bool
        var next = 0

        /// Reads the status of a file; returns the error, if any.
        func readStatus(of entry: EntryList.Entry, _ status: inout stat) -> Errno? {
            unsafe files.withName(of: entry) { name in
                unsafe lookUp(name, in: directory.descriptor, followsSymlinks: entry.isLink, &status)
            }
        }
    }

    /// Prepares a walk without opening anything.
    ///
    /// - Parameters:
    ///   - root: where it starts.
    ///   - options: how it walks.
    ///   - fileSystems: what walks before it have encountered.
    package init(root: WalkRoot, options: WalkOptions, fileSystems: FileSystemTable = FileSystemTable()) {
        traversal = Traversal(root: root, options: options, fileSystems: fileSystems)
    }

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
        let isFirst = current == nil
        if isFirst {
            current = traversal.next().map {
                var files = traversal.takeFiles()
                files.removeStrays(in: $0.relativePath)
                return Current(directory: $0, files: files, hasPhotos: files.sidecarCount < files.count)
            }
        }
        var batch = ExaminedBatch(directory: current?.directory, isFirst: isFirst)
        if let directory = current {
            batch.entries = directory.files
            if isFirst, directory.files.sidecarCount > 0 { batch.sidecars = sidecars(of: directory) }
            fill(&batch, from: directory)
        }
        batch.findings = traversal.takeFindings()
        batch.parked = traversal.takeParked()
        return batch.directory == nil && batch.findings.isEmpty && batch.parked.isEmpty ? nil : batch
    }

    /// Examines the sidecars of a directory before its other files: if one has changed, all photos are read again, and
    /// so they are beside one that cannot be examined.
    private func sidecars(of place: Current) -> [ExaminedBatch.Sidecar] {
        guard place.hasPhotos else { return [] }
        return place.files.entries.compactMap { entry in
            guard entry.isSidecar else { return nil }
            var status = stat()
            let isKnown = !entry.isUnread && place.readStatus(of: entry, &status) == nil
            return ExaminedBatch.Sidecar(entry: entry, fingerprint: isKnown ? Fingerprint(status) : nil)
        }
    }

    private static let unread =
        "has the name of an XMP file, but is a directory, a link that is not followed, or no file: nobody knows what it says"

    private mutating func fill(_ batch: inout ExaminedBatch, from place: Current) {
        let end = min(place.files.count, place.next + WalkBatch.mostFiles)
        batch.first = place.next
        batch.states.reserveCapacity(end - place.next)
        for index in place.next..<end {
            guard let state = examine(place.files.entries[index], in: place) else {
                current = nil
                return
            }
            batch.states.append(state)
        }
        if end < place.files.count { current?.next = end } else { current = nil }
    }

    /// Examines one file; returns nil if no other file of the directory can be examined either.
    private mutating func examine(_ entry: EntryList.Entry, in place: Current) -> ExaminedBatch.State? {
        if entry.isSidecar, !place.hasPhotos, place.files.isJSON(entry) { return .present }
        if entry.isUnread {
            let file = place.directory.path(of: place.files.name(of: entry))
            traversal.report(Finding(path: file, kind: .unreadable, detail: Self.unread))
            return .present
        }
        var status = stat()
        if let error = place.readStatus(of: entry, &status) { return fail(entry, in: place, error) }
        // Overlays may record other inode numbers in their directories than files have.
        let isUsed = status.st_mode & S_IFMT == S_IFREG && !traversal.filter.isUnopened(status)
        return isUsed ? .file(Fingerprint(status)) : .absent
    }

    private mutating func fail(
        _ entry: EntryList.Entry, in place: Current, _ error: Errno
    ) -> ExaminedBatch.State? {
        if error == .permissionDenied, !entry.isLink, !isSearchable(place.directory.descriptor) {
            traversal.abandon(place.directory, error)
            return nil
        }
        let file = place.directory.path(of: place.files.name(of: entry))
        if error == .noSuchFileOrDirectory {
            let detail = "it was listed in its directory but is gone now"
            traversal.report(Finding(path: file, kind: .vanished, detail: detail))
            return .absent
        }
        traversal.report(Finding(path: file, kind: .unreadable, detail: error.description))
        return .present
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
    /// Whether this is the directory's first batch.
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
