import GoogleDrive
import PhotoModel
import PhotoPipeline
import SystemPackage

extension DriveService {
    func inspect(_ targets: [CopyLocation]) async -> [Result<StoredFile?, UploadError>] {
        await look(at: targets) { file throws(UploadError) in try await self.stored(file) }
    }

    func identify(_ targets: [CopyLocation]) async -> [Result<QuickCopyCheck, UploadError>] {
        await look(at: targets) { _ in true }.map { $0.map { $0 == nil ? .missing : .unknown } }
    }

    func sizes(at targets: [CopyLocation]) async -> [Result<Int64?, UploadError>] {
        if targets.contains(where: { $0.id != nil }) { return await look(at: targets) { $0.size } }
        if targets.isEmpty { return [] }
        let top: DriveTop
        do throws(UploadError) {
            top = try await checkedTop()
        } catch {
            return targets.map { _ in .failure(error) }
        }
        return await forEach(of: targets) { target throws(UploadError) in
            guard let (folder, name) = try await self.place(of: target, below: top) else { return nil }
            return try await self.folders.size(of: name, in: folder)
        }
    }

    /// Looks up files, each of which must be below the root and in no album.
    private func look<Value: Sendable>(
        at targets: [CopyLocation], _ value: @escaping @Sendable (DriveFile) async throws(UploadError) -> Value?
    ) async -> [Result<Value?, UploadError>] {
        if targets.isEmpty { return [] }
        let top: DriveTop
        do throws(UploadError) {
            top = try await checkedTop()
        } catch {
            return targets.map { _ in .failure(error) }
        }
        let roads = DriveFoldersBelowRoot(top: top.folder, client: client)
        return await forEach(of: targets) { target throws(UploadError) in
            try await self.account.slots.use { () async throws(UploadError) in
                guard let file = try await self.file(at: target, below: top, roads) else { return nil }
                return try await value(file)
            }
        }
    }

    /// The file of a copy, found by its id, or by its name if it has none. Nil if it does not exist, is in the trash,
    /// was moved out of the destination or into its albums, or is a folder.
    func file(
        at target: CopyLocation, below top: DriveTop, _ roads: DriveFoldersBelowRoot
    ) async throws(UploadError) -> DriveFile? {
        var id = target.id
        if id == nil, let (folder, name) = try await place(of: target, below: top) {
            let query = "\(queryText(folder)) in parents and name = \(queryText(name)) and trashed = false"
            id = try await client.all(query, drive: spec.drive).first { !$0.isFolder }?.id
        }
        guard let id, let file = try await client.fileIfThere(id), !file.isTrashed, !file.isFolder,
            let parent = file.parents.first, try await roads.leadUp(from: parent)
        else { return nil }
        return file
    }

    /// The folder of a target, and the name in it; nil if the folder does not exist.
    private func place(
        of target: CopyLocation, below top: DriveTop
    ) async throws(UploadError) -> (folder: String, name: String)? {
        let names = target.path.components.map(\.string)
        guard let name = names.last,
            let folder = try await folders.folder(Array(names.dropLast()), below: top.folder)
        else { return nil }
        return (folder, name)
    }

    func fetch(
        _ target: CopyLocation, start: () throws(UploadError) -> Void,
        each: (UnsafeRawBufferPointer) throws(UploadError) -> Void
    ) async throws(UploadError) {
        let top = try await checkedTop()
        guard let file = try await file(at: target, below: top, DriveFoldersBelowRoot(top: top.folder, client: client))
        else {
            throw UploadError(.missing, "is not at the destination")
        }
        try start()
        do {
            let count = try await unsafe client.download(file.id) { block in try unsafe each(block) }
            if let size = file.size, size != count { throw UploadError(.transient, "broke off while it was read") }
        } catch let error as DriveError {
            throw UploadError(error)
        } catch {
            throw error as? UploadError ?? UploadError(.failed, "\(error)")
        }
    }
}

/// Determines whether folders are below the root. Each folder is requested once per instance, even by concurrent
/// callers.
actor DriveFoldersBelowRoot {
    private let top: String
    private let client: DriveClient
    private var known: [String: Task<Result<DriveFile?, UploadError>, Never>] = [:]

    init(top: String, client: DriveClient) {
        (self.top, self.client) = (top, client)
    }

    /// Whether the chain of parents leads from a folder to the root.
    ///
    /// - Parameters:
    ///   - folder: the folder's id.
    ///   - albums: whether it may lead through the folder of albums; what is in that is no upload.
    func leadUp(from folder: String, throughAlbums albums: Bool = false) async throws(UploadError) -> Bool {
        var place = folder
        for _ in 0..<DriveFolders.deepest {
            if place == top { return true }
            guard let file = try await self.folder(place), let parent = file.parents.first else { return false }
            if parent == top, !albums, AlbumFolder.isNamed(file.name) { return false }
            place = parent
        }
        return false
    }

    /// A folder; nil if it does not exist or is in the trash.
    private func folder(_ id: String) async throws(UploadError) -> DriveFile? {
        if let task = known[id] { return try await task.value.get() }
        let client = client
        let task = Task {
            await Result { () async throws(UploadError) -> DriveFile? in
                guard let file = try await client.fileIfThere(id), !file.isTrashed else { return nil }
                return file
            }
        }
        known[id] = task
        return try await task.value.get()
    }
}
