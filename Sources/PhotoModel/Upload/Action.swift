package import SystemPackage

/// What is done with a group: the unit of plans, of the journal and of what users see. A group is one: all of its members
/// are done or none.
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
        /// What the service gave out for this file before the first step: a temporary name, an id. Means something to
        /// that service only.
        package var ticket: String?
        /// The SHA-256 of its bytes, 32 of them; nil where nobody has hashed it yet.
        package var sha256: [UInt8]?
        /// The permissions of a file that is removed, the lowest twelve bits of its mode: what it gets back where it has
        /// to be fetched from a destination. Nil where nobody noted them.
        package var permissions: UInt16?
        /// The row of the place that a photo that is removed came from: where it was first seen in the days that count for
        /// caps. Nil where nobody has asked.
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
