import PhotoFiles
import PhotoIndex
package import PhotoModel
package import SystemPackage

/// A photo as it is reported: with what the index knows of its copies and of what keeps it.
package struct ReportedPhoto: Sendable {
    package let photo: Photo
    /// Whether its whole group is uploaded.
    package let isUploaded: Bool
    /// The rules that keep a work photo from being removed, in their order, by the index alone: the files are not
    /// looked at. Empty for other photos, and if nothing keeps it.
    package let keeps: [Action.Reason]
}

extension Library {
    /// Calls `body` with each photo of a selection, in its order, until `body` returns false.
    ///
    /// - Parameters:
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    ///   - body: returns whether to go on.
    package func reported(
        _ selection: PhotoSelection, purge: PurgeSettings, now: Int64, _ body: (ReportedPhoto) throws -> Bool
    ) throws {
        let reading = readAhead(selection, unsentSidecars: purge.unsentSidecars)
        defer { try? reading.finish() }
        while let parcel = try reading.next() {
            for (photo, isUploaded) in parcel {
                let reported = ReportedPhoto(timed(photo), isUploaded: isUploaded, purge: purge, now: now)
                if try !body(reported) { return }
            }
        }
    }

    /// Reads photos, with whether each counts as uploaded, on a thread of its own. Waking a thread costs more than to
    /// read one.
    private func readAhead(
        _ selection: PhotoSelection, unsentSidecars: Set<SidecarFormat>
    ) -> LookAhead<[(Photo, Bool)], Void, any Error> {
        let index = index
        return LookAhead(most: 4) { give in
            var parcel: [(Photo, Bool)] = []
            try index.photos(matching: selection, unsentSidecars: unsentSidecars) { photo, isUploaded in
                parcel.append((photo, isUploaded))
                if parcel.count < 256 { return true }
                defer { parcel = [] }
                return give(parcel)
            }
            if !parcel.isEmpty { _ = give(parcel) }
        }
    }

    /// Calls `body` with the photos at paths, in their order. Paths at which the index has none, or one that is gone,
    /// are passed over.
    ///
    /// - Parameters:
    ///   - paths: as the index has them.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    package func reported(
        at paths: [FilePath], purge: PurgeSettings, now: Int64, _ body: (ReportedPhoto) throws -> Void
    ) throws {
        try index.photos(at: paths, unsentSidecars: purge.unsentSidecars) { photo, isUploaded in
            try body(ReportedPhoto(timed(photo), isUploaded: isUploaded, purge: purge, now: now))
        }
    }

    /// Passes the path of each photo to `body`, in no particular order, with a hash of all that the index knows of it.
    /// Hashes can be compared within one process only: they differ where ``reported(at:purge:now:_:)`` would say
    /// anything else with the same settings and at the same time. Much faster than to report all.
    package func hashes(
        purge: PurgeSettings, _ body: (_ path: FilePath, _ hash: Int) -> Void
    ) throws {
        try index.photoHashes(unsentSidecars: purge.unsentSidecars, body)
    }
}

extension ReportedPhoto {
    fileprivate init(_ photo: Photo, isUploaded: Bool, purge: PurgeSettings, now: Int64) {
        (self.photo, self.isUploaded) = (photo, isUploaded)
        guard photo.judgement?.verdict == .work else {
            keeps = []
            return
        }
        let state = GroupState(reported: photo, isUploaded: isUploaded, purge: purge, now: now)
        keeps = GroupRule.objections(to: state, for: .remove)
    }
}

extension GroupState {
    /// The group of a photo as the index knows it, with files that are as they were, and copies by the photo's receipts
    /// if all of it is uploaded.
    fileprivate init(reported photo: Photo, isUploaded: Bool, purge: PurgeSettings, now: Int64) {
        let receipts = isUploaded ? Self.receipts(photo.uploads) : []
        let members = photo.members.map { member in
            var known = KnownGroup.Member(
                path: member.path, role: member.role,
                fingerprint: Fingerprint(size: member.bytes, modified: 0, changed: 0, inode: 0), keepsInodes: false)
            known.receipts = receipts
            known.isImported = photo.isImported
            return known
        }
        var group = KnownGroup(
            group: 0, judgement: photo.judgement ?? Judgement(verdict: .unsure, reason: .noPosition),
            leader: photo.facts, members: members)
        (group.isInferred, group.isHeld) = (photo.isInferred, photo.held != nil)
        self.init(group, files: members.map { .there($0.fingerprint) }, now: now)
        self.purge = purge
        includesInferred = purge.includesInferred
        taken = photo.facts.captureTime
    }

    /// A receipt for each destination; only its place and its time are known.
    private static func receipts(_ uploads: [Photo.Upload]) -> [KnownGroup.CopyReceipt] {
        var names: [String] = []
        return uploads.compactMap { upload in
            if names.contains(upload.destination) { return nil }
            names.append(upload.destination)
            let receipt = Receipt(
                sha256: [], size: 0, target: CopyLocation(upload.target), checksum: Checksum(kind: .sha256, value: ""),
                received: upload.receivedAt, checked: upload.checkedAt)
            return KnownGroup.CopyReceipt(id: 0, destination: Int64(names.count), receipt: receipt)
        }
    }
}

/// Reads the small pictures that photos contain.
package struct EmbeddedPictures {
    private let files: LibraryFiles

    package init(of library: Library) throws {
        files = try library.index.libraryFiles()
    }

    /// The picture of a photo, with nothing but picture, colours and orientation.
    ///
    /// - Returns: a JPEG stream; nil if the photo contains none, cannot be read, or has changed since it was judged.
    package func picture(of photo: Photo) -> [UInt8]? {
        (try? OpenedPhoto(photo, in: files))?.thumbnail()?.bytes
    }
}
