import GoogleDrive
import PhotoModel
import PhotoPipeline

/// Caches the folders below a destination's root and their contents for one run. Each folder is listed once and created
/// once, even by concurrent uploads.
actor DriveFolders {
    /// The task of a request, which callers share.
    private typealias Answer<Value: Sendable> = Task<Result<Value, UploadError>, Never>

    private struct FolderName: Hashable {
        let parent: String
        let name: String
    }

    /// Drive's nesting limit; a longer chain of parents is a cycle.
    static let deepest = 100

    private let client: DriveClient
    private let drive: String?
    private let fresh: DriveIDs
    private var listings: [String: Answer<[DriveFile]>] = [:]
    private var folders: [FolderName: Answer<String>] = [:]
    /// The ids of folders to create: after an unclear outcome, the same id is used again.
    private var ids: [FolderName: String] = [:]
    /// Files stored in folders since these were listed, with their sizes.
    private var added: [String: [String: Int64]] = [:]
    private var positions: [String: Position] = [:]

    /// - Parameter drive: the shared drive; nil for My Drive.
    init(_ client: DriveClient, drive: String?, ids: DriveIDs) {
        (self.client, self.drive, fresh) = (client, drive, ids)
    }

    /// Looks up a folder.
    ///
    /// - Parameters:
    ///   - names: the path from the root.
    ///   - top: the root's id.
    /// - Returns: the folder's id; nil if it does not exist.
    func folder(_ names: [String], below top: String) async throws(UploadError) -> String? {
        var parent = top
        for name in names {
            if let made = folders[FolderName(parent: parent, name: name)] {
                parent = try await made.value.get()
                continue
            }
            guard let child = Self.folder(name, in: try await listing(of: parent)) else { return nil }
            parent = child.id
        }
        return parent
    }

    /// Looks up a folder, and creates the missing part of its path.
    ///
    /// - Parameters:
    ///   - names: the path from the root.
    ///   - top: the root's id.
    ///   - notes: the properties of created folders.
    /// - Returns: the folder's id.
    func makeFolder(
        _ names: [String], below top: String, notes: [String: String]
    ) async throws(UploadError) -> String {
        var parent = top
        for name in names { parent = try await child(FolderName(parent: parent, name: name), notes) }
        return parent
    }

    /// The size of a file by its name in a folder; 0 for a file without content, nil if there is no such file.
    func size(of name: String, in folder: String) async throws(UploadError) -> Int64? {
        if let size = added[folder]?[name] { return size }
        return try await listing(of: folder).first { $0.name == name }.map { $0.size ?? 0 }
    }

    /// Where a folder is in relation to the root.
    enum Position: Hashable, Sendable {
        /// The root or below it: the names from the root to the folder.
        case inside([String])
        /// Elsewhere, or unknown: it is in the folder of albums, its parents lead to a folder above the root, this
        /// client cannot see all of them, or one is in the trash.
        case elsewhere
    }

    /// Determines where a folder is.
    ///
    /// - Parameters:
    ///   - folder: the folder's id; nil for the folder of a file whose parents this client cannot see.
    ///   - top: the root's id.
    /// - Returns: the position, which is remembered until ``forgetPositions()``.
    func position(of folder: String?, below top: String) async throws(UploadError) -> Position {
        guard let folder else { return .elsewhere }
        if positions[top] == nil { try await notePlacesAbove(top) }
        return try await position(of: folder, depth: 0)
    }

    private func position(of folder: String, depth: Int) async throws(UploadError) -> Position {
        if let known = positions[folder] { return known }
        guard depth < Self.deepest, let file = try await client.fileIfThere(folder), !file.isTrashed,
            let parent = file.parents.first
        else { return .elsewhere }
        var position = try await position(of: parent, depth: depth + 1)
        if case .inside(let names) = position {
            position = names.isEmpty && AlbumFolder.isNamed(file.name) ? .elsewhere : .inside(names + [file.name])
        }
        positions[folder] = position
        return position
    }

    /// Notes the root, and the folders above it as far as this client sees them. The id of My Drive itself is known
    /// from the folders in it, also to a client that may not see it.
    private func notePlacesAbove(_ top: String) async throws(UploadError) {
        var found: [String: Position] = [:]
        var next: String? = top
        while let folder = next, found.count < Self.deepest {
            found[folder] = .elsewhere
            next = try await client.fileIfThere(folder)?.parents.first
        }
        found[top] = .inside([])
        positions.merge(found) { $1 }
    }

    /// Forgets where folders are: somebody may have moved them.
    func forgetPositions() { positions = [:] }

    /// Records a stored file.
    func note(_ name: String, size: Int64, in folder: String) {
        added[folder, default: [:]][name] = size
    }

    /// Records that a file that was noted is not there any more.
    func forget(_ name: String, in folder: String) {
        added[folder]?[name] = nil
    }

    /// The folder with a given name among files; the oldest of several.
    static func folder(_ name: String, in files: [DriveFile]) -> DriveFile? {
        files.filter { $0.isFolder && $0.name == name }.oldest
    }

    private func listing(of folder: String) async throws(UploadError) -> [DriveFile] {
        let task = listings[folder] ?? list(folder)
        listings[folder] = task
        let result = await task.value
        if case .failure = result { listings[folder] = nil }
        return try result.get()
    }

    private func list(_ folder: String) -> Answer<[DriveFile]> {
        let (client, drive) = (client, drive)
        return Task {
            await Result { () async throws(UploadError) in
                try await client.all("\(queryText(folder)) in parents and trashed = false", drive: drive)
            }
        }
    }

    private func child(_ wanted: FolderName, _ notes: [String: String]) async throws(UploadError) -> String {
        if let known = folders[wanted] { return try await known.value.get() }
        let all = try await listing(of: wanted.parent)
        if let there = Self.folder(wanted.name, in: all) { return there.id }
        // Another caller may have begun to make it meanwhile.
        let task = folders[wanted] ?? make(wanted, notes)
        folders[wanted] = task
        let result = await task.value
        if case .failure = result { folders[wanted] = nil }
        return try result.get()
    }

    private func make(_ wanted: FolderName, _ notes: [String: String]) -> Answer<String> {
        Task { await Result { () async throws(UploadError) in try await self.made(wanted, notes) } }
    }

    /// Creates a folder, and checks whether another machine created one first.
    private func made(_ wanted: FolderName, _ notes: [String: String]) async throws(UploadError) -> String {
        let (client, drive) = (client, drive)
        let id: String
        if let known = ids[wanted] {
            id = known
        } else {
            id = try await fresh.take()[0]
            ids[wanted] = id
        }
        var file = FileChange()
        (file.id, file.name, file.parents) = (id, wanted.name, [wanted.parent])
        (file.mimeType, file.appProperties) = (DriveFile.folderType, notes)
        let folder = try await client.making(file)
        let others = try await client.folders(wanted.name, in: wanted.parent, drive: drive)
        guard let chosen = Self.folder(wanted.name, in: others + [folder]) else { return id }
        // The folder was just created and is empty.
        if chosen.id == id { listings[id] = Task { .success([]) } }
        return chosen.id
    }
}

