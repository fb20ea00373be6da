package import PhotoModel

/// Compares what a walk finds with the files in the index: which are to be read, and which are gone.
package struct IndexComparison: Sendable {
    /// The files in the index; those found are marked.
    package private(set) var known: KnownFiles
    private let root: Int64
    private var current: ComparedDirectory?

    /// The directory whose files are being compared.
    private struct ComparedDirectory {
        let key: PathKey
        /// Whether its file system keeps ctime and inodes, as for ``KnownFile/matches(_:keepsInodes:)``.
        let keepsInodes: Bool
        /// The sidecars of each photo; nil if there are none.
        var sidecars: SidecarNames?
        /// Whether a sidecar was added, removed or changed, so that the photos must be read again.
        var mustReread = false
        /// Whether the names may form groups; nil until a file is to be read.
        var mayBeGrouped: Bool?
    }

    /// - Parameters:
    ///   - root: the root's row in the index.
    ///   - known: the files below it, sealed.
    package init(root: Int64, known: KnownFiles) {
        self.root = root
        self.known = known
    }

    /// Determines which files of a batch are to be read. The batches come in the order of the walk.
    ///
    /// Facts of a photo also come from its sidecars. If a sidecar is new, changed or gone, all photos in its directory
    /// are read again.
    package mutating func compare(_ examined: ExaminedBatch) -> WalkBatch {
        var batch = WalkBatch(directory: examined.directory)
        batch.findings = examined.findings
        batch.parked = examined.parked
        guard let directory = examined.directory else { return batch }
        var current = (examined.isFirst ? nil : current) ?? enter(directory, examined)
        batch.sidecars = current.sidecars
        for (offset, state) in examined.states.enumerated() {
            compare(examined.entries.entries[examined.first + offset], state, of: examined, in: current, &batch)
        }
        if !batch.files.isEmpty {
            let mayBeGrouped = current.mayBeGrouped ?? Self.mayMakeGroups(examined.entries)
            current.mayBeGrouped = mayBeGrouped
            batch.mayBeGrouped = mayBeGrouped
        }
        self.current = current
        return batch
    }

    private func enter(_ directory: OpenDirectory, _ examined: ExaminedBatch) -> ComparedDirectory {
        var current = ComparedDirectory(
            key: PathKey(root: root, directory: directory.relativePath),
            keepsInodes: directory.fileSystem.keepsInodes)
        let files = examined.entries
        if files.sidecarCount > 0 || known.sidecarSum(of: current.key) != 0 {
            let names = files.names
            if !names.sidecars.isEmpty, !names.photos.isEmpty {
                current.sidecars = SidecarNames(photos: names.photos, sidecars: names.sidecars)
            }
            current.mustReread = !names.photos.isEmpty && sidecarsDiffer(examined, in: current)
        }
        return current
    }

    /// Whether a directory's sidecars differ from those in the index.
    private func sidecarsDiffer(_ examined: ExaminedBatch, in current: ComparedDirectory) -> Bool {
        if known.count == 0 { return false }
        var sum = 0
        for sidecar in examined.sidecars {
            let path = examined.entries.key(of: sidecar.entry, in: current.key)
            guard let index = known.index(of: path), let fingerprint = sidecar.fingerprint,
                known[index].matches(fingerprint, keepsInodes: current.keepsInodes)
            else { return true }
            sum &+= known.sidecarTerm(of: path)
        }
        return sum != known.sidecarSum(of: current.key)
    }

    private mutating func compare(
        _ entry: EntryList.Entry, _ state: ExaminedBatch.State, of examined: ExaminedBatch,
        in current: ComparedDirectory,
        _ batch: inout WalkBatch
    ) {
        switch state {
        case .absent: return
        case .present:
            if let index = known.index(of: examined.entries.key(of: entry, in: current.key)) { known.markSeen(index) }
        case .file(let fingerprint):
            let path = examined.entries.key(of: entry, in: current.key)
            let before = known.see(path, fingerprint, keepsInodes: current.keepsInodes)
            if let before, before.isSame, !current.mustReread {
                batch.unchanged += 1
                return
            }
            let name = examined.entries.name(of: entry)
            batch.files.append(
                FoundFile(name: name, row: before?.row, bytes: fingerprint.size, isLink: entry.isLink))
        }
    }

    /// Whether the names in a directory may form groups of more than one.
    private static func mayMakeGroups(_ entries: EntryList) -> Bool {
        if entries.mayHaveCompanionsBelow { return true }
        var stems = StemMemory(capacity: entries.count)
        for entry in entries.entries {
            unsafe entries.withName(of: entry) { name in unsafe stems.add(name.bindMemory(to: UInt8.self).span) }
            if stems.mayJoin { return true }
        }
        return false
    }
}

extension EntryList {
    /// The names of photos and of sidecars, by their extensions.
    var names: (photos: [[UInt8]], sidecars: [[UInt8]]) {
        var names: (photos: [[UInt8]], sidecars: [[UInt8]]) = ([], [])
        for entry in entries {
            if entry.isSidecar {
                names.sidecars.append(name(of: entry))
            } else {
                names.photos.append(name(of: entry))
            }
        }
        return names
    }

    /// The key of an entry's path, from that of the directory's path.
    fileprivate func key(of entry: Entry, in directory: PathKey) -> PathKey {
        unsafe withName(of: entry) { name in unsafe PathKey(directory: directory, name: name) }
    }
}
