import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// A group during a removal.
struct GroupToRemove: GroupUnderWay {
    var action: Action
    /// What is tracked for each file, in the action's order.
    var members: [FileToRemove]
    var isAnnounced = false
    /// Whether parts of it may remain under a temporary name. They are settled by a later run.
    var hasLeftovers = false
    var detail: String?
    /// The root that contains it.
    let root: Int64
    /// The content identifier, which a clip with another name would share.
    let contentIdentifier: String?
    /// When its leader was taken; nil if that is not known.
    let taken: CaptureTime?
    /// Its sidecars that stay.
    var staying: [FilePath] = []
    /// Its sidecars that alone keep it, since they are not sent.
    var unsent: [FilePath] = []
    /// Its copies according to receipts, the action's destination first. They must exist at as many destinations as
    /// required.
    var receipts: [KnownGroup.Copies] = []
    var copies: [FoundCopies] = []
    /// Receipts whose copies were checked and are missing.
    var lost: [Int64] = []
    /// Why the last of these copies, or copies without a receipt, do not count, in words.
    var lostWords: String?
    /// Why the last destination that could not be asked could not.
    var unreadable: UploadError?
}

/// What a removal tracks for a file.
struct FileToRemove: Sendable {
    /// The file, open, with the hash of all its bytes.
    var file: ProvenFile?
    /// Whether it was renamed to its ticket's name.
    var isParked = false
    /// The proof that this very file is parked.
    var proof: RemovalProof?
}

/// The copies of a group at one destination, read completely in this run.
struct FoundCopies: Sendable {
    /// The destination's row.
    let destination: Int64
    /// The receipts, updated now, one for each member.
    var receipts: [Receipt]
    /// The copies as they were read, each compared with its open file.
    var copies: [VerifiedCopy]
}

extension OtherFiles {
    /// The library's files, and the copies that count already, as far as their destinations tell what these are.
    init(sources: [FileIdentity], counted: [FoundCopies]) {
        let stored = counted.flatMap(\.copies).map(\.stored)
        self.init(
            sources: Set(sources), copies: Set(stored.compactMap(\.identity)),
            changes: Set(stored.compactMap(\.changed)))
    }
}

extension GroupToRemove {
    /// The number of stills and videos, which limits count.
    var photos: Int { action.members.count { $0.role != .sidecar } }

    /// What the journal records: the action, and that its copies exist.
    var outcome: ActionOutcome {
        ActionOutcome(
            action: action,
            receipts: copies.flatMap { found in found.receipts.map { ($0, found.destination) } })
    }
}

extension Action {
    /// Updates the fingerprints of files that were parked and have their own names again. A rename sets the ctime, so
    /// the next run would take the file for a changed one. The file is read once more to see whether its bytes are
    /// unchanged; if not, the recorded fingerprint stays.
    ///
    /// A signal does not prevent this: otherwise the next run would need a new scan and upload.
    ///
    /// - Parameter paths: where the files are, one path for each member.
    mutating func takeFingerprints(at paths: [FilePath]) {
        for (index, path) in zip(members.indices, paths) {
            var expected = members[index].fingerprint
            guard let found = try? FileStatus(at: path).fingerprint, found != expected else { continue }
            expected.changed = found.changed
            guard found == expected, let file = try? ProvenFile(path, interruption: NeverInterrupted()),
                file.sha256 == members[index].sha256
            else { continue }
            members[index].fingerprint = file.fingerprint
        }
    }
}