extension [DriveFile] {
    /// The oldest file, and of several equally old ones the one with the lowest id, so that all clients choose the
    /// same.
    var oldest: DriveFile? { self.min { ($0.createdTime ?? "", $0.id) < ($1.createdTime ?? "", $1.id) } }
}

extension DriveClient {
    func all(_ query: String, drive: String?) async throws(UploadError) -> [DriveFile] {
        try await translatingDriveErrors { () async throws(DriveError) in
            var (files, pages): ([DriveFile], Pages) = ([], Pages(of: "files.list"))
            var hasMore = true
            while hasMore {
                let answer = try await self.files(query, drive: drive, page: pages.token)
                if answer.isIncomplete {
                    throw DriveError(.server, "Drive's search was incomplete")
                }
                files += answer.files
                hasMore = try pages.turn(to: answer.next, after: answer.files.map(\.id))
            }
            return files
        }
    }

    /// The folders with a given name in a folder, except those in the trash.
    func folders(_ name: String, in parent: String, drive: String?) async throws(UploadError) -> [DriveFile] {
        try await all(
            "\(queryText(parent)) in parents and name = \(queryText(name)) and mimeType = "
                + "\(queryText(DriveFile.folderType)) and trashed = false", drive: drive)
    }

    /// Moves a file to Drive's trash.
    func trash(_ id: String) async throws(DriveError) {
        var change = FileChange()
        change.trashed = true
        _ = try await update(id, change)
    }

    /// Brings a file back from Drive's trash.
    func restore(_ id: String) async throws(DriveError) {
        var change = FileChange()
        change.trashed = false
        _ = try await update(id, change)
    }

    /// Creates a file without content, or returns the one that an earlier attempt created with this id.
    func making(_ file: FileChange) async throws(UploadError) -> DriveFile {
        try await translatingDriveErrors { () async throws(DriveError) in
            do throws(DriveError) {
                return try await create(file)
            } catch  where error.kind == .conflict {
                return try await self.file(file.id ?? "")
            }
        }
    }

    /// The file with an id; nil if it does not exist or this client may not see it.
    func fileIfThere(_ id: String) async throws(UploadError) -> DriveFile? {
        try await translatingDriveErrors { () async throws(DriveError) in
            do throws(DriveError) {
                return try await file(id)
            } catch  where error.kind == .notFound {
                return nil
            }
        }
    }
}
