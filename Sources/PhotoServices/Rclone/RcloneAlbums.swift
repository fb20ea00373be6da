import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage

/// Albums at a remote, which copies uploads itself if it can; rclone otherwise reads and sends them.
///
/// A remote gives no ids. A folder's name is ours if it was seen free before it was recorded. As with an upload, a copy
/// is proved under a temporary name, moved if its own name is free, and proved again. What has its name then is ours
/// only if it was recorded before that the copy is about to get it. The temporary name is made of the copy's id, in the
/// folder of all albums: whoever sees the album does not see it. Copies are read back, since for clean ones no checksum
/// of a remote's is recorded.
///
/// Whether others can see a folder before it is shared, no remote tells rclone.
struct RcloneAlbums: AlbumKeeping {
    /// Types of remotes that make links to files alone, or links to folders that show nothing, as of rclone 1.60.
    private static let linkingOnlyFiles: Set<String> = [
        "b2", "fichier", "internetarchive", "premiumizeme", "s3", "uptobox",
    ]

    let service: RcloneService

    /// Nil for remotes that make no links to folders.
    init?(service: RcloneService, backends: [String]) {
        if backends.contains(where: Self.linkingOnlyFiles.contains) { return nil }
        self.service = service
    }

    var hasTrash: Bool { false }

    func locate(_ targets: [FilePath]) async throws(UploadError) -> [CopyLocation] {
        var located: [CopyLocation] = []
        for (target, size) in zip(targets, await service.sizes(at: targets.map { CopyLocation($0) })) {
            if try size.get() != nil {
                let name = terminalSafe(target.bytes)
                throw UploadError(.taken, "has something with the name \(name) that this index has not made")
            }
            located.append(CopyLocation(target, id: randomDigits(service.random)))
        }
        return located
    }

    // MARK: - The folder

    func make(_ folder: CopyLocation, isShared: Bool) async throws(UploadError) {
        try await service.checkMarker()
        let place = try place(of: folder)
        if isShared, try await !service.hasDirectory(place) {
            throw UploadError(.missing, "is not in the folder \(AlbumFolder.name) any more")
        }
        // An FTP server makes no directories above.
        try await service.rclone.makeDirectory(RclonePlace(place.fs, AlbumFolder.name))
        try await service.rclone.makeDirectory(place)
    }

    func others(in folder: CopyLocation, besides copies: [CopyLocation]) async throws(UploadError) -> [String] {
        try await service.checkMarker()
        var known: Set<String> = []
        for copy in copies { known.insert(try place(of: copy, in: folder).path) }
        // Of two names that Unicode treats as the same, one is another's.
        return try await service.contents(of: try place(of: folder)).filter { known.remove($0.path) == nil }.map(\.name)
    }

    func remove(_ folder: CopyLocation) async throws(UploadError) -> [String]? {
        try await service.checkMarker()
        let place = try place(of: folder)
        guard try await service.hasDirectory(place) else { return nil }
        let left = try await service.contents(of: place).map(\.name)
        if left.isEmpty { try await service.rclone.removeDirectory(place) }
        return left
    }

    // MARK: - Copies

    func copy(
        _ copies: [CopyForAlbum], into folder: CopyLocation,
        unless isUnwanted: @escaping @Sendable (CopyLocation) -> Bool,
        announcing announce: @escaping @Sendable (CopyLocation) throws(UploadError) -> Void
    ) async -> [Result<Void, UploadError>] {
        if copies.isEmpty { return [] }
        do throws(UploadError) {
            try await service.checkMarker()
            let named = await service.forEach(of: copies) { copy throws(UploadError) in
                try await giveName(copy, in: folder, announce) { isUnwanted(copy.target) }
            }
            try await service.syncDisks()
            let proved = await service.forEach(of: Array(zip(copies, named))) { copy, named throws(UploadError) in
                try named.get()
                try await prove(copy.content, at: try place(of: copy.target, in: folder))
            }
            // Otherwise the proved copies may be on another disk, in the directory below the mount.
            try await service.checkMarker()
            return proved
        } catch {
            return copies.map { _ in .failure(error) }
        }
    }

