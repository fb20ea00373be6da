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
        /// The run was told to stop before it was done, or was killed; or an earlier one was, and what it had begun with
        /// this group could not be settled yet.
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
    }
}
