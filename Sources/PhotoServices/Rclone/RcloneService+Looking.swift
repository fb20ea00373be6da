import PhotoFiles
package import PhotoModel
package import PhotoPipeline
import SystemPackage

extension RcloneService {
    package func inspect(_ targets: [CopyLocation]) async -> [Result<StoredFile?, UploadError>] {
        await afterMarkerCheck(targets, isDurable: true) { target throws(UploadError) in
            try await self.look(at: try self.place(of: target.path))
        }
    }

    package func identify(_ targets: [CopyLocation]) async -> [Result<QuickCopyCheck, UploadError>] {
        await afterMarkerCheck(targets) { target throws(UploadError) in
            try await self.file(at: try self.place(of: target.path)) == nil ? .missing : .unknown
        }
    }

    /// Runs work for several targets after checking the marker.
    func afterMarkerCheck<Value: Sendable>(
        _ targets: [CopyLocation], isFresh: Bool = true, isDurable: Bool = false,
        _ work: @escaping @Sendable (CopyLocation) async throws(UploadError) -> Value
    ) async -> [Result<Value, UploadError>] {
        if targets.isEmpty { return [] }
        do throws(UploadError) {
            try await checkMarker(isFresh: isFresh)
            if isDurable { try await syncDisks() }
        } catch {
            return targets.map { _ in .failure(error) }
        }
        return await forEach(of: targets, work)
    }

    package func sizes(at targets: [CopyLocation]) async -> [Result<Int64?, UploadError>] {
        await afterMarkerCheck(targets, isFresh: false) { target throws(UploadError) in
            let (directory, name) = RcloneListings.parts(of: try self.place(of: target.path).path)
            return try await self.listing(of: directory).size(of: name)
        }
    }

    private func listing(of directory: String) async throws(UploadError) -> RcloneListing {
        try await listings.listing(of: directory, clock) { () async throws(UploadError) in
            try await rclone.list(RclonePlace(top, directory), isDated: false)
        }
    }

    package func proofReading() async throws(UploadError) -> ProofReading {
        // A file on this machine is hashed by rclone itself, in each call.
        try await trustedChecksum() == nil || directory() != nil ? .twice : .never
    }

    package func fetch(
        _ target: CopyLocation, start: () throws(UploadError) -> Void,
        each: (UnsafeRawBufferPointer) throws(UploadError) -> Void
    ) async throws(UploadError) {
        let place = try place(of: target.path)
        guard let item = try await file(at: place) else {
            throw UploadError(.missing, "is not at the destination")
        }
        try start()
        let count = try await unsafe read(place, each: each)
        if let size = item.size, size != count { throw UploadError(.transient, "broke off while it was read") }
    }

    /// The file at a place, also where only a listing of its directory shows it. One answer that nothing is there may
    /// be wrong, and nobody asks again about what counts as gone.
    func listedFile(at place: RclonePlace) async throws(UploadError) -> RcloneItem? {
        if let there = try await file(at: place) { return there }
        return try await listed(at: place).flatMap { $0.isDirectory ? nil : $0 }
    }

    /// Whether a directory is there, also where only a listing shows it: some servers write names in another normal
    /// form, by which rclone does not find them.
    func hasDirectory(_ place: RclonePlace) async throws(UploadError) -> Bool {
        if let there = try await rclone.item(at: place) { return there.isDirectory }
        return try await listed(at: place)?.isDirectory == true
    }

    /// What a listing of its directory shows at a place. Names are compared by canonical equivalence.
    private func listed(at place: RclonePlace) async throws(UploadError) -> RcloneItem? {
        let directory = RclonePlace(place.fs, RcloneListings.parts(of: place.path).directory)
        return try await contents(of: directory).first { $0.path == place.path }
    }

    /// What is in a directory; nothing where it does not exist.
    func contents(of directory: RclonePlace) async throws(UploadError) -> [RcloneItem] {
        do throws(UploadError) {
            return try await rclone.list(directory, isDated: false)
        } catch  where error.kind == .missing {
            return []
        }
    }

    /// The file at a place: by the remote's own checksum if that is in the table, otherwise read completely.
    func look(at place: RclonePlace) async throws(UploadError) -> StoredFile? {
        if let kind = try await trustedChecksum() {
            guard let item = try await file(at: place, hashes: [kind]) else { return nil }
            if let value = item.hashes[kind], let size = item.size {
                return stored(at: place, size, .computedNow(Checksum(kind: kind, value: value)))
            }
        }
        return try await readBack(place)
    }

    /// The file at a place, read completely.
    func readBack(_ place: RclonePlace) async throws(UploadError) -> StoredFile? {
        var hash = ContentHash()
        let count = try await unsafe readIfThere(place) { block throws(UploadError) in unsafe hash.add(block) }
        guard let count else { return nil }
        return stored(at: place, count, .readNow(Checksum(sha256: hash.hashes.sha256)))
    }

    /// Reads a file.
    func read(
        _ place: RclonePlace, from offset: Int64 = 0,
        each: (UnsafeRawBufferPointer) throws(UploadError) -> Void
    ) async throws(UploadError) -> Int64 {
        try await unsafe rclone.read(try await asked(place), from: offset, each: each)
    }

    /// The place by which a file is asked about and read.
    ///
    /// Over WebDAV rclone leaves ten milliseconds between the requests by one remote and directory, however many wait,
    /// and up to two seconds where some fail. Asking by another directory leaves sending and moving their turns.
    func asked(_ place: RclonePlace) async throws(UploadError) -> RclonePlace {
        try await followed().isPaced ? place.fromServer : place
    }

    /// Reads a file without asking for it first: rclone asks itself and reports the length, so that a file that is cut
    /// off is an error.
    ///
    /// - Returns: the number of bytes; nil where no file is there.
    /// - Throws: where the file cannot be read.
    func readIfThere(
        _ place: RclonePlace, from offset: Int64 = 0,
        each: (UnsafeRawBufferPointer) throws(UploadError) -> Void
    ) async throws(UploadError) -> Int64? {
        do throws(UploadError) {
            return try await unsafe read(place, from: offset, each: each)
        } catch  where error.kind == .missing {
            return nil
        } catch {
            // The error for a directory differs from remote to remote.
            if error.kind == .refused || error.kind == .failed, try await file(at: place) == nil { return nil }
            throw error
        }
    }

    /// A stored file, with its identity if the remote is only another name for a directory of this machine.
    private func stored(at place: RclonePlace, _ size: Int64, _ evidence: ContentEvidence) -> StoredFile {
        let status = directory().flatMap { directory in
            try? FolderTop(directory, opening: OpeningWay.allCases).directory
                .open(beneath: FilePath(place.path), flags: OpenFlags.path).status()
        }
        return StoredFile(
            size: size, evidence: evidence, identity: status?.identity, stamp: nil, changed: status?.changed)
    }

    /// The hash of the first bytes at a place.
    func hash(of place: RclonePlace, first count: Int64) async throws(UploadError) -> [UInt8] {
        var hash = ContentHash()
        _ = try await unsafe read(place) { block throws(UploadError) in unsafe hash.add(block, upTo: count) }
        return hash.hashes.sha256
    }
}
