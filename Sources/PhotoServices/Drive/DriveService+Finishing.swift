import GoogleDrive
import PhotoModel
import PhotoPipeline
import Synchronization

extension DriveService {
    /// How often bytes that Drive did not store are sent again.
    private static let mostTries = 8

    func finish(
        _ sent: [SentUpload], unless isUnwanted: @escaping @Sendable (SentUpload) -> Bool,
        announcing announce: @escaping @Sendable ([SentUpload]) throws(UploadError) -> Void
    ) async -> [Result<StoredFile, UploadError>] {
        if sent.isEmpty { return [] }
        let roads: DriveFoldersBelowRoot
        do throws(UploadError) {
            roads = DriveFoldersBelowRoot(top: try await checkedTop().folder, client: client)
        } catch {
            return sent.map { _ in .failure(error) }
        }
        return await forEach(of: sent) { one throws(UploadError) in
            try await self.account.slots.use { () async throws(UploadError) in
                try await self.finish(one, roads) { isUnwanted(one) }
            }
        }
    }

    func takeBack(
        _ sent: SentUpload, storedAs stored: StoredFile, unless isLost: @escaping @Sendable () -> Bool
    ) async throws(UploadError) -> RemovalWay {
        let file = try await made(id(of: sent.upload))
        if file.isTrashed { return .trash }
        let copy = CopyPolicy.verify(
            try await self.stored(file), of: sent.hashes, besides: OtherFiles(sources: []), sentBy: .us)
        guard case .good = copy else { throw UploadError(.corrupted, "is not what was sent any more") }
        if isLost() { throw .lastCopy }
        try await trash(file.id)
        if let folder = file.parents.first { await folders.forget(file.name, in: folder) }
        return .trash
    }

    private func finish(
        _ sent: SentUpload, _ roads: DriveFoldersBelowRoot, unless isUnwanted: () -> Bool
    ) async throws(UploadError) -> StoredFile {
        let id = try id(of: sent.upload)
        if let upload = state.withLock({ $0.pending[id] }), upload.start < upload.total {
            // The wait ends early if there is an objection.
            try? await account.pace.wait(for: upload.bytes.count, isStopped: isUnwanted)
        }
        // What an earlier attempt may have made is proved first, so that it can be taken back.
        if !state.withLock({ $0.inDoubt.contains(id) }), isUnwanted() { throw .objected }
        state.withLock { _ = $0.inDoubt.insert(id) }
        let file = try await whole(id)
        let stored = try await prove(file, sent)
        guard let parent = file.parents.first, try await roads.leadUp(from: parent) else {
            throw UploadError(.failed, "its folder was moved out of the destination, or into its albums")
        }
        state.withLock { state in
            (state.pending[id], state.planned[id]) = (nil, nil)
            state.inDoubt.remove(id)
            state.unanswered.remove(id)
        }
        if let folder = file.parents.first { await folders.note(file.name, size: sent.size, in: folder) }
        return stored
    }

    /// Sends the rest of an upload, and returns the resulting file.
    private func whole(_ id: String) async throws(UploadError) -> DriveFile {
        guard var upload = state.withLock({ $0.pending[id] }),
            upload.session != nil || upload.start < upload.total
                || upload.total == 0
        else { return try await made(id) }
        do throws(DriveError) {
            return try await send(&upload)
        } catch {
            switch error.kind {
            // A file has that id: an earlier request succeeded, although its answer did not arrive.
            case .conflict: return try await made(id)
            case .sessionGone:
                // The session may have ended because the upload is complete.
                if let file = try await client.fileIfThere(id) { return file }
                let isWhole = upload.bytes.count == Int(upload.total)
                (upload.session, upload.isUnclear) = (nil, false)
                state.withLock { [upload] in $0.pending[id] = isWhole ? upload : nil }
                throw UploadError(isWhole ? .transient : .failed, "the upload ended early")
            default:
                upload.isUnclear = true
                state.withLock { [upload] state in
                    state.pending[id] = upload
                    if error.kind == .cancelled { state.unanswered.insert(id) }
                }
                throw UploadError(error)
            }
        }
    }

