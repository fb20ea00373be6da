package import SystemPackage

/// What a person says of a photo, or takes back.
package enum UserDecision: Hashable, Sendable {
    /// It is work, or personal.
    case mark(Mark)
    /// Its mark is taken back: the rules judge it again.
    case unmark
    /// It is kept from removal, for a reason that is not empty.
    case hold(reason: String)
    /// It is not kept any longer.
    case unhold

    /// Whether it keeps a photo from being sent or removed. Such a decision reaches all files of the photo, and stays
    /// with them when they part. Any other may take from photos what keeps them.
    package var keeps: Bool {
        switch self {
        case .mark(let mark): mark == .personal
        case .hold: true
        case .unmark, .unhold: false
        }
    }
}

/// A file whose bytes were hashed while it stood still.
package struct HashedFile: Hashable, Sendable {
    /// Where it is: absolute, with its links resolved up to the last name.
    package var path: FilePath
    /// The SHA-256 of its bytes, 32 of them.
    package var sha256: [UInt8]
    /// The file as it was before its bytes were read and after.
    package var fingerprint: Fingerprint
    /// The digest of its ends (``FileReading/digest``), by which copies are looked for.
    package var digest: UInt64

    /// A file with the hash and the digest of its bytes.
    package init(path: FilePath, sha256: [UInt8], fingerprint: Fingerprint, digest: UInt64) {
        self.path = path
        self.sha256 = sha256
        self.fingerprint = fingerprint
        self.digest = digest
    }
}

/// How many photos lose what an earlier word of a person, or a fence that is never work, did for them.
package struct OverruledDecisions: Hashable, Sendable {
    /// They were marked personal.
    package var personalMarks = 0
    /// They were held.
    package var holds = 0
    /// A fence that is never work kept them personal.
    package var neverFences = 0

    package init() {}

    /// Whether nothing is reversed.
    package var isEmpty: Bool { self == OverruledDecisions() }

    /// Adds the numbers of another.
    package mutating func add(_ other: OverruledDecisions) {
        personalMarks += other.personalMarks
        holds += other.holds
        neverFences += other.neverFences
    }
}

/// What a person's word on one file did.
package struct DecisionOutcome: Hashable, Sendable {
    package var path: FilePath
    /// Its verdict before; nil where the index does not know the file.
    package var before: Judgement?
    /// Its verdict now; nil where the index does not know the file.
    package var after: Judgement?
    /// Whether the index knows the file as it is now; false where it changed since the scan, too.
    package var isCurrent: Bool
    /// The run with which a purge removed it; nil where it is there, or missing for another reason.
    package var removedBy: Int64?
    /// The other photos that have the same bytes, and share the word: one path for each group, in order. Those on which
    /// the same is decided with this one are not among them.
    package var copies: [FilePath]
    /// Those of them to which another word applied before.
    package var changedCopies: [FilePath]
    /// Whether another word applies to it than before. It may also be the decision on an equal file, made at the same
    /// time, that has changed this.
    package var isChanged: Bool
    /// Whether its photo is still personal, marked or held, which the decision ends, by a decision on another of its
    /// files, or on the path where it was before.
    package var isKeptByOther: Bool
    /// Whether it, or another file of its photo, was held from a destination, and is sent there again from now on.
    package var isSentAgain: Bool
    /// Whether another word applies to its bytes than before, and so to all files that have them.
    package var decidesContent: Bool
    /// What it reversed, of the file and of all others that it reached.
    package var reverses: OverruledDecisions
    /// How many verdicts it changed, of the file and of all others that it reached, by both verdicts. Of files with the
    /// same bytes on which the same is decided together, the first tells those of all.
    package var changes: [VerdictChange]

    package init(
        path: FilePath, before: Judgement?, after: Judgement?, isCurrent: Bool, copies: [FilePath],
        changedCopies: [FilePath], isChanged: Bool, isKeptByOther: Bool = false, isSentAgain: Bool = false,
        decidesContent: Bool = false, reverses: OverruledDecisions = OverruledDecisions(), changes: [VerdictChange] = []
    ) {
        self.path = path
        self.before = before
        self.after = after
        self.isCurrent = isCurrent
        self.copies = copies
        self.changedCopies = changedCopies
        self.isChanged = isChanged
        self.isKeptByOther = isKeptByOther
        self.isSentAgain = isSentAgain
        self.decidesContent = decidesContent
        self.reverses = reverses
        self.changes = changes
    }
}

/// A change of marks or holds that can be undone.
package struct DecisionChange: Hashable, Sendable {
    /// Its number.
    package let id: Int64
    /// The words of the command that made it, such as `mark personal`.
    package let command: String
    /// When, in nanoseconds since 1970-01-01T00:00:00Z.
    package let at: Int64
    /// The number of files on which it changed something.
    package let files: Int
    /// The number of these whose contents were sent since.
    package let sent: Int

    package init(id: Int64, command: String, at: Int64, files: Int, sent: Int) {
        self.id = id
        self.command = command
        self.at = at
        self.files = files
        self.sent = sent
    }
}

/// What undoing a change did.
package struct UndoneDecisions: Hashable, Sendable {
    /// A file that has again what it had before the change.
    package struct Restored: Hashable, Sendable {
        package let path: FilePath
        /// Its verdict before; nil where the index does not know the file.
        package let before: Judgement?
        /// Its verdict now; nil where the index does not know the file.
        package let after: Judgement?

        package init(path: FilePath, before: Judgement?, after: Judgement?) {
            self.path = path
            self.before = before
            self.after = after
        }
    }

    /// The restored files, in the order in which the change was made.
    package var restored: [Restored] = []
    /// Files that were left alone, since something else was decided on them after the change, or a hold of an undo
    /// would have ended.
    package var left: [FilePath] = []
    /// A file of each photo on which something else is decided now, copies too.
    package var reached: Set<FilePath> = []
    /// How many contents are held again from the destinations from which the change had let them be sent.
    package var heldAgain = 0
    package var reverses = OverruledDecisions()

    package init() {}
}
