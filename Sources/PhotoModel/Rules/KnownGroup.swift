package import SystemPackage

/// A group as the index knows it, with what deciding about it needs.
package struct KnownGroup: Sendable {
    /// Its row.
    package var group: Int64
    /// The row of the root that contains it.
    package var root: Int64 = 0
    package var judgement: Judgement
    /// Whether the verdict depends on an inferred position of any file of the group.
    package var isInferred = false
    /// Whether a file of it is held; false if that was not asked for.
    package var isHeld = false
    package var leader: PhotoFacts
    /// Its existing files, including sidecars of every format; the leader first, then in the order of a ``Photo``.
    package var members: [Member]
    /// What each file says, in the order of ``members``, with an inferred position where a photo says none; nil for a
    /// sidecar that says nothing. Empty if that was not asked for.
    package var facts: [PhotoFacts?] = []

    package init(group: Int64, judgement: Judgement, leader: PhotoFacts, members: [Member]) {
        self.group = group
        self.judgement = judgement
        self.leader = leader
        self.members = members
    }

    /// The fence that made it work; nil if a person's mark did, or if it is not work.
    package var fence: String? {
        judgement.verdict == .work && judgement.reason != .marked ? judgement.fence : nil
    }

    /// Its stills and videos.
    package var photos: Int { members.count { $0.role != .sidecar } }

    /// One file of the group, as the last scan found it.
    package struct Member: Hashable, Sendable {
        /// The path, absolute.
        package var path: FilePath
        /// The role in the group.
        package var role: Photo.Member.Role
        /// The sidecar's format; nil for photos.
        package var sidecar: SidecarFormat?
        /// The file as it was when it was read.
        package var fingerprint: Fingerprint
        /// Whether its file system keeps inodes and ctimes, so that they must be equal for an unchanged file.
        package var keepsInodes: Bool
        /// The digest of its ends (``FileReading/digest``).
        package var digest: UInt64 = 0
        /// The SHA-256 of its bytes, 32 of them; nil if it was never hashed.
        package var sha256: [UInt8]?
        /// Whether its content has a valid receipt at the destination in question.
        package var hasReceipt: Bool
        /// Whether its content is held from the destination in question.
        package var isHeldFromDestination = false
        /// Whether only another machine has read it, whose facts were imported.
        package var isImported = false
        /// The valid receipts of its content at configured destinations, by destination, then target; empty if they
        /// were not asked for.
        package var receipts: [CopyReceipt] = []

        /// Whether it is a sidecar of one of these formats.
        package func isSidecar(of formats: Set<SidecarFormat>) -> Bool { sidecar.map(formats.contains) ?? false }

        /// A file without a hash and receipts, unless they are given.
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

    /// The copies of all files at one destination, according to receipts.
    package struct Copies: Sendable {
        /// The destination's row.
        package let destination: Int64
        /// The receipts, one for each member that goes, in their order.
        package let receipts: [CopyReceipt]
    }

    /// The destinations that have receipts for every file.
    package var copies: [Copies] { copies(leavingOut: []) }

    /// The destinations that have receipts for every file, except for sidecars of some formats.
    package func copies(leavingOut formats: Set<SidecarFormat>) -> [Copies] {
        let members = members.filter { !$0.isSidecar(of: formats) }
        guard let first = members.first, !first.receipts.isEmpty else { return [] }
        var destinations: [Int64] = []
        for receipt in first.receipts where !destinations.contains(receipt.destination) {
            destinations.append(receipt.destination)
        }
        return destinations.compactMap { destination in
            let receipts = members.compactMap { member in member.receipts.first { $0.destination == destination } }
            return receipts.count == members.count ? Copies(destination: destination, receipts: receipts) : nil
        }
    }

    /// Groups of a selection that are not work, by verdict, and the photos among the selection.
    package struct LeftOut: Hashable, Sendable {
        /// Groups judged or marked personal.
        package var personal = 0
        /// Groups with the verdict unsure.
        package var unsure = 0
        /// The photos of the former.
        package var personalPhotos = 0
        /// The photos of the latter.
        package var unsurePhotos = 0

        package init(personal: Int = 0, unsure: Int = 0, personalPhotos: Int = 0, unsurePhotos: Int = 0) {
            self.personal = personal
            self.unsure = unsure
            self.personalPhotos = personalPhotos
            self.unsurePhotos = unsurePhotos
        }
    }
}

extension Action.Member {
    /// A file of a group.
    ///
    /// - Parameters:
    ///   - member: the file as the last scan found it.
    ///   - found: the file as it is; nil for the same.
    ///   - target: the target; nil where none is known yet.
    package init(_ member: KnownGroup.Member, as found: Fingerprint? = nil, target: CopyLocation? = nil) {
        self.init(
            path: member.path, role: member.role, fingerprint: found ?? member.fingerprint, target: target,
            sha256: member.sha256)
    }
}
