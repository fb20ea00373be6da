/// What became of the question whether a copy is good. `Copy` is what it is where it is: a ``VerifiedCopy`` was compared
/// with an open file, a ``StoredFile`` with what is written down.
package enum CopyVerification<Copy: Hashable & Sendable>: Hashable, Sendable {
    /// The very bytes are there, in a file of their own.
    case good(Copy)
    /// As many bytes, and others.
    case otherBytes
    /// Another number of bytes.
    case otherSize
    /// No regular file is there.
    case notThere
    /// The very file that it should be a copy of, by another road.
    case itself
    /// A file that counts already as the copy at another destination.
    case anotherCopy
    /// Nobody can tell.
    case unproven(ProofGap)
}

/// What is missing where nobody can tell whether a copy is good.
package enum ProofGap: CaseIterable, Hashable, Sendable {
    /// The service gives no checksum.
    case noChecksum
    /// It gives a blank one.
    case blankChecksum
    /// It gives one of a kind that nobody has computed.
    case otherKind
    /// It gives one that it has not computed of the bytes.
    case keptChecksum
    /// It does not say which file that is, and it may be anybody's: a sync client's, which is gone with the photo.
    case noIdentity
}
