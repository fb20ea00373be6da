import GoogleDrive
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Albums at Drive, which copies uploads itself. A copy is marked in the request that makes it, and has an id that
/// was recorded before, so that none is made twice.
struct DriveAlbums: AlbumKeeping {
    let service: DriveService

    private var client: DriveClient { service.client }

    var hasTrash: Bool { true }

    func locate(_ targets: [FilePath]) async throws(UploadError) -> [CopyLocation] {
        if targets.isEmpty { return [] }
        return zip(targets, try await service.ids.take(targets.count)).map { CopyLocation($0, id: $1) }
    }

    // MARK: - The folder

    func make(_ folder: CopyLocation, isShared: Bool) async throws(UploadError) {
        let top = try await service.checkedTop()
        let id = try Self.id(of: folder)
        let name = folder.path.lastComponent?.string ?? ""
        let parent = try await service.folders.makeFolder(
            [AlbumFolder.name], below: top.folder, notes: DriveNote.common(top.marker))
        let named = try await client.folders(name, in: parent, drive: service.spec.drive)
        if named.contains(where: { $0.id != id }) {
            throw UploadError(.taken, "has a folder with the name of this album that this index has not made")
        }
        var file = FileChange()
        (file.id, file.name, file.parents) = (id, name, [parent])
        (file.mimeType, file.appProperties) = (DriveFile.folderType, DriveNote.album(top.marker))
        let there = try await client.fileIfThere(id)
        let made = if let there { there } else { try await client.making(file) }
        guard made.isFolder, !made.isTrashed, made.parents == [parent],
            made.appProperties[DriveNote.album] == top.marker.text
        else { throw UploadError(.missing, "is not in the folder \(AlbumFolder.name) any more") }
        if !isShared { try await refuseVisible(id) }
    }

    /// Rejects a folder that anybody but its owner, or the members of its shared drive, can see.
    private func refuseVisible(_ folder: String) async throws(UploadError) {
        let drive = service.spec.drive
        let (all, members) = try await translatingDriveErrors {
            () async throws(DriveError) -> ([DrivePermission], Set<String>) in
            let all = try await client.permissions(of: folder)
            guard let drive else { return (all, []) }
            return (all, Set(try await client.permissions(of: drive).map(\.id)))
        }
        guard let other = all.first(where: { $0.role != "owner" && !members.contains($0.id) }) else { return }
        let who = terminalSafe(other.emailAddress ?? other.type)
        throw UploadError(.refused, "can be seen by others before it is shared: \(who)")
    }

    private static func id(of location: CopyLocation) throws(UploadError) -> String {
        guard let id = location.id, id.isPlainName(ofAtMost: 128) else {
            throw UploadError(.failed, "has no id by which Drive could be asked for it")
        }
        return id
    }

    func others(in folder: CopyLocation, besides copies: [CopyLocation]) async throws(UploadError) -> [String] {
        let known = Set(copies.compactMap(\.id))
        let all = try await client.all(
            "\(queryText(try Self.id(of: folder))) in parents and trashed = false", drive: service.spec.drive)
        return all.filter { !known.contains($0.id) }.map(\.name)
    }

    // MARK: - Copies

    func copy(
        _ copies: [CopyForAlbum], into folder: CopyLocation,
        unless isUnwanted: @escaping @Sendable (CopyLocation) -> Bool,
        announcing announce: @escaping @Sendable (CopyLocation) throws(UploadError) -> Void
    ) async -> [Result<Void, UploadError>] {
        if copies.isEmpty { return [] }
        let top: DriveTop
        do throws(UploadError) {
            top = try await service.checkedTop()
        } catch {
            return copies.map { _ in .failure(error) }
        }
        let roads = DriveFoldersBelowRoot(top: top.folder, client: client)
        return await forEach(of: copies) { copy throws(UploadError) in
            try await service.account.slots.use { () async throws(UploadError) in
                try await self.copy(copy, into: folder, top, roads) { isUnwanted(copy.target) }
            }
        }
    }

    private func copy(
        _ copy: CopyForAlbum, into folder: CopyLocation, _ top: DriveTop, _ roads: DriveFoldersBelowRoot,
        unless isUnwanted: () -> Bool
    ) async throws(UploadError) {
        let (id, parent) = (try Self.id(of: copy.target), try Self.id(of: folder))
        var made = try await client.fileIfThere(id)
        if made == nil {
            var file = FileChange()
            (file.id, file.name, file.parents) = (id, copy.target.path.lastComponent?.string, [parent])
            var upload: DriveFile?
            if case .upload(let target) = copy.source {
                upload = try await service.file(at: target, below: top, roads)
                if upload == nil { throw UploadError(.missing, "is not at the destination") }
            }
            if isUnwanted() { throw .objected }
            if let upload {
                (file.modifiedTime, file.appProperties) = (upload.modifiedTime, DriveNote.albumCopy(top.marker))
                made = try await copying(upload.id, as: file, id)
            } else if case .file(let source) = copy.source {
                (file.mimeType, file.appProperties) = (mediaType(of: file.name ?? ""), DriveNote.album(top.marker))
                made = try await sending(source, as: file, id)
            }
        }
        guard let made, made.parents == [parent], made.appProperties[DriveNote.album] == top.marker.text else {
            throw UploadError(.failed, "another file has the id that Drive gave for the copy")
        }
        if made.isTrashed { throw UploadError(.failed, "its copy in the album is in Drive's trash") }
        guard try await isProved(made, as: copy.content), made.appProperties[DriveNote.sha256] == nil
        else {
            try await service.trash(made.id)
            throw UploadError(.corrupted, "the copy in the album has other bytes or notes than it was to have")
        }
    }

