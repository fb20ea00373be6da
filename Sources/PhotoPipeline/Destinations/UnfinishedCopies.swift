import PhotoFiles
import PhotoIndex
import PhotoModel
package import SystemPackage

/// A file at a destination under a temporary name of an unfinished upload.
package struct UnfinishedCopy: Hashable, Sendable {
    /// What this index knows of it. The raw values are the contract's `standing`.
    package enum UploadState: String, Hashable, Sendable {
        /// Its upload is running, or was killed: the next upload to this destination settles it.
        case underWay = "under-way"
        /// Its upload has ended without it.
        case left
        /// The same, and an upload has found that nothing proves it to be what was sent: only a person may remove it.
        case unproved
        /// Nothing. It may belong to another machine, which is at work, or to an index that was lost.
        case unknown
    }

    /// The path, absolute.
    package let path: FilePath
    package let bytes: Int64
    /// What this index knows of it.
    package internal(set) var standing: UploadState
    /// The upload, by which the service removes it; nil if the journal does not know it.
    let upload: TicketedUpload?
    /// The file that was being sent, as it was then; nil likewise.
    let source: Action.Member?
}

/// Searches a folder for unfinished copies that no command would return to: in a directory that was renamed, or of an
/// index that was lost or no longer knows the destination.
struct UnfinishedCopies {
    let index: PhotoIndex
    /// The destination's row; nil if the index does not know it.
    let destination: Int64?
    let interruption: any Interruption

    /// Searches all directories of a folder.
    ///
    /// - Returns: the copies, in the order of their paths, and whether everything was searched.
    func find(below top: FilePath) throws -> (copies: [UnfinishedCopy], isComplete: Bool) {
        var paths: [FilePath] = []
        var search = NameSearch { UnfinishedName.digits(of: $0) != nil }
        let isComplete = search.search(below: top) {
            interruption.signal != nil
        } found: { path in
            paths.append(path)
        }
        let known = try index.uploads(withTickets: Set(paths.compactMap(Self.ticket)))
        let leftovers = try index.leftovers()
            .filter { $0.destination.id == destination }.map { top.pushing($0.path) }
        let copies = paths.compactMap { path in
            var copy = Self.copy(path, below: top, known)
            if copy?.standing == .left, leftovers.contains(path) { copy?.standing = .unproved }
            return copy
        }
        return (copies.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }, isComplete)
    }

    /// The ticket of the upload that gave a file its name.
    private static func ticket(_ path: FilePath) -> String? {
        path.lastComponent.flatMap { UnfinishedName.digits(of: $0.bytes) }
            .map { OwnName.prefix + $0 + UnfinishedName.part }
    }

    private static func copy(
        _ path: FilePath, below top: FilePath, _ known: [String: TicketedCopy]
    ) -> UnfinishedCopy? {
        guard let status = try? FileStatus(at: path), status.isRegular else { return nil }
        let size = status.fingerprint.size
        guard let ticket = ticket(path), let entry = known[ticket], let name = entry.target.path.lastComponent else {
            return UnfinishedCopy(path: path, bytes: size, standing: .unknown, upload: nil, source: nil)
        }
        // Its directory may have been renamed since.
        var target = path.removingLastComponent().appending(name)
        _ = target.removePrefix(top)
        return UnfinishedCopy(
            path: path, bytes: size, standing: entry.isUnderWay ? .underWay : .left,
            upload: TicketedUpload(
                target: CopyLocation(target), ticket: ticket, modified: 0, sha256: entry.source.sha256),
            source: entry.source)
    }
}
