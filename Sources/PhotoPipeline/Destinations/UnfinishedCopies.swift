import PhotoFiles
import PhotoIndex
import PhotoModel
package import SystemPackage

/// A file at a destination under a name that uploads give what is not finished.
package struct UnfinishedCopy: Hashable, Sendable {
    /// What this index knows of it. The raw values are the contract's `standing`.
    package enum UploadState: String, Hashable, Sendable {
        /// Its upload is at work, or was killed: the next upload to this destination settles it.
        case underWay = "under-way"
        /// Its upload has ended without it.
        case left
        /// Nothing: it may be another machine's, which is at work, or of an index that was lost.
        case unknown
    }

    /// Where it is; absolute.
    package let path: FilePath
    /// Its size.
    package let bytes: Int64
    /// What this index knows of it.
    package let standing: UploadState
    /// By what the service takes it away; nil where the journal does not know it.
    let upload: TicketedUpload?
}

/// Looks for what uploads have left at a folder that no command would come back to: in a directory that was renamed
/// since, or of an index that was lost, or that knows the destination no more.
struct UnfinishedCopies {
    let index: PhotoIndex
    let interruption: any Interruption

    /// Goes through all directories of a folder.
    ///
    /// - Parameter top: the destination's.
    /// - Returns: what is there, in the order of the paths, and whether everything was looked through.
    /// - Throws: `PipelineError` where the index fails.
    func find(below top: FilePath) throws(PipelineError) -> (copies: [UnfinishedCopy], isComplete: Bool) {
        var paths: [FilePath] = []
        var search = NameSearch { UnfinishedName.digits(of: $0) != nil }
        let isComplete = search.search(below: top) {
            interruption.signal != nil
        } found: { path in
            paths.append(path)
        }
        let known = try translatingIndexErrors { try index.uploads(withTickets: Set(paths.compactMap(Self.ticket))) }
        let copies = paths.compactMap { path in Self.copy(path, below: top, known) }
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
            return UnfinishedCopy(path: path, bytes: size, standing: .unknown, upload: nil)
        }
        // Its directory may have another name by now.
        var target = path.removingLastComponent().appending(name)
        _ = target.removePrefix(top)
        return UnfinishedCopy(
            path: path, bytes: size, standing: entry.isUnderWay ? .underWay : .left,
            upload: TicketedUpload(target: CopyLocation(target), ticket: ticket, modified: 0))
    }
}