    private func giveName(
        _ copy: CopyForAlbum, in folder: CopyLocation, _ announce: (CopyLocation) throws(UploadError) -> Void,
        unless isUnwanted: () -> Bool
    ) async throws(UploadError) {
        let (part, target) = (try part(of: copy.target), try place(of: copy.target, in: folder))
        // An earlier attempt may have moved it, whatever its answer was.
        if try await hasName(copy, target, from: part) { return }
        if isUnwanted() { throw .objected }
        if try await !isProved(copy.content, at: part) {
            try await send(copy.source, to: part)
            guard try await isProved(copy.content, at: part) else {
                try await service.remove(part)
                throw UploadError(.corrupted, "the copy for the album has other bytes than it was to have")
            }
        }
        if isUnwanted() {
            try await service.remove(part)
            throw .objected
        }
        // Another file may have come while it was sent.
        if try await hasName(copy, target, from: part) { return }
        try announce(copy.target)
        try await service.giveName(part.path, from: part, to: target)
    }

    /// Whether a copy has its name already. Then its temporary file goes, which a server that moves by copying may not
    /// have removed yet.
    ///
    /// - Throws: `taken` where another file has it; `transient` while it may still be copied.
    private func hasName(
        _ copy: CopyForAlbum, _ target: RclonePlace, from part: RclonePlace
    ) async throws(UploadError) -> Bool {
        if try await service.file(at: target) == nil { return false }
        let isOurs = try await mayHaveName(part, copy.isMoving ? .moving : .begun)
        if isOurs, try await isProved(copy.content, at: target) {
            try await service.remove(part)
            return true
        }
        if isOurs { try await checkIsComplete(target, from: part, copy.content) }
        throw UploadError(.taken, "another file has the name")
    }

    /// Whether what has a copy's name may be the copy. On a disk a move takes its temporary name away. A server may
    /// copy, go on with that after it has stopped to answer, and remove the temporary file in the end.
    private func mayHaveName(_ part: RclonePlace, _ stage: AlbumCopyStage) async throws(UploadError) -> Bool {
        if stage == .proved { return true }
        guard stage == .moving || service.named.withLock({ $0.contains(part.path) }) else { return false }
        if service.storesLate { return true }
        if try await service.listedFile(at: part) == nil { return true }
        return try await !service.rclone.info(service.top).can("Move")
    }

    /// Checks that a server does not still copy what has a copy's name.
    ///
    /// - Throws: `transient` where it may.
    private func checkIsComplete(
        _ target: RclonePlace, from part: RclonePlace, _ content: RecordedContent
    ) async throws(UploadError) {
        guard let size = try await service.file(at: target)?.size, size < content.size,
            try await service.listedFile(at: part) != nil, try await service.rclone.info(service.top).can("Move")
        else { return }
        throw UploadError(.transient, "is not complete under its name yet")
    }

    /// Makes a copy under its temporary name. What has that name must be what an earlier attempt left.
    private func send(_ source: CopyForAlbum.Source, to part: RclonePlace) async throws(UploadError) {
        let there = try await service.file(at: part)?.size ?? 0
        let found = there == 0 ? nil : try await service.hash(of: part, first: there)
        switch source {
        case .upload(let upload):
            let place = try service.place(of: upload.path)
            if let found, try await service.hash(of: place, first: there) != found {
                throw .foreignPart(FilePath(part.path))
            }
            // As for a move: by the top, rclone asks a WebDAV server again by itself.
            let isPaced = try await service.followed().isPaced
            try await service.rclone.copyMakingDirectory(
                from: isPaced ? place.fromFolder : place, to: isPaced ? part.fromFolder : part, isRepeated: false)
        case .file(let file):
            if let found, try file.hash(first: there) != found { throw .foreignPart(FilePath(part.path)) }
            let place = try RcloneService.place(ofDescriptor: file.descriptor)
            try await service.copy(place, to: part, nil, file) { _ in }
        }
    }

    func inspect(
        _ copies: [CopyLocation], in folder: CopyLocation
    ) async -> [Result<StoredFile?, UploadError>] {
        await service.afterMarkerCheck(copies, isDurable: true) { copy throws(UploadError) in
            try await service.readBack(try place(of: copy, in: folder))
        }
    }