    /// Copies a file, or returns the copy that an earlier attempt has made.
    private func copying(_ upload: String, as file: FileChange, _ id: String) async throws(UploadError) -> DriveFile {
        try await translatingDriveErrors { () async throws(DriveError) in
            do throws(DriveError) {
                return try await client.copy(upload, as: file)
            } catch  where error.kind == .conflict {
                return try await client.file(id)
            }
        }
    }

    /// Sends a file, or returns what an earlier attempt has sent. Without its last bytes it is no file.
    private func sending(
        _ source: UploadSource, as file: FileChange, _ id: String
    ) async throws(UploadError) -> DriveFile {
        let (pace, total) = (service.account.pace, source.fingerprint.size)
        let session: UploadSession
        do throws(DriveError) {
            session = try await client.startUpload(file, size: total)
        } catch {
            guard error.kind == .conflict else { throw UploadError(error) }
            return try await translatingDriveErrors { () async throws(DriveError) in try await client.file(id) }
        }
        let part = pace.isLimited ? DriveClient.uploadUnit * 4 : total
        var held: Int64 = 0
        while true {
            let (start, end) = (held, min(held + part, total))
            try await pace.wait(for: Int(end - start)) { source.isStopped }
            let progress: UploadProgress
            do throws(DriveError) {
                progress = try await unsafe client.send(session, from: start, to: end) { offset, block in
                    try unsafe source.read(into: block, at: offset)
                }
            } catch {
                // Another attempt may have finished the file.
                if error.kind == .sessionGone { throw UploadError(.transient, "the upload ended early") }
                throw UploadError(error)
            }
            switch progress {
            case .done(let made): return made
            case .held(let count) where count > held: held = count
            case .held: throw UploadError(.transient, "Drive keeps none of the bytes that it is sent")
            }
        }
    }

    private func isProved(_ file: DriveFile, as content: RecordedContent) async throws(UploadError) -> Bool {
        var found = CopyPolicy.compare(try await service.stored(file), with: content)
        if case .unproven = found { found = CopyPolicy.compare(try await service.read(file), with: content) }
        if case .good = found { return true }
        return false
    }

    func inspect(
        _ copies: [CopyLocation], in folder: CopyLocation
    ) async -> [Result<StoredFile?, UploadError>] {
        await forEach(of: copies) { copy throws(UploadError) in
            try await service.account.slots.use { () async throws(UploadError) in
                guard let file = try await self.file(at: copy, in: folder) else { return nil }
                return try await service.stored(file)
            }
        }
    }

    func takeOut(
        _ copy: CopyLocation, of folder: CopyLocation, having content: RecordedContent, at stage: AlbumCopyStage,
        orChanged: Bool
    ) async throws(UploadError) {
        let (id, parent) = (try Self.id(of: copy), try Self.id(of: folder))
        let marker = try await service.checkedTop().marker.text
        guard let file = try await client.fileIfThere(id), !file.isTrashed else {
            return try await confirm(DriveNote.query(DriveNote.album, marker), lacks: id)
        }
        let isCopy = file.appProperties[DriveNote.album] == marker
        // A copy that people have moved elsewhere may be seen there. An upload is not taken out.
        if file.parents != [parent], !isCopy { return }
        if !orChanged {
            guard isCopy, try await isProved(file, as: content) else {
                throw UploadError(.corrupted, "has other bytes or notes by now, and stays there")
            }
        }
        try await service.trash(file.id)
    }

    func remove(_ folder: CopyLocation) async throws(UploadError) -> [String]? {
        let top = try await service.checkedTop()
        let id = try Self.id(of: folder)
        guard let file = try await client.fileIfThere(id), !file.isTrashed, file.isFolder,
            file.appProperties[DriveNote.album] == top.marker.text
        else {
            let folders = "mimeType = \(queryText(DriveFile.folderType))"
            try await confirm("\(DriveNote.query(DriveNote.album, top.marker.text)) and \(folders)", lacks: id)
            return nil
        }
        let left = try await others(in: folder, besides: [])
        if left.isEmpty { try await service.trash(file.id) }
        return left
    }

    /// Asks in another way whether a file is not there: one answer may be wrong, and nobody would ask again.
    ///
    /// - Parameter query: what would find the file.
    /// - Throws: `transient` if it is there nevertheless.
    private func confirm(_ query: String, lacks id: String) async throws(UploadError) {
        do throws(UploadError) {
            let found = try await client.all("\(query) and trashed = false", drive: service.spec.drive)
            guard found.contains(where: { $0.id == id }) else { return }
        } catch  where error.kind == .missing {
            // The folder that is searched is not there.
            return
        }
        throw UploadError(.transient, "Drive lists a file that it says is not there")
    }

    /// A copy in an album; nil if it is not there.
    private func file(at copy: CopyLocation, in folder: CopyLocation) async throws(UploadError) -> DriveFile? {
        _ = try await service.checkedTop()
        let (id, parent) = (try Self.id(of: copy), try Self.id(of: folder))
        guard let file = try await client.fileIfThere(id), !file.isTrashed, file.parents == [parent] else {
            try await confirm("\(queryText(parent)) in parents", lacks: id)
            return nil
        }
        return file
    }
}
