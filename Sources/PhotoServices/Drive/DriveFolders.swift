import GoogleDrive
import PhotoModel
import PhotoPipeline

/// The folders below the top of a destination, and what lies in them, as far as one run has asked for it. Each is asked
/// for once, and made once, however many uploads want it at the same time.
actor DriveFolders {
    /// What became of a question.
    private typealias Answer<Value: Sendable> = Task<Result<Value, UploadError>, Never>

    /// A folder, by the one that it lies in and its name.
    private struct Place: Hashable {
        let parent: String
        let name: String
    }

    private let client: DriveClient
    private let drive: String?
    private let fresh: DriveIDs
    private var listings: [String: Answer<[DriveFile]>] = [:]
    private var folders: [Place: Answer<String>] = [:]
    /// The ids of folders that are to be made: one that nobody knows to be made or not is asked for by the same again.
    private var ids: [Place: String] = [:]
    /// What came to lie in folders since they were listed.
    private var added: [String: [String: Int64]] = [:]
    /// The names that lead to folders from the top.
    private var paths: [String: [String]] = [:]

    /// - Parameters:
    ///   - client: what calls.
    ///   - drive: the shared drive; nil for My Drive.
    ///   - ids: gives ids.
    init(_ client: DriveClient, drive: String?, ids: DriveIDs) {
        (self.client, self.drive, fresh) = (client, drive, ids)
    }

    /// The folder at the end of some names.
    ///
    /// - Parameters:
    ///   - names: from the top.
    ///   - top: the top's id.
    /// - Returns: its id; nil where one is not there.
    /// - Throws: what keeps Drive from telling.
    func folder(_ names: [String], below top: String) async throws(UploadError) -> String? {
        var parent = top
        for name in names {
            if let made = folders[Place(parent: parent, name: name)] {
                parent = try await made.value.get()
                continue
            }
            guard let child = Self.folder(name, in: try await listing(of: parent)) else { return nil }
            parent = child.id
        }
        return parent
    }

    /// The folder at the end of some names; those that are not there are made.
    ///
    /// - Parameters:
    ///   - names: from the top.
    ///   - top: the top's id.
    ///   - notes: what is noted beside folders that are made.
    /// - Returns: its id.
    /// - Throws: what keeps Drive from making one.
    func makeFolder(
        _ names: [String], below top: String, notes: [String: String]
    ) async throws(UploadError) -> String {
        var parent = top
        for name in names { parent = try await child(Place(parent: parent, name: name), notes) }
        return parent
    }

    /// The size of what has a name in a folder; 0 for what has no bytes, nil where nothing has the name.
    func size(of name: String, in folder: String) async throws(UploadError) -> Int64? {
        if let size = added[folder]?[name] { return size }
        return try await listing(of: folder).first { $0.name == name }.map { $0.size ?? 0 }
    }

    /// The names that lead to a folder from the top; nil where it does not lie below it.
    func names(of folder: String, below top: String, depth: Int = 0) async throws(UploadError) -> [String]? {
        if folder == top { return [] }
        if let known = paths[folder] { return known }
        // No folder lies deeper in Drive; what does lies in itself.
        guard depth < 100, let file = try await client.fileIfThere(folder), !file.isTrashed,
            let parent = file.parents.first,
            let above = try await names(of: parent, below: top, depth: depth + 1)
        else { return nil }
        paths[folder] = above + [file.name]
        return paths[folder]
    }

    /// Notes that a file was given a name.
    func note(_ name: String, size: Int64, in folder: String) {
        added[folder, default: [:]][name] = size
    }

    /// The folder of a name among files. Of several the oldest, and of several of one age the one whose id comes first:
    /// so all who look find the same.
    static func folder(_ name: String, in files: [DriveFile]) -> DriveFile? {
        files.filter { $0.isFolder && $0.name == name }.min {
            ($0.createdTime ?? "", $0.id) < ($1.createdTime ?? "", $1.id)
        }
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

    private func child(_ place: Place, _ notes: [String: String]) async throws(UploadError) -> String {
        if let there = Self.folder(place.name, in: try await listing(of: place.parent)) { return there.id }
        let task = folders[place] ?? make(place, notes)
        folders[place] = task
        let result = await task.value
        if case .failure = result { folders[place] = nil }
        return try result.get()
    }

    private func make(_ place: Place, _ notes: [String: String]) -> Answer<String> {
        Task { await Result { () async throws(UploadError) in try await self.made(place, notes) } }
    }

    /// Makes a folder, and looks whether another machine was quicker.
    private func made(_ place: Place, _ notes: [String: String]) async throws(UploadError) -> String {
        let (client, drive) = (client, drive)
        let id: String
        if let known = ids[place] {
            id = known
        } else {
            id = try await fresh.take()[0]
            ids[place] = id
        }
        var file = FileChange()
        (file.id, file.name, file.parents) = (id, place.name, [place.parent])
        (file.mimeType, file.appProperties) = (DriveFile.folderType, notes)
        let folder = try await client.making(file)
        let others = try await client.folders(place.name, in: place.parent, drive: drive)
        guard let chosen = Self.folder(place.name, in: others + [folder]) else { return id }
        // What was made a moment ago has nothing in it.
        if chosen.id == id { listings[id] = Task { .success([]) } }
        return chosen.id
    }
}

extension DriveClient {
    /// All files that a query finds.
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
                hasMore = try pages.turn(to: answer.next)
            }
            return files
        }
    }

    /// The folders of a name in a folder, but for those in the trash.
    func folders(_ name: String, in parent: String, drive: String?) async throws(UploadError) -> [DriveFile] {
        try await all(
            "\(queryText(parent)) in parents and name = \(queryText(name)) and mimeType = "
                + "\(queryText(DriveFile.folderType)) and trashed = false", drive: drive)
    }

    /// Puts a file into Drive's trash.
    func trash(_ id: String) async throws(DriveError) {
        var change = FileChange()
        change.trashed = true
        _ = try await update(id, change)
    }

    /// Makes a file without bytes by its id, or finds that an earlier try has made it.
    func making(_ file: FileChange) async throws(UploadError) -> DriveFile {
        try await translatingDriveErrors { () async throws(DriveError) in
            do throws(DriveError) {
                return try await create(file)
            } catch  where error.kind == .conflict {
                return try await self.file(file.id ?? "")
            }
        }
    }

    /// The file of an id; nil where there is none, or this client may not see it.
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
