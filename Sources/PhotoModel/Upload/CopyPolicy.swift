/// Says whether what lies at a destination is a copy (SAFETY.md, "Sending"). There is no other rule for this.
package enum CopyPolicy {
    /// Judges what lies at a target by a file that is open. Nothing else makes a ``VerifiedCopy``, without which no receipt
    /// is given and no file removed.
    ///
    /// - Parameters:
    ///   - stored: what lies there; nil where nothing does.
    ///   - file: the open file's hashes, that of the kind that the service answers with among them.
    ///   - others: the files that a copy must not be.
    ///   - sender: who is known to have put it there.
    /// - Returns: what it is. Which file it is comes before what its size is, and that before what its bytes are.
    package static func verify(
        _ stored: StoredFile?, of file: FileHashes, besides others: OtherFiles, sentBy sender: CopySender
    ) -> CopyVerification<VerifiedCopy> {
        guard let stored else { return .notThere }
        if let identity = stored.identity {
            if others.sources.contains(identity) { return .itself }
            if others.copies.contains(identity) { return .anotherCopy }
        } else if sender == .anybody {
            return .unproven(.noIdentity)
        }
        return compare(stored, size: file.size, value: file.value) { checksum in
            VerifiedCopy(stored: stored, checksum: checksum, hashes: file, others: others)
        }
    }

    /// Compares what lies at a target with what is written down of it: to tell, and to bring back. Removes nothing and
    /// gives no receipt, since what was written down may be as wrong as the copy.
    ///
    /// - Parameters:
    ///   - stored: what lies there; nil where nothing does.
    ///   - record: what is written down.
    /// - Returns: as above; never ``CopyVerification/itself`` or ``CopyVerification/anotherCopy``.
    package static func compare(
        _ stored: StoredFile?, with record: RecordedContent
    ) -> CopyVerification<StoredFile> {
        guard let stored else { return .notThere }
        return compare(stored, size: record.size, value: record.value) { _ in stored }
    }

    private static func compare<Copy>(
        _ stored: StoredFile, size: Int64, value: (Checksum.Kind) -> String?, good: (Checksum) -> Copy
    ) -> CopyVerification<Copy> {
        if stored.size != size { return .otherSize }
        let checksum: Checksum
        switch stored.evidence {
        case .readNow(let found), .computedNow(let found): checksum = found
        case .kept: return .unproven(.keptChecksum)
        case .nothing: return .unproven(.noChecksum)
        }
        if checksum.isBlank { return .unproven(.blankChecksum) }
        guard let expected = value(checksum.kind) else { return .unproven(.otherKind) }
        return checksum.value == expected ? .good(good(checksum)) : .otherBytes
    }
}

/// A copy that was found good beside an open file.
package struct VerifiedCopy: Hashable, Sendable {
    /// What lies there.
    package let stored: StoredFile
    /// By what it was told.
    package let checksum: Checksum
    /// The open file's hashes.
    package let hashes: FileHashes
    private let others: OtherFiles

    fileprivate init(stored: StoredFile, checksum: Checksum, hashes: FileHashes, others: OtherFiles) {
        self.stored = stored
        self.checksum = checksum
        self.hashes = hashes
        self.others = others
    }

    /// Judges what lies there now by the same open file.
    package func again(_ stored: StoredFile?) -> CopyVerification<VerifiedCopy> {
        CopyPolicy.verify(stored, of: hashes, besides: others, sentBy: .us)
    }
}