    private func send(_ upload: inout DriveUpload) async throws(DriveError) -> DriveFile {
        let session: UploadSession
        if let begun = upload.session {
            session = begun
        } else {
            session = try await client.startUpload(upload.file, size: upload.total)
            upload.session = session
        }
        if upload.isUnclear || upload.total == 0 {
            switch try await client.progress(of: session) {
            case .done(let file): return file
            case .held(let held): try advance(&upload, to: held)
            }
        }
        for _ in 0..<Self.mostTries where upload.start < upload.total {
            let reader = unsafe upload.bytes.reader(from: upload.start)
            switch try await unsafe client.send(session, from: upload.start, reading: reader) {
            case .done(let file): return file
            case .held(let held): try advance(&upload, to: held)
            }
        }
        throw DriveError(.brokenOff, "Drive keeps none of the last bytes that it is sent")
    }

    /// - Throws: `sessionGone` if bytes are missing that are no longer available.
    private func advance(_ upload: inout DriveUpload, to held: Int64) throws(DriveError) {
        if held < upload.start { throw DriveError(.sessionGone, "the upload has lost bytes") }
        upload.advance(to: held)
        upload.isUnclear = false
    }

    /// The file that an earlier attempt created with this id.
    private func made(_ id: String) async throws(UploadError) -> DriveFile {
        if let file = try await client.fileIfThere(id) { return file }
        throw UploadError(.transient, "its bytes are not there")
    }

    // MARK: - Proof

    /// Checks by Drive's metadata that a file has the bytes that were sent. A file with other bytes is moved to the
    /// trash.
    private func prove(_ file: DriveFile, _ sent: SentUpload) async throws(UploadError) -> StoredFile {
        var file = file
        if file.sha256 == nil { file = try await made(file.id) }
        guard !file.isTrashed, let stored = try await stored(file) else {
            throw UploadError(.missing, "was put into Drive's trash")
        }
        switch CopyPolicy.verify(stored, of: sent.hashes, besides: OtherFiles(sources: []), sentBy: .us) {
        case .good: return stored
        case .otherBytes, .otherSize:
            // A file with other notes is not ours, although Drive issued the same id.
            guard file.appProperties[DriveNote.sha256] == hexText(sent.hashes.sha256) else {
                throw UploadError(.failed, "another file has the id that Drive gave for it")
            }
            try await trash(file.id)
            state.withLock { state in
                state.pending[file.id] = nil
                state.inDoubt.remove(file.id)
            }
            throw UploadError(.corrupted, "the stored bytes differ from those that were sent")
        default: throw UploadError(.failed, "Drive has no checksum of it")
        }
    }
}

extension DriveService {
    /// Drive's metadata of a file. If Drive has no checksum, the file is read. Nil if it has no content of its own.
    func stored(_ file: DriveFile) async throws(UploadError) -> StoredFile? {
        if let stored = StoredFile(file), stored.evidence != .nothing { return stored }
        if file.mimeType.hasPrefix("application/vnd.google-apps.") { return nil }
        return try await read(file)
    }

    func read(_ file: DriveFile) async throws(UploadError) -> StoredFile {
        var hash = ContentHash()
        do {
            let size = try await unsafe client.download(file.id) { block in unsafe hash.add(block) }
            return StoredFile(
                size: size, evidence: .readNow(Checksum(sha256: hash.hashes.sha256)), identity: nil, stamp: nil)
        } catch {
            throw UploadError(error as? DriveError ?? DriveError(.answer, "\(error)"))
        }
    }
}

extension StoredFile {
    /// Converts Drive's metadata; nil for a folder and for a file without content of its own.
    ///
    /// Drive computes both checksums from the bytes of the stored head revision
    /// (developers.google.com/workspace/drive/api/reference/rest/v3/files, `sha256Checksum`, `md5Checksum`).
    init?(_ file: DriveFile) {
        guard !file.isFolder, let size = file.size else { return nil }
        let checksum =
            file.sha256.map { Checksum(kind: .sha256, value: $0.lowercased()) }
            ?? file.md5.map { Checksum(kind: .md5, value: $0.lowercased()) }
        self.init(
            size: size, evidence: checksum.map { .computedNow($0) } ?? .nothing, identity: nil, stamp: nil)
    }
}
