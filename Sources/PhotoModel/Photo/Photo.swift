package import SystemPackage

/// One still or video with all that is known of it: what the contract's `photo` line holds.
package struct Photo: Sendable {
    package var path: FilePath
    /// The file as the last scan found it, or as it is where it is only inspected.
    package var fingerprint: Fingerprint
    /// Whether its file system keeps inodes and ctimes, so that they must be equal for an unchanged file.
    package var keepsInodes: Bool
    /// What it says of itself.
    package var facts: PhotoFacts
    /// The format of a sidecar that is shown as what it says of a photo; nil for photos. The facts' own format then
    /// means nothing.
    package var sidecar: SidecarFormat?
    /// The files that are judged, uploaded and removed together with it, itself among them: the leader first, then RAW,
    /// edits, clips and sidecars.
    package var members: [Member]
    /// The verdict on its group; nil where nobody has judged it.
    package var judgement: Judgement?
    /// Whether that verdict rests on an inferred position, its own or that of another file of its group.
    package var isInferred = false
    /// Whether a file of its group comes from an import, and no scan has read it.
    package var isImported = false
    /// The SHA-256 of its bytes, 32 of them; nil where they were never hashed.
    package var sha256: [UInt8]?
    /// The person's word on it or on another member, of which `personal` comes first; nil where there is none.
    package var marked: Mark?
    /// The reason of a hold on this photo or on another member of its group; nil if there is none.
    package var held: String?
    /// Where copies of its own bytes are, by destination and target: at configured destinations, and as far as nobody
    /// found them gone since.
    package var uploads: [Upload] = []

    /// The reason of holds on photos that a purge removed and that came back, by undo or by other means. A mark as work
    /// ends these, so no person gives it.
    package static let restoredReason = "restored"

    package init(
        path: FilePath, fingerprint: Fingerprint, keepsInodes: Bool = true, facts: PhotoFacts, members: [Member]
    ) {
        self.path = path
        self.fingerprint = fingerprint
        self.keepsInodes = keepsInodes
        self.facts = facts
        self.members = members
    }

    /// Its size in bytes.
    package var bytes: Int64 { fingerprint.size }

    /// Time of the last change of its content, nanoseconds since 1970-01-01T00:00:00Z.
    package var modified: Int64 { fingerprint.modified }

    /// Whether a file with a fingerprint is this one, unchanged.
    package func isSame(as found: Fingerprint) -> Bool { found.isSame(as: fingerprint, withInode: keepsInodes) }

    /// The contract's `format`.
    package var formatName: String { sidecar?.rawValue ?? facts.format.rawValue }

    /// The contract's `mimeType`.
    package var mimeType: String { sidecar?.mimeType ?? facts.format.mimeType }

    /// One file of a group.
    package struct Member: Hashable, Sendable {
        /// What a file is in its group. The raw values are the contract's `role`.
        package enum Role: String, CaseIterable, Hashable, Sendable {
            case still, raw, edit, clip, sidecar

            /// What a photo or video of a format is where nothing beside it says otherwise.
            package init(alone format: PhotoFormat) {
                switch format.kind {
                case .still: self = .still
                case .raw: self = .raw
                case .clip: self = .clip
                }
            }
        }

        package var path: FilePath
        /// What it is.
        package var role: Role
        /// Its size in bytes.
        package var bytes: Int64

        package init(path: FilePath, role: Role, bytes: Int64) {
            self.path = path
            self.role = role
            self.bytes = bytes
        }
    }
}

/// A person's word on a photo, which beats every rule. The raw values are the contract's `marked`.
package enum Mark: String, CaseIterable, Hashable, Sendable {
    case work, personal
}

extension Photo {
    /// A copy of a photo's own bytes at a destination: a receipt that counts.
    package struct Upload: Hashable, Sendable {
        /// The destination's name.
        package var destination: String
        /// Where it is: a path below the destination's top, without a slash at its start.
        package var target: FilePath
        /// When the copy was verified first, nanoseconds since 1970-01-01T00:00:00Z.
        package var receivedAt: Int64
        /// When it was verified last, nanoseconds since 1970-01-01T00:00:00Z.
        package var checkedAt: Int64

        package init(destination: String, target: FilePath, receivedAt: Int64, checkedAt: Int64) {
            self.destination = destination
            self.target = target
            self.receivedAt = receivedAt
            self.checkedAt = checkedAt
        }
    }
}

extension Photo {
    /// The photo without what says where it was taken: no position, altitude, accuracy and distance to a fence, no
    /// moment of a fix, and of all paths only the last name. Names stay: those of files, fences and destinations.
    package var withoutPlace: Photo {
        var photo = self
        photo.path = path.lastName
        photo.facts.position = .absent
        (photo.facts.positionSource, photo.facts.altitude, photo.facts.horizontalAccuracy) = (nil, nil, nil)
        (photo.facts.processingMethod, photo.facts.gpsTime) = (nil, nil)
        photo.facts.overruled = OverruledFacts()
        photo.judgement?.distance = nil
        for index in photo.members.indices { photo.members[index].path = photo.members[index].path.lastName }
        for index in photo.uploads.indices { photo.uploads[index].target = photo.uploads[index].target.lastName }
        return photo
    }
}

extension FilePath {
    /// The last name as a path; the path itself if it has none.
    fileprivate var lastName: FilePath { lastComponent.map { FilePath(root: nil, [$0]) } ?? self }
}
