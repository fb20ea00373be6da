import Crypto
import PhotoIndex
import PhotoModel
import SystemPackage

/// What an upload knows of a group besides its action.
struct GroupToSend: Sendable {
    /// Where the files may go.
    let targets: GroupTargets
    /// Files of the group that stay, as they were when it was planned.
    let bystanders: [PlannedGroup.UnsentFile]
    /// The names it has taken from others of this run.
    var reserved: [FilePath] = []
    /// Whether it waits for another of this run that goes for the same names: perhaps it has the same bytes.
    var isDeferred = false
    /// Whether it ended by what may pass, so that what can be gone on with stays.
    var mayGoOn = false
}

/// What an upload knows of a file.
struct FileToSend: Sendable {
    /// The library's file, open.
    var source: UploadSource?
    /// The copy under way; nil where there is nothing to send.
    var upload: TicketedUpload?
    /// The copy that has no name yet.
    var sent: SentUpload?
    /// The hashes of the bytes that the source gave for it.
    var hashes: FileHashes?
    /// The proof that the destination has it.
    var receipt: Receipt?

    /// Whether it is to be sent, and has no ticket yet.
    var isToPrepare: Bool { receipt == nil && upload == nil }
}

extension GroupUnderWay where Details == GroupToSend, Member == FileToSend {
    /// A group that was planned, and with which nothing was done yet.
    init(_ planned: PlannedGroup) {
        self.init(
            planned.action, GroupToSend(targets: planned.targets, bystanders: planned.besides), members: [])
    }

    /// Makes room for what is found out of each file. Only now: most groups wait for their turn, or are only shown.
    mutating func begin() {
        members = action.members.map { _ in FileToSend() }
    }

    /// Notes what lies at the destination of a member.
    mutating func receive(_ place: Int, _ copy: VerifiedCopy, target: CopyLocation, at now: Int64) {
        action.members[place].target = target
        action.members[place].sha256 = copy.hashes.sha256
        members[place].receipt = Receipt(of: copy, at: target, now: now)
    }

    /// Notes under what ticket, and with what id, a member will be sent.
    mutating func note(_ upload: TicketedUpload, of place: Int) {
        action.members[place].target = upload.target
        action.members[place].ticket = upload.ticket
        members[place].upload = upload
    }

    /// Ends it by an error of its destination or of a file; what can be gone on with stays where that may pass.
    mutating func stop(_ error: UploadError) {
        if isOpen { details.mayGoOn = error.leavesSession }
        end(error)
    }

    /// What is written down of it.
    func outcome(destination: Int64) -> ActionOutcome {
        ActionOutcome(action: action, receipts: members.compactMap(\.receipt).map { ($0, destination) })
    }
}

extension Action {
    /// What is to be made of a member; nil where nobody has chosen a name.
    func plannedCopy(of place: Int) -> PlannedCopy? {
        let member = members[place]
        guard let target = member.target, let leader = members.first?.target else { return nil }
        let group = SHA256.hash(data: leader.path.bytes)
        return PlannedCopy(
            target: target.path, size: member.fingerprint.size, modified: member.fingerprint.modified,
            sha256: member.sha256,
            part: PlannedCopy.Part(group: String(hexText(Array(group)).prefix(16)), role: member.role))
    }
}

extension Receipt {
    /// The receipt of a copy that was verified just now.
    init(of copy: VerifiedCopy, at target: CopyLocation, now: Int64) {
        self.init(
            sha256: copy.hashes.sha256, size: copy.hashes.size, target: target, checksum: copy.checksum, received: now,
            checked: now)
    }
}
