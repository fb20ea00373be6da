import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// What a removal knows of a group besides its action.
struct GroupToRemove: Sendable {
    /// The root that it is in.
    let root: Int64
    /// The identifier that a clip of another name would share with it.
    let contentIdentifier: String?
    /// Where its copies are by their receipts, the action's destination first: at so many of these as are required they
    /// have to be.
    var receipts: [ReceiptedCopies] = []
    /// Where its copies were found.
    var copies: [FoundCopies] = []
    /// Receipts whose copies were asked for and are not there.
    var lost: [Int64] = []
    /// Why the last of these, or copies without a receipt, do not count, in words.
    var lostWords: String?
    /// Why the last destination that could not be asked could not.
    var unreadable: UploadError?
}

/// What a removal knows of a file.
struct FileToRemove: Sendable {
    /// The file, open, with the hash of all of its bytes.
    var file: ProvenFile?
    /// Whether it was given its ticket's name.
    var isParked = false
    /// That this very file is parked.
    var proof: RemovalProof?
}

/// The receipts of a group at one destination.
struct ReceiptedCopies: Sendable {
    /// The destination's row.
    let destination: Int64
    /// What it confirmed, a receipt a member, in the action's order.
    let receipts: [RemovalCandidate.CopyReceipt]
}

/// The copies of a group at one destination, read from their first byte to their last in this run.
struct FoundCopies: Sendable {
    /// The destination's row.
    let destination: Int64
    /// The receipts, asked for now, a member each.
    var receipts: [Receipt]
    /// The copies as they were read, each verified by its open file.
    var copies: [VerifiedCopy]
}

extension [FoundCopies] {
    /// Which files the copies are, as far as their destinations say.
    var identities: Set<FileIdentity> { Set(flatMap(\.copies).compactMap(\.stored.identity)) }
}

extension GroupUnderWay where Details == GroupToRemove, Member == FileToRemove {
    /// How many stills and videos it has, which are what limits count.
    var photos: Int { action.members.count { $0.role != .sidecar } }

    /// What is written down of it: the action, and that its copies were there.
    var outcome: ActionOutcome {
        ActionOutcome(
            action: action,
            receipts: details.copies.flatMap { found in found.receipts.map { ($0, found.destination) } })
    }
}

extension Action {
    /// Takes the fingerprints of files that were parked and have their own names again. A rename sets the time of the
    /// last change of attributes, by which the next run would take a file for a changed one; whether its bytes are what
    /// they were it is read once more for. One that is another by now stays as it is noted.
    ///
    /// A wish to stop is no reason to leave it: the next run would have to be told to scan and to upload.
    ///
    /// - Parameter paths: where the files are, a path a member.
    mutating func takeFingerprints(at paths: [FilePath]) {
        for (place, path) in zip(members.indices, paths) {
            var expected = members[place].fingerprint
            guard let found = try? FileStatus(at: path).fingerprint, found != expected else { continue }
            expected.changed = found.changed
            guard found == expected, let file = try? ProvenFile(path, interruption: NeverInterrupted()),
                file.sha256 == members[place].sha256
            else { continue }
            members[place].fingerprint = file.fingerprint
        }
    }
}
