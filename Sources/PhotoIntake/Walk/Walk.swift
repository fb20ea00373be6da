internal import Glibc
internal import PhotoFiles
package import PhotoModel
internal import SystemPackage

/// The walk of a root or of a part of it, in batches of files, as long as the caller requests more.
///
/// A directory costs opening, `fstat` and listing. A file to examine costs one `fstatat`, any other file nothing; a
/// followed symbolic link costs one more, and so does each entry of a file system that does not record types in its
/// directories. No file is opened. The caller reads files between calls of ``next()``, relative to the batch's open
/// directory; each batch holds a descriptor.
package struct Walk: Sendable {
    /// The maximum number of entries examined per batch, so that the caller gets its turn in large directories too.
    private static let mostEntries = 4096

    /// The files in the index; those found are marked.
    package private(set) var known: KnownFiles
    private var traversal: Traversal
    private let root: Int64
    private var current: Current?

    /// The directory whose files are being examined.
    private struct Current {
        let directory: OpenDirectory
        let key: PathKey
        /// The sidecars of each photo; nil if there are none.
        var sidecars: SidecarNames?
        /// Whether a sidecar was added, removed or changed, so that the photos must be read again.
        var mustReread = false
        /// Whether any name has the extension of a photo.
        var hasPhotos = true
        /// Whether the names may form groups; nil until a file is to be read.
        var mayBeGrouped: Bool?
        var next = 0
    }

    /// Prepares a walk without opening anything. `known` must be sealed.
    package init(root: WalkRoot, options: WalkOptions, known: KnownFiles) {
        self.known = known
        self.root = root.id
        traversal = Traversal(root: root, options: options)
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
    /// Facts of a photo also come from its sidecars. If a sidecar is new, changed or gone, all photos in its directory
    /// are read again. JSON files in a directory without photos are not sidecars: they are skipped, and known ones stay
    /// as they are.
    package mutating func next() -> WalkBatch? {
        if current == nil {
            current = traversal.next().map {
                Current(directory: $0, key: PathKey(root: root, directory: $0.relativePath))
            }
            lookAtSidecars()
        }
        var batch = WalkBatch(directory: current?.directory)
        if let directory = current {
            fill(&batch, from: directory)
            batch.sidecars = directory.sidecars
            if !batch.files.isEmpty {
                let mayBeGrouped = directory.mayBeGrouped ?? Self.mayMakeGroups(traversal.listing.files)
                current?.mayBeGrouped = mayBeGrouped
                batch.mayBeGrouped = mayBeGrouped
            }
        }
        batch.findings = traversal.takeFindings()
        batch.parked = traversal.takeParked()
        return batch.directory == nil && batch.findings.isEmpty && batch.parked.isEmpty ? nil : batch
    }

    /// Determines the sidecars of the directory just listed, and whether they have changed.
    private mutating func lookAtSidecars() {
        guard let directory = current else { return }
        let files = traversal.listing.files
        guard files.sidecarCount > 0 || known.sidecarSum(of: directory.key) != 0 else { return }
        current?.mustReread = Self.sidecarsDiffer(in: files, of: directory.directory, key: directory.key, known: known)
        let names = Self.names(in: files)
        if !names.sidecars.isEmpty, !names.photos.isEmpty {
            current?.sidecars = SidecarNames(photos: names.photos, sidecars: names.sidecars)
        }
        current?.hasPhotos = !names.photos.isEmpty
    }

    private mutating func fill(_ batch: inout WalkBatch, from directory: Current) {
        let entries = traversal.listing.files.entries
        let end = min(entries.count, directory.next + Self.mostEntries)
        var next = directory.next
        while next < end, batch.files.count < WalkBatch.mostFiles {
            guard look(at: entries[next], in: directory, &batch) else {
                next = entries.count
                break
            }
            next += 1
        }
        if next < entries.count { current?.next = next } else { current = nil }
    }

    /// Examines one file; returns false if no other file of the directory can be examined either.
    private mutating func look(
        at entry: EntryList.Entry, in place: Current, _ batch: inout WalkBatch
    ) -> Bool {
        let directory = place.directory
        if entry.isSidecar, !place.hasPhotos, traversal.listing.files.isJSON(entry) {
            keep(entry, in: place)
            return true
        }
        var status = stat()
        let (error, path) = unsafe traversal.listing.files.withName(of: entry) { name in
            let error = unsafe lookUp(name, in: directory.descriptor, followsSymlinks: entry.isLink, &status)
            return (error, unsafe PathKey(directory: place.key, name: name))
        }
        if let error { return fail(entry, path, error, directory) }
        // Overlays may record other inode numbers in their directories than files have.
        guard status.st_mode & S_IFMT == S_IFREG, !traversal.filter.isUnopened(status) else { return true }
        let before = known.see(path, Fingerprint(status), keepsInodes: directory.fileSystem.keepsInodes)
        if let before, before.isSame, !place.mustReread {
            batch.unchanged += 1
            return true
        }
        let name = traversal.listing.files.name(of: entry)
        batch.files.append(
            FoundFile(name: name, row: before?.row, bytes: Int64(status.st_size), isLink: entry.isLink))
        return true
    }

    /// Marks a skipped file as still present, if it is in the index.
    private mutating func keep(_ entry: EntryList.Entry, in place: Current) {
        let path = unsafe traversal.listing.files.withName(of: entry) { name in
            unsafe PathKey(directory: place.key, name: name)
        }
        markSeen(path)
    }

    private mutating func markSeen(_ path: PathKey) {
        if let index = known.index(of: path) { known.markSeen(index) }
    }

    private mutating func fail(
        _ entry: EntryList.Entry, _ path: PathKey, _ error: Errno, _ directory: OpenDirectory
    ) -> Bool {
        if error == .permissionDenied, !entry.isLink, !isSearchable(directory.descriptor) {
            traversal.abandon(directory, error)
            return false
        }
        let file = directory.path(of: traversal.listing.files.name(of: entry))
        if error == .noSuchFileOrDirectory {
            let detail = "it was listed in its directory but is gone now"
            traversal.report(Finding(path: file, kind: .vanished, detail: detail))
        } else {
            markSeen(path)
            traversal.report(Finding(path: file, kind: .unreadable, detail: error.description))
        }
        return true
    }
}

extension Walk {
    /// The names of a directory's photos and sidecars, by their extensions.
    static func names(in entries: EntryList) -> (photos: [[UInt8]], sidecars: [[UInt8]]) {
        var names: (photos: [[UInt8]], sidecars: [[UInt8]]) = ([], [])
        for entry in entries.entries {
            if entry.isSidecar {
                names.sidecars.append(entries.name(of: entry))
            } else {
                names.photos.append(entries.name(of: entry))
            }
        }
        return names
    }

    /// Whether the names in a directory may form groups of more than one.
    static func mayMakeGroups(_ entries: EntryList) -> Bool {
        var stems = StemMemory(capacity: entries.count)
        for entry in entries.entries {
            unsafe entries.withName(of: entry) { name in unsafe stems.add(name.bindMemory(to: UInt8.self).span) }
            if stems.mayJoin { return true }
        }
        return false
    }

    /// Whether a directory's sidecars differ from those in the index.
    static func sidecarsDiffer(
        in entries: EntryList, of directory: OpenDirectory, key: PathKey, known: KnownFiles
    ) -> Bool {
        if known.count == 0 { return false }
        var sum = 0
        for entry in entries.entries where entry.isSidecar {
            var status = stat()
            let (error, path) = unsafe entries.withName(of: entry) { name in
                let error = unsafe lookUp(name, in: directory.descriptor, followsSymlinks: entry.isLink, &status)
                return (error, unsafe PathKey(directory: key, name: name))
            }
            if error != nil { continue }
            guard let index = known.index(of: path),
                known[index].matches(Fingerprint(status), keepsInodes: directory.fileSystem.keepsInodes)
            else { return true }
            sum &+= known.sidecarTerm(of: path)
        }
        return sum != known.sidecarSum(of: key)
    }
}
