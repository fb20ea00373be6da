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

/// What a person's word on one file did.
package struct DecisionOutcome: Hashable, Sendable {
    /// The file.
    package var path: FilePath
    /// Its verdict before; nil where the index does not know the file.
    package var before: Judgement?
    /// Its verdict now; nil where the index does not know the file.
    package var after: Judgement?
    /// Whether the index knows the file as it is now; false where it changed since the scan, too.
    package var isCurrent: Bool
    /// The other photos that have the same bytes, and share the word: one path for each group, in order.
    package var copies: [FilePath]
    /// Those of them to which another word applied before.
    package var changedCopies: [FilePath]
    /// Whether the index holds another word than before.
    package var isChanged: Bool

    package init(
        path: FilePath, before: Judgement?, after: Judgement?, isCurrent: Bool, copies: [FilePath],
        changedCopies: [FilePath], isChanged: Bool
    ) {
        self.path = path
        self.before = before
        self.after = after
        self.isCurrent = isCurrent
        self.copies = copies
        self.changedCopies = changedCopies
        self.isChanged = isChanged
    }
}
