/// Decides whether a file at a destination is a copy. There is no other rule for this.
package enum CopyPolicy {
    /// Judges a stored file against an open one. Nothing else makes a ``VerifiedCopy``, without which no receipt is
    /// issued and no file removed.
    ///
    /// - Parameters:
    ///   - stored: the file at the target; nil where there is none.
    ///   - file: the open file's hashes, including the kind that the service reports.
    /// - Returns: the result. Identity is checked before size, and size before content.
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
        if let changed = stored.changed, others.changes.contains(changed) { return .anotherCopy }
        return compare(stored, size: file.size, value: file.value) { checksum in
            VerifiedCopy(stored: stored, checksum: checksum, hashes: file, others: others)
        }
    }

    /// Compares a stored file with a record of it: for reports and for fetching. Justifies no removal and no receipt,
    /// since the record may be as wrong as the copy.
    ///
    /// - Parameter stored: the file at the target; nil where there is none.
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
    package let stored: StoredFile
    /// The checksum that proved it.
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

    /// Judges what is stored there now against the same open file.
    package func again(_ stored: StoredFile?) -> CopyVerification<VerifiedCopy> {
        CopyPolicy.verify(stored, of: hashes, besides: others, sentBy: .us)
    }
}

/// The result of checking a copy. A ``VerifiedCopy`` was compared with an open file, a ``StoredFile`` with a record.
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

/// What is missing if a copy cannot be judged.
package enum ProofGap: CaseIterable, Hashable, Sendable {
    /// The service gives no checksum.
    case noChecksum
    /// It gives a blank one.
    case blankChecksum
    /// It reports a checksum of a kind that was not computed here.
    case otherKind
    /// It reports a checksum that it has not computed from the bytes.
    case keptChecksum
    /// It does not say which file that is, and it may be anybody's: a sync client's, which is gone with the photo.
    case noIdentity
}

/// The files that a copy must not be.
package struct OtherFiles: Hashable, Sendable {
    /// The files that it should be a copy of: the library's, or the trash's.
    package let sources: Set<FileIdentity>
    /// Copies at other destinations that count already.
    package let copies: Set<FileIdentity>
    /// When these were last changed. A copy that was changed in the same moment is one of them: a pool of directories
    /// (mergerfs, an overlay) shows it under other numbers, and this time is all it passes on that no program can set.
    /// A file that appears on the other side while it is written would prove it too, at the price of writing to both
    /// destinations. Whole seconds are left out: some file systems know no other, and pools over them go unnoticed.
    package let changes: Set<Int64>

    package init(sources: Set<FileIdentity>, copies: Set<FileIdentity> = [], changes: Set<Int64> = []) {
        self.sources = sources
        self.copies = copies
        self.changes = changes.filter { $0 % 1_000_000_000 != 0 }
    }
}

/// Who put something at a destination.
package enum CopySender: Hashable, Sendable {
    /// This program, by its journal, its receipts or the destination's list of them.
    case us
    /// Nobody knows.
    case anybody
}
