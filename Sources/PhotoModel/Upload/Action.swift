package import SystemPackage

/// What is done with a group: the unit of plans, of the journal and of what users see. Either all members of a group
/// are done or none.
package struct Action: Hashable, Sendable {
    /// The kind of action. The raw values are the contract's `kind`.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case upload, purge
        /// Restores what a purge removed; see ``Action/undoes``.
        case undo
        /// Takes copies back from a destination.
        case retract
    }

    /// The state. The raw values are the contract's `state`.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// To be done by a run that has not reached it.
        case planned
        /// Put aside by `--stage` for `apply`.
        case staged
        /// Announced in the journal; steps may have been taken.
        case running
        /// Done, and verified.
        case done
        /// A step failed; see ``Action/why``.
        case failed
        /// Left alone for now, which is no failure; see ``Action/why``.
        case skipped
        /// Refused by a safety rule; see ``Action/why``.
        case refused
    }

    /// Its row in the journal, by which users refer to it; nil in plans that were not recorded.
    package var id: Int64?
    /// The kind of action.
    package var kind: Kind
    /// The group's row in the index when the action was planned. A later scan may have made other groups: an action is
    /// about its members' paths and contents.
    package var group: Int64
    /// The files, the leader first. Sidecars that are not sent (`[upload] sidecars`) are not among those of an upload.
    package var members: [Member]
    /// The row of the destination, and its name; nil where none is known yet.
    package var destination: DestinationName?
    package var state: State
    /// Why it was skipped, refused or failed; nil otherwise.
    package var why: Reason?
    /// The row of the purge that is undone; nil for all but those that undo one.
    package var undoes: Int64?
    /// Whether it may be carried out where its group is work by an inferred position: somebody said so for this run.
    /// Never written down, so that it is asked for again.
    package var includesInferred = false
    /// How many sidecars of the group are not among a purge's members, and stay. Never written down.
    package var staying = 0
    /// What it is counted under. Never written down.
    package var ground = Ground()
    /// How long it takes until none of its files has been changed too recently, where that is why it waits. Never
    /// written down.
    package var settles: Duration?

    package init(
        id: Int64? = nil, kind: Kind, group: Int64, members: [Member], destination: DestinationName? = nil,
        state: State = .planned, why: Reason? = nil, undoes: Int64? = nil
    ) {
        self.id = id
        self.kind = kind
        self.group = group
        self.members = members
        self.destination = destination
        self.state = state
        self.why = why
        self.undoes = undoes
    }

    /// The bytes of all members.
    package var bytes: Int64 { members.reduce(0) { $0 + $1.fingerprint.size } }

    /// The stills and videos among the members; 1 for sidecars alone, which stand for their photo.
    package var photos: Int { max(1, members.count { $0.role != .sidecar }) }

    /// The leader's target; nil if unknown.
    package var target: FilePath? { members.first?.target?.path }

    /// Where and when a group was taken.
    package struct Ground: Hashable, Sendable {
        /// The fence that made it work; nil where a person's mark did.
        package var fence: String?
        /// The local time; nil if it is not known.
        package var taken: WallTime?

        package init(fence: String? = nil, taken: WallTime? = nil) {
            self.fence = fence
            self.taken = taken
        }
    }

    /// One file of an action.
    package struct Member: Hashable, Sendable {
        /// The path, absolute.
        package var path: FilePath
        /// The role in the group.
        package var role: Photo.Member.Role
        /// The file as it was when the action was planned.
        package var fingerprint: Fingerprint
        /// The target. For a purge, the copy that was checked.
        package var target: CopyLocation?
        /// Of a sidecar that changed since it was sent: where its earlier version lies at the destination, and stays.
        package var earlier: CopyLocation?
        /// What the service gave out for this file before the first step: a temporary name, an id. Means something to
        /// that service only.
        package var ticket: String?
        /// The SHA-256 of its bytes, 32 of them; nil if it was not hashed yet.
        package var sha256: [UInt8]?
        /// Whether these bytes were proved under their temporary name and the target was seen free, before the move was
        /// asked for. Noted for destinations that may repeat a move: from then on, what has the target's name and these
        /// bytes is ours.
        package var isMoving = false
        /// The permissions of a removed file, the lowest twelve bits of its mode, for restoring it from a destination.
        /// Nil if they were not recorded.
        package var permissions: UInt16?

        /// A file as it was found; the service's part is filled in when it is prepared.
        package init(
            path: FilePath, role: Photo.Member.Role, fingerprint: Fingerprint, target: CopyLocation? = nil,
            ticket: String? = nil, sha256: [UInt8]? = nil, permissions: UInt16? = nil
        ) {
            self.path = path
            self.role = role
            self.fingerprint = fingerprint
            self.target = target
            self.ticket = ticket
            self.sha256 = sha256
            self.permissions = permissions
        }
    }
}

