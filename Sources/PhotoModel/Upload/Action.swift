package import SystemPackage

/// What is done with a group: the unit of plans, of the journal and of what users see. A group is one: all of its
/// members are done or none.
package struct Action: Hashable, Sendable {
    /// What is done. The raw values are the contract's `kind`.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case upload, purge
        /// What a purge removed comes back; see ``Action/undoes``.
        case undo
    }

    /// How far it has come. The raw values are the contract's `state`.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// Meant to be done by a run that has not come to it.
        case planned
        /// Put aside by `--stage` for `apply`.
        case staged
        /// Announced in the journal; steps may have been taken.
        case running
        /// Done, and verified.
        case done
        /// A step failed; see ``Action/why``.
        case failed
        /// Left as it is for now, which is no failure; see ``Action/why``.
        case skipped
        /// Refused by a safety rule; see ``Action/why``.
        case refused
    }

    /// Its row in the journal, by which users name it; nil in plans that were not written down.
    package var id: Int64?
    /// What is done.
    package var kind: Kind
    /// The group's row in the index when the action was planned. A later scan may have made other groups: an action is
    /// about its members' paths and contents.
    package var group: Int64
    /// The files, the leader first. Sidecars that are not sent (`[upload] sidecars`) are not among those of an upload.
    package var members: [Member]
    /// The row of the destination, and its name; nil where none is known yet.
    package var destination: DestinationName?
    /// How far it has come.
    package var state: State
    /// Why it was skipped, refused or failed; nil otherwise.
    package var why: Reason?
    /// The row of the purge that is undone; nil for all but those that undo one.
    package var undoes: Int64?

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

    /// Where the leader goes; nil where nobody knows.
    package var target: FilePath? { members.first?.target?.path }

    /// One file of an action.
    package struct Member: Hashable, Sendable {
        /// Where it is; absolute.
        package var path: FilePath
        /// What it is in its group.
        package var role: Photo.Member.Role
        /// The file as it was when the action was planned.
        package var fingerprint: Fingerprint
        /// Where it goes. Of a purge, where the copy is that was asked for.
        package var target: CopyLocation?
        /// Of a sidecar that changed since it was sent: where its earlier version lies at the destination, and stays.
        package var earlier: CopyLocation?
        /// What the service gave out for this file before the first step: a temporary name, an id. Means something to
        /// that service only.
        package var ticket: String?
        /// The SHA-256 of its bytes, 32 of them; nil where nobody has hashed it yet.
        package var sha256: [UInt8]?
        /// The permissions of a file that is removed, the lowest twelve bits of its mode: what it gets back where it
        /// has to be fetched from a destination. Nil where nobody noted them.
        package var permissions: UInt16?
        /// The row of the place that a photo that is removed came from: where it was first seen in the days that count
        /// for caps. Nil where nobody has asked.
        package var place: Int64?

        /// A file as it was found; the service's part is filled in when it is prepared.
        package init(
            path: FilePath, role: Photo.Member.Role, fingerprint: Fingerprint, target: CopyLocation? = nil,
            ticket: String? = nil, sha256: [UInt8]? = nil, permissions: UInt16? = nil, place: Int64? = nil
        ) {
            self.path = path
            self.role = role
            self.fingerprint = fingerprint
            self.target = target
            self.ticket = ticket
            self.sha256 = sha256
            self.permissions = permissions
            self.place = place
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
        /// A member was changed less than `[upload] settle` ago.
        case settling
        /// The group's verdict is not work, or not any more.
        case notWork = "not-work"
        /// Files are in the group now that were not when it was planned, or the other way round.
        case membersDiffer = "members-differ"
        /// All of its members are at the destination already.
        case alreadyThere = "already-there"
        /// The run was told to stop before it was done, or was killed; or an earlier one was, and what it had begun
        /// with this group could not be settled yet.
        case interrupted
        /// It was staged, and somebody dropped it before its turn came.
        case unstaged

        // Skipped by purge.

        /// A member has no receipt.
        case notUploaded = "not-uploaded"
        /// A member's copy is not the one that the receipt is for, or could not be asked for.
        case notVerified = "not-verified"
        /// A person holds it.
        case held
        /// Taken or verified too short a time ago, or nobody knows when.
        case notOldEnough = "not-old-enough"
        /// `[purge] keep` names it.
        case kept
        /// Its position was worked out from other photos.
        case inferred
        /// A file beside it that would be of its group cannot be read: nobody can tell what would be left behind.
        case companyUnreadable = "company-unreadable"

        // Refused.

        /// The destination is not the one that was meant, lies in the library, or the library in it.
        case destinationChanged = "destination-changed"
        /// A member is not the file any more that the plan was made for.
        case changedSincePlan = "changed-since-plan"
        /// More would be removed than may be.
        case overTheCap = "over-the-cap"
        /// The file system has no trash that a rename reaches, or the path leads through a link.
        case noTrash = "no-trash"
        /// Another file has the name of one that is to come back.
        case nameTaken = "name-taken"
        /// Its root is not on the file system that it was on: perhaps that is not mounted.
        case rootChanged = "root-changed"

        // Failed.

        /// A member could not be read.
        case unreadable
        /// A member changed while it was sent.
        case changedWhileSent = "changed-while-sent"
        /// What is at the destination is not what was sent; nor is it anywhere else, for an undo.
        case corrupted
        /// The destination does not take the name, or has it for other bytes.
        case nameRefused = "name-refused"
        /// The destination has no room.
        case full
        /// The account has no room, or what it may do in a day is done.
        case quota
        /// The destination is not there, or does not answer.
        case unavailable
        /// The destination failed at this file.
        case sendingFailed = "sending-failed"
        /// A file could not be renamed or removed: permissions, or a disk that can only be read.
        case removalFailed = "removal-failed"
        /// What is to come back is neither in the trash nor at a destination, or is not what was removed.
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
