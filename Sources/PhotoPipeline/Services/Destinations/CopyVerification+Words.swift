import PhotoModel

extension CopyVerification {
    /// Why the copy does not count, to follow "the copy is"; nil if it is good.
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

    /// Whether the copy is known to be lost, so that its receipt no longer counts. A path that leads back to the photo
    /// itself is not a loss of the copy, and neither is a copy that could not be checked.
    var isLost: Bool {
        switch self {
        case .otherBytes, .otherSize, .notThere: true
        case .good, .itself, .anotherCopy, .unproven: false
        }
    }
}

extension CopyVerification {
    /// Whether the copy may be good, as far as can be told without reading it: if so, it is worth reading.
    var mayBeGood: Bool {
        switch self {
        case .good, .unproven: true
        case .otherBytes, .otherSize, .notThere, .itself, .anotherCopy: false
        }
    }
}

extension StoredFile? {
    /// What a service has, if only its size was requested; nil if it has nothing.
    static func ofSize(_ size: Int64?) -> StoredFile? {
        size.map { StoredFile(size: $0, evidence: .nothing, identity: nil, stamp: nil) }
    }
}

extension CopyVerification where Copy == VerifiedCopy {
    /// The copy of a file that was just sent.
    ///
    /// - Throws: `corrupted` where the bytes differ, `failed`.
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
