import GoogleDrive
import PhotoModel
import PhotoPipeline
import SystemPackage

extension DriveService {
    func inspect(_ targets: [CopyLocation]) async -> [Result<StoredFile?, UploadError>] {
        await look(at: targets) { file throws(UploadError) in try await self.stored(file) }
    }

    func identify(_ targets: [CopyLocation]) async -> [Result<CopyGlance, UploadError>] {
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

    /// Asks for files, each of which has to lie below the top.
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
        let roads = DriveRoads(top: top.folder, client: client)
        return await forEach(of: targets) { target throws(UploadError) in
            try await self.account.slots.use { () async throws(UploadError) in
                guard let file = try await self.file(at: target, below: top, roads) else { return nil }
                return try await value(file)
            }
        }
    }

    /// The file that a copy is: by its id, or where it has none by its name. Nil where it is not there: gone, in the
    /// trash, moved out of the destination, or no file.
    private func file(
        at target: CopyLocation, below top: DriveTop, _ roads: DriveRoads
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

    /// The folder of a target, and its name there; nil where there is no such folder.
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
        guard let file = try await file(at: target, below: top, DriveRoads(top: top.folder, client: client)) else {
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

/// Which folders lie below a top, as one look has found it: each is asked for once, by however many at the same time.
actor DriveRoads {
    /// No folder lies deeper in Drive; what does lies in itself.
    private static let deepest = 100
    private let top: String
    private let client: DriveClient
    private var parents: [String: Task<Result<String?, UploadError>, Never>] = [:]

    init(top: String, client: DriveClient) {
        (self.top, self.client) = (top, client)
    }

    /// Whether the top is reached by going up from a folder.
    func leadUp(from folder: String) async throws(UploadError) -> Bool {
        var place = folder
        for _ in 0..<Self.deepest {
            if place == top { return true }
            guard let parent = try await parent(of: place) else { return false }
            place = parent
        }
        return false
    }

    /// The folder that a folder lies in; nil where it is not there, or in the trash.
    private func parent(of folder: String) async throws(UploadError) -> String? {
        if let task = parents[folder] { return try await task.value.get() }
        let client = client
        let task = Task {
            await Result { () async throws(UploadError) -> String? in
                guard let file = try await client.fileIfThere(folder), !file.isTrashed else { return nil }
                return file.parents.first
            }
        }
        parents[folder] = task
        return try await task.value.get()
    }
}
