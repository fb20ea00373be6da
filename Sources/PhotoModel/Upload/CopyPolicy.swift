/// Says whether what lies at a destination is a copy (SAFETY.md, "Sending"). There is no other rule for this.
package enum CopyPolicy {
    /// Judges what lies at a target by a file that is open. Nothing else makes a ``VerifiedCopy``, without which no
    /// receipt is given and no file removed.
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

/// What became of the question whether a copy is good. `Copy` is what it is where it is: a ``VerifiedCopy`` was
/// compared with an open file, a ``StoredFile`` with what is written down.
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

/// The files that a copy must not be.
package struct OtherFiles: Hashable, Sendable {
    /// Those that it should be a copy of: the library's, or the trash's.
    package let sources: Set<FileIdentity>
    /// Copies at other destinations that count already.
    package let copies: Set<FileIdentity>

    package init(sources: Set<FileIdentity>, copies: Set<FileIdentity> = []) {
        self.sources = sources
        self.copies = copies
    }
}

/// Who put something at a destination.
package enum CopySender: Hashable, Sendable {
    /// This program, by its journal, its receipts or the destination's list of them.
    case us
    /// Nobody knows.
    case anybody
}
