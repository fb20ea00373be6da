import Crypto
import PhotoIndex
import PhotoModel
import SystemPackage

/// A group during an upload.
struct GroupToSend: GroupUnderWay {
    var action: Action
    /// What is tracked for each file, in the action's order; empty until the group's turn comes.
    var members: [FileToSend] = []
    var isAnnounced = false
    /// Whether parts of it may remain at the destination. They are settled by a later run.
    var hasLeftovers = false
    var detail: String?
    /// The names that the files may get.
    let targets: GroupTargets
    /// The fence whose folder and destination it goes to; nil for none.
    let fence: String?
    /// Files of the group that are not sent, as they were when it was planned.
    let bystanders: [KnownGroup.Member]
    /// The SHA-256 of files by a plan or a staged action.
    let recorded: [FilePath: [UInt8]]
    /// The names that it has reserved in this run.
    var reserved: [FilePath] = []
    /// The contents that it has reserved in this run.
    var contents: Set<RecordedContent> = []
    /// Whether it was broken off when it was last sent, so that the destination may hang at it.
    var isAlone = false
    /// Whether it waits for another group of the run that wants the same names, or is sending the same bytes.
    var isDeferred = false
    /// Whether it ended for a cause that may pass, so that its sessions are kept.
    var mayGoOn = false
    /// Whether a name that was free was taken when a file was to get it.
    var lostName = false
    /// What has a temporary name of the group and is not what was sent; paths below the destination's top.
    var leftovers: [FilePath] = []
    /// The copies that got their names in this run, whichever attempt gave them these.
    var named: [NamedCopy] = []
    /// Why the last look has objected to the group; nil if it has not.
    var objection: Action.Reason?
}

/// A copy of a group that this run has given its name.
struct NamedCopy: Sendable {
    /// The place of its file in the group.
    let member: Int
    let sent: SentUpload
    let stored: StoredFile
    let receipt: Receipt
    /// Whether an earlier attempt has written its receipt down.
    var isRecorded = false

    /// Where it is at the destination, escaped for a terminal.
    var shownPath: String { terminalSafe(receipt.target.path.bytes) }

    /// The copy for the next attempt.
    var recorded: NamedCopy {
        var copy = self
        copy.isRecorded = true
        return copy
    }
}

/// What an upload tracks for a file.
struct FileToSend: Sendable {
    /// The library's file, open.
    var source: UploadSource?
    /// The copy under way; nil if there is nothing to send.
    var upload: TicketedUpload?
    /// Whether this run has begun to send it, so that something may be at the destination.
    var isBegun = false
    /// The copy that has been sent but has no name yet.
    var sent: SentUpload?
    /// The hashes of the bytes sent, computed from the source.
    var hashes: FileHashes?
    /// The proof that the destination has it.
    var receipt: Receipt?

    /// Whether it is to be sent and has no ticket yet.
    var isToPrepare: Bool { receipt == nil && upload == nil }
}

extension GroupToSend {
    /// A planned group with which nothing has been done yet.
    init(_ planned: PlannedGroup) {
        self.init(
            action: planned.action, targets: planned.targets, fence: planned.fence, bystanders: planned.bystanders,
            recorded: planned.recorded)
    }

    /// Allocates the state of each file. Only when it is needed, since most groups wait their turn or are only shown.
    mutating func begin() {
        members = action.members.map { _ in FileToSend() }
    }

    /// Records the verified copy of a member at the destination.
    mutating func receive(_ index: Int, _ copy: VerifiedCopy, target: CopyLocation, at now: Int64) {
        action.members[index].target = target
        action.members[index].sha256 = copy.hashes.sha256
        members[index].receipt = Receipt(of: copy, at: target, now: now)
    }

    /// Records that the copy of a member, which it has just received, got its name in this run.
    mutating func noteNamed(_ index: Int, _ stored: StoredFile) {
        guard let sent = members[index].sent, let receipt = members[index].receipt else { return }
        named.append(NamedCopy(member: index, sent: sent, stored: stored, receipt: receipt))
    }

    /// Records the hashes of a member's bytes. If the index or the plan has another hash, the group ends.
    mutating func note(_ hashes: FileHashes, of index: Int) {
        let known = [action.members[index].sha256, recorded[action.members[index].path]].compactMap(\.self)
        action.members[index].sha256 = hashes.sha256
        if known.contains(where: { $0 != hashes.sha256 }) { end(.skipped, .changedSinceScan) }
    }

    /// Records the ticket and id under which a member will be sent.
    mutating func note(_ upload: TicketedUpload, of index: Int) {
        action.members[index].target = upload.target
        action.members[index].ticket = upload.ticket
        members[index].upload = upload
    }

    /// Ends the group because of an error of its destination or of a file. Its sessions are kept if the cause may
    /// pass.
    ///
    /// - Parameter isItsOwn: whether it came up at this group. An error that another one has met, and that ended the
    ///   run, leaves this one alone: it is skipped.
    mutating func stop(_ error: UploadError, isItsOwn: Bool = true) {
        if isOpen { (mayGoOn, lostName) = (error.leavesSession, error.kind == .taken) }
        isItsOwn ? end(error) : skip(error)
    }

    /// What the last look needs of it.
    var toLookAt: LastLook.Group {
        LastLook.Group(
            action: action, fence: fence, sources: members.map { $0.source?.file }, bystanders: bystanders)
    }

    /// Ends the group because of what the last look found: refused where the judgement is another, skipped where the
    /// disk is, and failed where something of it cannot be read.
    mutating func end(_ objection: Action.Reason) {
        self.objection = objection
        end(objection == .notWork ? .refused : objection == .unreadable ? .failed : .skipped, objection)
    }

    /// Whether it ended because another program took its name, and nothing of it remains at the destination.
    var foundNameTaken: Bool { lostName && !hasLeftovers }

    /// What the journal records of the group.
    func outcome(destination: Int64) -> ActionOutcome {
        ActionOutcome(action: action, receipts: members.compactMap(\.receipt).map { ($0, destination) })
    }
}

extension Action {
    /// The copy to make of a member; nil if no name has been chosen.
    func plannedCopy(of index: Int) -> PlannedCopy? {
        let member = members[index]
        guard let target = member.target, let leader = members.first?.target else { return nil }
        let group = SHA256.hash(data: leader.path.bytes)
        return PlannedCopy(
            target: target.path, size: member.fingerprint.size, modified: member.fingerprint.modified,
            sha256: member.sha256,
            part: PlannedCopy.Part(group: String(hexText(Array(group)).prefix(16)), role: member.role))
    }
}

extension Action.Member {
    /// Whether nobody else can have put there what has the target and these bytes.
    var isOursAtTarget: Bool { target?.id != nil || isMoving }
}

extension Action.Reason {
    /// Whether it says, as an objection of the last look, that copies of a group may not be where they are: what people
    /// and rules say does, what has become of the library's files does not.
    var forbidsCopies: Bool { [.notWork, .inferred, .heldFromDestination, .changedSincePlan].contains(self) }
}

extension TicketedUpload {
    /// Where its temporary name is, at destinations whose tickets are names beside the target.
    var part: FilePath { target.path.removingLastComponent().appending(ticket) }
}

extension Receipt {
    /// The receipt of a copy that was just verified.
    init(of copy: VerifiedCopy, at target: CopyLocation, now: Int64) {
        self.init(
            sha256: copy.hashes.sha256, size: copy.hashes.size, target: target, checksum: copy.checksum, received: now,
            checked: now)
    }
}