/// A destination as an action refers to it.
package struct DestinationName: Hashable, Sendable {
    /// Its row in the index; nil where it has none yet.
    package var id: Int64?
    /// What users call it.
    package var name: String

    package init(id: Int64?, name: String) {
        self.id = id
        self.name = name
    }
}

extension Action {
    /// Why an action was skipped, refused or failed: a closed list. The raw values are the contract's `why`.
    package enum Reason: String, CaseIterable, Hashable, Sendable {
        // Skipped: nothing is wrong, and a later run may do it.

        /// A member is not the file any more that the last scan saw.
        case changedSinceScan = "changed-since-scan"
        /// A member is known only from facts that were imported: no scan has read it here.
        case notScanned = "not-scanned"
        /// A member was changed less than `[upload] settle` ago.
        case settling
        /// The group's verdict is not work, or not any more.
        case notWork = "not-work"
        /// Files are in the group now that were not when it was planned, or the other way round.
        case membersDiffer = "members-differ"
        /// All of its members are at the destination already.
        case alreadyThere = "already-there"
        /// The run was stopped or killed before it was done; or an earlier run was, and its work on this group could
        /// not be settled yet.
        case interrupted
        /// It was staged, and removed from the staged actions before its turn.
        case unstaged

        // Skipped by purge.

        /// A member has no receipt.
        case notUploaded = "not-uploaded"
        /// A member's copy does not match its receipt, or could not be checked.
        case notVerified = "not-verified"
        /// A person holds it.
        case held
        /// Taken or verified too recently, or at an unknown time.
        case notOldEnough = "not-old-enough"
        /// `[purge] keep` names it.
        case kept
        /// Its position was worked out from other photos.
        case inferred
        /// Its copy was taken back from the destination, or accepted as missing there, and nobody has marked it work
        /// since.
        case heldFromDestination = "held-from-destination"
        /// A file beside it that would belong to its group cannot be read, so it is unknown what would be left behind.
        case companyUnreadable = "company-unreadable"

        // Refused.

        /// The destination is not the expected one, is in the library, or contains it.
        case destinationChanged = "destination-changed"
        /// A member is not the file any more that the plan was made for.
        case changedSincePlan = "changed-since-plan"
        /// More would be removed than may be.
        case overTheCap = "over-the-cap"
        /// The file system has no trash that a rename reaches, or the path leads through a link.
        case noTrash = "no-trash"
        /// The library does not have the bytes of a copy that was to be taken back, and nobody typed the number; or a
        /// removed photo that is not back rests on the copy. Skipped: the equal sidecar of another photo rests on it.
        case lastCopy = "last-copy"
        /// Another file has the name of one to be restored.
        case nameTaken = "name-taken"
        /// Its root is not on its file system, which may not be mounted.
        case rootChanged = "root-changed"

        // Failed.

        /// A member could not be read.
        case unreadable
        /// A member changed while it was sent.
        case changedWhileSent = "changed-while-sent"
        /// The file at the destination is not what was sent and, for an undo, is nowhere else.
        case corrupted
        /// The destination does not take the name, or has it for other bytes.
        case nameRefused = "name-refused"
        /// The destination has no room.
        case full
        /// The account is full, or its daily limit is used up.
        case quota
        /// The destination is not there, or does not answer.
        case unavailable
        /// The destination failed at this file.
        case sendingFailed = "sending-failed"
        /// A file could not be renamed or removed: permissions, or a disk that can only be read.
        case removalFailed = "removal-failed"
        /// The file to be restored is neither in the trash nor at a destination, or differs from what was removed.
        case notFound = "not-found"
        /// The destination did not share it, or does not stop sharing it.
        case sharingFailed = "sharing-failed"
    }
}

extension JSONLine {
    /// The `action` line of the contract, of plans as of reports.
    package init(action: Action) {
        self.init(type: "action")
        set("id", action.id)
        set("kind", action.kind.rawValue)
        set("members", action.members) { member, object in
            object.set(path: member.path)
            object.set("role", member.role.rawValue)
            object.set("bytes", member.fingerprint.size)
            object.set("modifiedAt", UTCInstant(nanoseconds: member.fingerprint.modified).text)
            object.set("sha256", member.sha256.map(hexText))
            object.set("target", member.target?.path.string)
            object.set("earlier", member.earlier?.path.string)
        }
        set("bytes", action.bytes)
        set("destination", action.destination?.name)
        set("target", action.target?.string)
        set("state", action.state.rawValue)
        set("why", action.why?.rawValue)
    }
}
