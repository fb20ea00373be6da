internal import Glibc
internal import PhotoFiles
package import PhotoModel
internal import SystemPackage

/// The walk of one root, or of a part of it: a batch of files at a time, as long as the caller asks for more.
///
/// A directory costs opening, `fstat` and listing; a file whose name makes it worth a look costs one `fstatat`, any
/// other nothing (a symbolic link that is followed, and each entry of a file system that does not give types in its
/// directories, costs one more). No file is opened. Reading goes on between the calls of ``next()`` in the batches'
/// open directories; each holds a descriptor.
package struct Walk: Sendable {
    /// The most entries looked at for one batch, so that the caller has its turn in large directories too.
    private static let mostEntries = 4096

    /// The files the index knows, with what was seen marked.
    package private(set) var known: KnownFiles
    private var traversal: Traversal
    private let root: Int64
    private var current: Current?

    /// The directory whose files are being looked at.
    private struct Current {
        let directory: OpenDirectory
        let key: PathKey
        /// Which sidecars belong to which photo; nil where there are none.
        var sidecars: SidecarNames?
        /// Whether a sidecar came, went or changed, so that what was read of the photos holds no more.
        var mustReread = false
        /// Whether any name promises a photo.
        var hasPhotos = true
        /// Whether names may make groups; nil until a file is to be read.
        var mayBeGrouped: Bool?
        var next = 0
    }

    /// Prepares a walk; nothing is opened before ``next()``. `known` must be sealed.
    package init(root: WalkRoot, options: WalkOptions, known: KnownFiles) {
        self.known = known
        self.root = root.id
        traversal = Traversal(root: root, options: options)
    }

    /// What was read to the end; nothing before ``next()`` has returned nil.
    package var coverage: WalkCoverage { traversal.coverage }

    /// The markers of destinations that it has come across so far.
    package var markers: [MarkerSighting] { traversal.markers }

    /// The directories of a trash that it has come to so far by another road than the trash's own, such as a symbolic
    /// link or a mount, by their paths below the root. They are left out.
    package var trashes: [[UInt8]] { traversal.trashes }

    /// The next batch; nil at the end.
    ///
    /// A file that was listed and is gone when it is looked at is a finding, `vanished`; a directory that is, is simply
    /// not there. A file that cannot be looked at is a finding, `unreadable`, and counts as seen. Links that lead
    /// nowhere count as not there.
    ///
    /// What is read of a photo is read of its sidecars too. So where a sidecar is new, changed or gone, all photos of
    /// its directory are to be read. JSON files in a directory without photos are nobody's sidecars: they are passed
    /// over, and those that are known stay as they are.
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

    /// Notes which sidecars the directory that has just been listed holds, and whether they are the known ones.
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

    /// Looks at one file; returns false where the directory's other files cannot be looked at either.
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
        guard status.st_mode & S_IFMT == S_IFREG else { return true }
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

    /// Notes that a file that is passed over is still there, where the index knows it.
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
    /// The names of a directory's entries that promise photos, and of those that promise sidecars.
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

    /// Whether the names in a directory may make groups of more than one.
    static func mayMakeGroups(_ entries: EntryList) -> Bool {
        var stems = StemMemory(capacity: entries.count)
        for entry in entries.entries {
            unsafe entries.withName(of: entry) { name in unsafe stems.add(name.bindMemory(to: UInt8.self).span) }
            if stems.mayJoin { return true }
        }
        return false
    }

    /// Whether the sidecars in a directory are not those that the index knows, each as it was.
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
