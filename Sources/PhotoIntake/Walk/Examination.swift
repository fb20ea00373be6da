internal import Glibc
internal import PhotoFiles
internal import PhotoModel
internal import SystemPackage

/// Examines the files of a listed directory, some hundred at a time.
struct Examination: Sendable {
    private let listed: ListedDirectory
    private let filter: EntryFilter
    /// Whether any name has the extension of a photo.
    private let hasPhotos: Bool
    private var findings: [Finding]
    /// The place of the next file; nil after the last batch.
    private var place: Int? = 0

    init(of listed: ListedDirectory, filter: EntryFilter) {
        (self.listed, self.filter) = (listed, filter)
        hasPhotos = listed.files.sidecarCount < listed.files.count
        findings = listed.findings
    }

    /// Returns the next batch; nil after the last. There is at least one.
    mutating func next() -> ExaminedBatch? {
        guard let first = place else { return nil }
        var batch = ExaminedBatch(directory: listed.directory, isFirst: first == 0)
        let end = min(listed.files.count, first + WalkBatch.mostFiles)
        if let directory = listed.directory {
            batch.entries = listed.files
            batch.first = first
            if first == 0, hasPhotos { batch.sidecars = sidecars(in: directory) }
            batch.states.reserveCapacity(end - first)
            for index in first..<end { batch.states.append(examine(listed.files.entries[index], in: directory)) }
        }
        if first == 0 { batch.parked = listed.parked }
        batch.findings = exchange(&findings, with: [])
        place = end < listed.files.count ? end : nil
        return batch
    }

    /// Examines the sidecars of a directory before its other files: all photos are read again if one of these has
    /// changed or cannot be examined.
    private func sidecars(in directory: OpenDirectory) -> [ExaminedBatch.Sidecar] {
        if listed.files.sidecarCount == 0 { return [] }
        return listed.files.entries.compactMap { entry in
            guard entry.isSidecar else { return nil }
            var status = stat()
            let isKnown = !entry.isUnread && readStatus(of: entry, in: directory, &status) == nil
            return ExaminedBatch.Sidecar(entry: entry, fingerprint: isKnown ? Fingerprint(status) : nil)
        }
    }

    private static let unread =
        "has the name of an XMP file, but is a directory, a link that is not followed, or no file: nobody knows what it says"

    private mutating func examine(_ entry: EntryList.Entry, in directory: OpenDirectory) -> ExaminedBatch.State {
        if entry.isSidecar, !hasPhotos, listed.files.isJSON(entry) { return .present }
        if entry.isUnread {
            report(entry, in: directory, .unreadable, Self.unread)
            return .present
        }
        var status = stat()
        switch readStatus(of: entry, in: directory, &status) {
        case nil:
            // Overlays may record other inode numbers in their directories than files have.
            let isUsed = status.st_mode & S_IFMT == S_IFREG && !filter.isUnopened(status)
            return isUsed ? .file(Fingerprint(status)) : .absent
        case .noSuchFileOrDirectory?:
            report(entry, in: directory, .vanished, "it was listed in its directory but is gone now")
            return .absent
        case let error?:
            report(entry, in: directory, .unreadable, error.description)
            return .present
        }
    }

    /// Reads the status of a file; returns the error, if any.
    private func readStatus(
        of entry: EntryList.Entry, in directory: OpenDirectory, _ status: inout stat
    ) -> Errno? {
        unsafe listed.files.withName(of: entry) { name in
            unsafe lookUp(name, in: directory.descriptor, followsSymlinks: entry.isLink, &status)
        }
    }

    private mutating func report(
        _ entry: EntryList.Entry, in directory: OpenDirectory, _ kind: Finding.Kind, _ detail: String
    ) {
        let file = directory.path(of: listed.files.name(of: entry))
        findings.append(Finding(path: file, kind: kind, detail: detail))
    }
}