    /// A copy that was changed stays in any case: without an id nothing tells that it is ours.
    func takeOut(
        _ copy: CopyLocation, of folder: CopyLocation, having content: RecordedContent, at stage: AlbumCopyStage,
        orChanged: Bool
    ) async throws(UploadError) {
        try await service.checkMarker()
        let (part, target) = (try part(of: copy), try place(of: copy, in: folder))
        let mayHaveName = try await mayHaveName(part, stage)
        if mayHaveName {
            try await checkIsComplete(target, from: part, content)
            try await remove(target, having: content, or: .anothers)
        }
        try await discard(part, having: content)
        // A move without an answer may have been done between both.
        if mayHaveName { try await remove(target, having: content, or: .anothers) }
    }

    func latePlaces(of copy: CopyLocation) -> [FilePath] {
        guard service.storesLate, let part = try? path(ofPart: copy) else { return [] }
        return [part, copy.path]
    }

    func discard(_ place: FilePath, having content: RecordedContent) async throws(UploadError) {
        try await service.checkMarker()
        // The copy may be made again right after this.
        defer { service.listings.noteRemoval(at: place.string) }
        if let digits = UnfinishedName.digits(of: place.lastComponent?.bytes ?? []) {
            return try await discard(try part(of: CopyLocation(place, id: String(digits))), having: content)
        }
        let folder = CopyLocation(place.removingLastComponent())
        try await remove(try self.place(of: CopyLocation(place), in: folder), having: content, or: .anothers)
    }

    /// Removes what has a copy's temporary name; throws `corrupted` where it is not the copy.
    private func discard(_ part: RclonePlace, having content: RecordedContent) async throws(UploadError) {
        guard let there = try await service.listedFile(at: part) else { return }
        if there.size == 0 { return try await service.remove(part) }
        var other = UploadError.foreignPart(FilePath(part.path))
        other.kind = .corrupted
        try await remove(part, having: content, or: other)
    }

    /// Removes a file that has the recorded bytes; throws `error` where it has others.
    private func remove(
        _ place: RclonePlace, having content: RecordedContent, or error: UploadError
    ) async throws(UploadError) {
        switch CopyPolicy.compare(try await service.readBack(place), with: content) {
        case .good: try await service.remove(place)
        case .notThere:
            if try await service.listedFile(at: place) != nil {
                throw UploadError(.transient, "the remote lists a file that it says is not there")
            }
        default: throw error
        }
    }

    private func prove(_ content: RecordedContent, at place: RclonePlace) async throws(UploadError) {
        switch CopyPolicy.compare(try await service.readBack(place), with: content) {
        case .good: break
        case .notThere: throw UploadError(.transient, "the copy in the album is not there")
        default: throw UploadError(.corrupted, "the copy in the album has other bytes than it was to have")
        }
    }

    private func isProved(_ content: RecordedContent, at place: RclonePlace) async throws(UploadError) -> Bool {
        if case .good = CopyPolicy.compare(try await service.readBack(place), with: content) { return true }
        return false
    }

    // MARK: - Places

    // The index may have been edited, and what has these names is written to and removed.

    private func place(of folder: CopyLocation) throws(UploadError) -> RclonePlace {
        let path = folder.path
        guard AlbumFolder.contains(path), path.components.count == 2, path.isLexicallyNormal else {
            throw UploadError(.failed, "is no album's folder")
        }
        return try service.place(of: path)
    }

    private func place(of copy: CopyLocation, in folder: CopyLocation) throws(UploadError) -> RclonePlace {
        let directory = try place(of: folder)
        guard copy.path.removingLastComponent() == folder.path, copy.path.lastComponent?.kind == .regular,
            let name = String(validating: copy.path.lastComponent?.bytes ?? [], as: UTF8.self)
        else { throw UploadError(.failed, "is not in the album's folder") }
        return RclonePlace(directory.fs, "\(directory.path)/\(name)")
    }

    private func part(of copy: CopyLocation) throws(UploadError) -> RclonePlace {
        try service.place(of: try path(ofPart: copy))
    }

    private func path(ofPart copy: CopyLocation) throws(UploadError) -> FilePath {
        let name = UnfinishedName.part(digits: copy.id ?? "")
        guard UnfinishedName.digits(of: Array(name.utf8)) != nil else {
            throw UploadError(.failed, "has an id that is not one of this destination")
        }
        return FilePath(AlbumFolder.name).appending(name)
    }
}

extension UploadError {
    /// The copy is another file by now.
    fileprivate static let anothers = UploadError(.corrupted, "has other bytes by now, and stays there")
}
