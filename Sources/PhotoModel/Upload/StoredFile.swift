/// A file at a destination.
package struct StoredFile: Hashable, Sendable {
    /// Bytes.
    package let size: Int64
    /// What the destination reports of the content, and how it knows.
    package let evidence: ContentEvidence
    /// Its device and inode; nil if the service has none.
    package let identity: FileIdentity?
    /// Identifies these bytes without reading them again. Nil if the service or the file system has no such stamp, and
    /// for a file that was just finished or changed: another change could still leave the stamp the same.
    package let stamp: CopyStamp?
    /// When content or attributes last changed, according to the destination; nil if it does not report it, or reports
    /// the time of the content for it, which can be set. Renaming a file changes this time. So if it changes together
    /// with that of the library's file, the copy may be that file itself, reached by a path that remembers old names,
    /// such as another mount or a share.
    package let changed: Int64?

    package init(
        size: Int64, evidence: ContentEvidence, identity: FileIdentity?, stamp: CopyStamp?, changed: Int64? = nil
    ) {
        self.size = size
        self.evidence = evidence
        self.identity = identity
        self.stamp = stamp
        self.changed = changed
    }

    /// A file of which all bytes were read just now.
    package init(read hashes: FileHashes) {
        self.init(
            size: hashes.size, evidence: .readNow(Checksum(sha256: hashes.sha256)), identity: nil, stamp: nil)
    }
}

/// A checksum of a stored file, by how its service knows it.
package enum ContentEvidence: Hashable, Sendable {
    /// Of bytes that were all read in this call, past any cache, and hashed by this program.
    case readNow(Checksum)
    /// Computed by the server from the bytes that it stores. A service reports this only for kinds for which its table
    /// gives the reason; all others are ``kept(_:)``, and their copies have to be read back.
    case computedNow(Checksum)
    /// From metadata or a cache: what the bytes once were, or were said to be.
    case kept(Checksum)
    /// The service says nothing but the size.
    case nothing

    /// The checksum, whatever it is worth; nil if there is none.
    package var checksum: Checksum? {
        switch self {
        case .readNow(let checksum), .computedNow(let checksum), .kept(let checksum): checksum
        case .nothing: nil
        }
    }
}

/// Identifies a copy as the one that was read, without reading it again. Valid only within a run, since device numbers
/// change at a reboot; and only where the file system keeps inodes and ctimes, not on shares, FAT and FUSE.
package struct CopyStamp: Hashable, Sendable {
    /// Device and inode.
    package let identity: FileIdentity
    /// Bytes.
    package let size: Int64
    /// Time of the last change of the content, nanoseconds since 1970-01-01T00:00:00Z. Any program can set it.
    package let modified: Int64
    /// Time of the last change of content or attributes, likewise. No program can set it.
    package let changed: Int64

    package init(identity: FileIdentity, size: Int64, modified: Int64, changed: Int64) {
        self.identity = identity
        self.size = size
        self.modified = modified
        self.changed = changed
    }
}

/// The result of checking a copy without reading it.
package enum QuickCopyCheck: Hashable, Sendable {
    /// No regular file is there.
    case missing
    /// There is a file; only reading it tells whether it is the one that was read.
    case unknown
    /// A file is there that is known by this.
    case stamp(CopyStamp)
}

/// The hashes of a file, computed from one open descriptor whose file was the same before and after reading.
///
/// Made only by code that has read the file: a receipt or the journal provides a ``RecordedContent`` instead.
package struct FileHashes: Hashable, Sendable {
    /// Bytes.
    package let size: Int64
    /// SHA-256 of all of them; 32 bytes.
    package let sha256: [UInt8]
    private let others: [Checksum.Kind: String]

    /// - Parameters:
    ///   - size: bytes.
    ///   - sha256: of all of them.
    ///   - others: by other functions, in lowercase hexadecimal digits.
    package init(size: Int64, sha256: [UInt8], others: [Checksum.Kind: String] = [:]) {
        self.size = size
        self.sha256 = sha256
        self.others = others
    }

    /// The checksum of a kind, in lowercase hexadecimal digits; nil if it was not computed.
    package func value(of kind: Checksum.Kind) -> String? {
        kind == .sha256 ? hexText(sha256) : others[kind]
    }
}

/// A record of a content that is not available: in a receipt, or in the journal.
package struct RecordedContent: Hashable, Sendable {
    /// Bytes.
    package let size: Int64
    /// SHA-256 of all of them, 32 bytes; nil if it was not hashed.
    package let sha256: [UInt8]?
    /// The destination's checksum when the receipt was issued; nil if there is none.
    package let checksum: Checksum?

    /// What somebody has written down of a content.
    ///
    /// - Parameters:
    ///   - size: bytes.
    ///   - sha256: of all of them; 32 bytes.
    package init(size: Int64, sha256: [UInt8]) {
        (self.size, self.sha256, checksum) = (size, sha256, nil)
    }

    /// The journal's record of a file.
    package init(_ member: Action.Member) {
        (size, sha256, checksum) = (member.fingerprint.size, member.sha256, nil)
    }

    /// A receipt's record.
    package init(_ receipt: Receipt) {
        (size, sha256, checksum) = (receipt.size, receipt.sha256, receipt.checksum)
    }

    /// The checksum of a kind; nil if none was recorded.
    func value(of kind: Checksum.Kind) -> String? {
        if kind == .sha256 { return sha256.map(hexText) }
        guard let checksum, checksum.kind == kind, !checksum.isBlank else { return nil }
        return checksum.value
    }
}
