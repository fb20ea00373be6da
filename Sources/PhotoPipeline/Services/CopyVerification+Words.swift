import PhotoModel

extension CopyVerification {
    /// Why it does not count, to follow "the copy is"; nil where it is good.
    var words: String? {
        switch self {
        case .good: nil
        case .otherBytes, .otherSize: "not what was sent"
        case .notThere: "no longer there"
        case .itself: "the photo itself"
        case .anotherCopy: "the very file that is the copy at another destination"
        case .unproven(let gap): "unproved: \(gap.words)"
        }
    }

    /// Whether the copy is known to be lost: then its receipt counts no longer. A road back to the photo is no loss of
    /// the copy, and what nobody can tell is none either.
    var isLost: Bool {
        switch self {
        case .otherBytes, .otherSize, .notThere: true
        case .good, .itself, .anotherCopy, .unproven: false
        }
    }
}

extension CopyVerification {
    /// Whether it may be good as far as a look goes that reads nothing: worth a look that does.
    var mayBeGood: Bool {
        switch self {
        case .good, .unproven: true
        case .otherBytes, .otherSize, .notThere, .itself, .anotherCopy: false
        }
    }
}

extension StoredFile? {
    /// What a service has of which only the size was asked for; nil where it has nothing.
    static func ofSize(_ size: Int64?) -> StoredFile? {
        size.map { StoredFile(size: $0, evidence: .nothing, identity: nil, stamp: nil) }
    }
}

extension CopyVerification where Copy == VerifiedCopy {
    /// The copy of a file that was sent a moment ago.
    ///
    /// - Throws: `corrupted` where other bytes are there, `failed`.
    func finished() throws(UploadError) -> VerifiedCopy {
        switch self {
        case .good(let copy): return copy
        case .otherBytes, .otherSize:
            throw UploadError(.corrupted, "the destination has other bytes than were sent")
        case .notThere: throw UploadError(.failed, "the destination does not have it")
        case .itself, .anotherCopy: throw UploadError(.failed, "the destination's file is the library's own")
        case .unproven(let gap): throw UploadError(.failed, "it is unknown what was stored: \(gap.words)")
        }
    }
}

extension ProofGap {
    /// What is missing, in words.
    var words: String {
        switch self {
        case .noChecksum: "the destination gives no checksum to compare"
        case .blankChecksum: "the destination's checksum is blank"
        case .otherKind: "the destination's checksum is of another kind"
        case .keptChecksum: "the destination's checksum was not computed from what it stores"
        case .noIdentity: "the destination does not say which file it is"
        }
    }
}
