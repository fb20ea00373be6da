package import PhotoModel
package import SystemPackage

/// A group that may be removed: what a plan needs of it, and no more.
package struct RemovalCandidate: Sendable {
    /// Its row.
    package var group: Int64
    /// The root it is in.
    package var root: Int64
    /// The verdict on it.
    package var judgement: Judgement
    /// What the leader says of itself.
    package var leader: PhotoFacts
    /// Whether somebody holds a file of it.
    package var isHeld: Bool
    /// Its files that are there, sidecars of every format among them; the leader first, then as a ``Photo`` lists them.
    package var members: [Member]

    package init(
        group: Int64, root: Int64, judgement: Judgement, leader: PhotoFacts, isHeld: Bool, members: [Member]
    ) {
        self.group = group
        self.root = root
        self.judgement = judgement
        self.leader = leader
        self.isHeld = isHeld
        self.members = members
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
        /// The receipts of its content that count, of destinations that are configured; by destination, then target.
        package var receipts: [CopyReceipt]

        /// A file without a hash and without receipts, unless they are given.
        package init(
            path: FilePath, role: Photo.Member.Role, sidecar: SidecarFormat? = nil, fingerprint: Fingerprint,
            keepsInodes: Bool, sha256: [UInt8]? = nil, receipts: [CopyReceipt] = []
        ) {
            self.path = path
            self.role = role
            self.sidecar = sidecar
            self.fingerprint = fingerprint
            self.keepsInodes = keepsInodes
            self.sha256 = sha256
            self.receipts = receipts
        }
    }

    /// A receipt, by its rows.
    package struct CopyReceipt: Hashable, Sendable {
        /// Its row.
        package var id: Int64
        /// The destination's row.
        package var destination: Int64
        /// What was verified.
        package var receipt: Receipt

        package init(id: Int64, destination: Int64, receipt: Receipt) {
            self.id = id
            self.destination = destination
            self.receipt = receipt
        }
    }
}
