package import PhotoModel
package import SystemPackage

/// A group that may be uploaded: what a plan needs of it, and no more.
package struct UploadCandidate: Sendable {
    /// Its row.
    package var group: Int64
    /// The verdict on it.
    package var judgement: Judgement
    /// What the leader says of itself.
    package var leader: PhotoFacts
    /// Its files that are there, the leader first, then as a ``Photo`` lists them.
    package var members: [Member]

    package init(group: Int64, judgement: Judgement, leader: PhotoFacts, members: [Member]) {
        self.group = group
        self.judgement = judgement
        self.leader = leader
        self.members = members
    }

    /// The fence that made it work; nil where a person's mark did, or where it is not work.
    package var fence: String? {
        judgement.verdict == .work && judgement.reason != .marked ? judgement.fence : nil
    }

    /// One file of the group, as the last scan found it.
    package struct Member: Hashable, Sendable {
        /// Where it is; absolute.
        package var path: FilePath
        /// What it is in the group.
        package var role: Photo.Member.Role
        /// What kind of sidecar it is; nil for photos.
        package var sidecar: SidecarFormat?
        /// The file as it was when it was read.
        package var fingerprint: Fingerprint
        /// Whether its file system keeps inodes and ctime, so that these have to be the same for an unchanged file.
        package var keepsInodes: Bool
        /// The SHA-256 of its bytes, 32 of them; nil where they were never hashed.
        package var sha256: [UInt8]?
        /// Whether its content has a receipt that counts at the destination that was asked about.
        package var hasReceipt: Bool

        /// A file without a hash and without receipts, unless they are given.
        package init(
            path: FilePath, role: Photo.Member.Role, sidecar: SidecarFormat? = nil, fingerprint: Fingerprint,
            keepsInodes: Bool, sha256: [UInt8]? = nil, hasReceipt: Bool = false
        ) {
            self.path = path
            self.role = role
            self.sidecar = sidecar
            self.fingerprint = fingerprint
            self.keepsInodes = keepsInodes
            self.sha256 = sha256
            self.hasReceipt = hasReceipt
        }
    }

    /// Groups of a selection that are not work, by verdict.
    package struct LeftOut: Hashable, Sendable {
        /// Those judged or marked personal.
        package var personal = 0
        /// Those that nobody could judge.
        package var unsure = 0

        package init(personal: Int = 0, unsure: Int = 0) {
            self.personal = personal
            self.unsure = unsure
        }
    }
}
