import GoogleDrive
import PhotoModel
import PhotoPipeline
import SystemPackage

extension DriveService: CopyCatalogue {
    /// The number of contents or folders per query; keeps its address below 4 KiB.
    private static let mostContents = 20

    func find(_ contents: [RecordedContent]) async throws(UploadError) -> [CopyLocation?] {
        let top = try await checkedTop()
        let roads = DriveRoads(top: top.folder, client: client)
        var found: [String: CopyLocation] = [:]
        let digits = contents.map { $0.sha256.map(hexText) }
        var rest = Set(digits.compactMap(\.self)).sorted()[...]
        while !rest.isEmpty {
            let terms = rest.prefix(Self.mostContents).map { DriveNote.query(DriveNote.sha256, $0) }
            rest = rest.dropFirst(Self.mostContents)
            let files = try await client.all(
                "(\(terms.joined(separator: " or "))) and trashed = false", drive: spec.drive)
            for file in files where file.appProperties[DriveNote.destination] == top.marker.text {
                guard let sha256 = file.appProperties[DriveNote.sha256], found[sha256] == nil,
                    let parent = file.parents.first, try await roads.leadUp(from: parent)
                else { continue }
                found[sha256] = CopyLocation(try await path(of: file, below: top), id: file.id)
            }
        }
        return digits.map { $0.flatMap { found[$0] } }
    }

    func contents(of folder: CopyLocation) async throws(UploadError) -> [FolderFile] {
        let top = try await checkedTop()
        guard let id = folder.id else { return [] }
        var (contents, seen, rest): ([FolderFile], Set<String>, [String]) = ([], [id], [id])
        while !rest.isEmpty {
            let some = Array(rest.prefix(Self.mostContents))
            rest.removeFirst(some.count)
            for file in try await children(of: some) where file.id != top.markerFile {
                if file.isFolder {
                    if seen.insert(file.id).inserted { rest.append(file.id) }
                } else if let stored = try await stored(file) {
                    contents.append(FolderFile(id: file.id, sent: Self.sent(file, stored), stored: stored))
                }
            }
        }
        return contents
    }

    /// The folders directly in some folders.
    func folders(in parents: [String]) async throws(UploadError) -> [DriveFile] {
        var folders: [DriveFile] = []
        for some in stride(from: 0, to: parents.count, by: Self.mostContents) {
            folders += try await children(
                of: parents[some...].prefix(Self.mostContents),
                " and mimeType = \(queryText(DriveFile.folderType))")
        }
        return folders
    }

    private func children(
        of parents: some Sequence<String>, _ condition: String = ""
    ) async throws(UploadError) -> [DriveFile] {
        let terms = parents.map { "\(queryText($0)) in parents" }.joined(separator: " or ")
        return try await client.all("(\(terms))\(condition) and trashed = false", drive: spec.drive)
    }

    func page(after token: String?) async throws(UploadError) -> CataloguePage {
        let top = try await checkedTop()
        if token == nil { await folders.forgetPositions() }
        let query = "\(DriveNote.query(DriveNote.destination, top.marker.text)) and trashed = false"
        let page = try await translatingDriveErrors { () async throws(DriveError) in
            try await client.files(query, drive: spec.drive, page: token)
        }
        if page.isIncomplete { throw UploadError(.transient, "Drive's search was incomplete") }
        var (copies, unplaced): ([CataloguePage.Copy], [CataloguePage.Copy]) = ([], [])
        var unreadable: [CataloguePage.Unreadable] = []
        for file in page.files where !file.isFolder && file.id != top.markerFile && !file.isTrashed {
            let position = try await folders.position(of: file.parents.first, below: top.folder)
            if position == .outside { continue }
            let path = Self.path(of: file, at: position)
            let isPlaced = position != .hidden
            guard let stored = StoredFile(file), let sent = Self.sent(file, stored) else {
                unreadable.append(CataloguePage.Unreadable(path: path, isPlaced: isPlaced))
                continue
            }
            let copy = CataloguePage.Copy(
                location: CopyLocation(path, id: file.id), content: sent, stored: stored)
            if isPlaced { copies.append(copy) } else { unplaced.append(copy) }
        }
        return CataloguePage(copies: copies, unplaced: unplaced, unreadable: unreadable, next: page.next)
    }

    /// What was sent as a file, by its note; nil if it has none.
    private static func sent(_ file: DriveFile, _ stored: StoredFile) -> RecordedContent? {
        guard let text = file.appProperties[DriveNote.sha256], let sha256 = bytes(ofHexText: text), sha256.count == 32
        else { return nil }
        return RecordedContent(size: stored.size, sha256: sha256)
    }

    /// The path of a file relative to the root, by the names of its folders; only its name if it is not known to be
    /// there.
    private func path(of file: DriveFile, below top: DriveTop) async throws(UploadError) -> FilePath {
        Self.path(of: file, at: try await folders.position(of: file.parents.first, below: top.folder))
    }

    /// The path of a folder relative to the root; nil if it is not known to be there.
    func path(ofFolder id: String, below top: DriveTop) async throws(UploadError) -> FilePath? {
        guard case .inside(let names) = try await folders.position(of: id, below: top.folder) else { return nil }
        return Self.path(of: names)
    }

    /// The folders that a file is in, from the first one below the root; nil if it is not below the root, or in the
    /// trash.
    func folders(above file: String, below top: DriveTop) async throws(UploadError) -> [DriveFile]? {
        guard let file = try await client.fileIfThere(file), !file.isTrashed else { return nil }
        var (folders, next): ([DriveFile], String?) = ([], file.parents.first)
        while let id = next, id != top.folder, folders.count < DriveFolders.deepest {
            guard let folder = try await client.fileIfThere(id), !folder.isTrashed else { return nil }
            folders.append(folder)
            next = folder.parents.first
        }
        return next == top.folder ? folders.reversed() : nil
    }

    private static func path(of file: DriveFile, at position: DriveFolders.Position) -> FilePath {
        var folders: [String] = []
        if case .inside(let names) = position { folders = names }
        return path(of: folders + [file.name])
    }

    /// The names as a path, in the form of the targets of uploads: paths are compared by their bytes.
    static func path(of names: [String]) -> FilePath {
        names.reduce(into: FilePath()) { path, name in
            path.append(name == "." || name == ".." ? "_" : name.composed.replacing("/", with: "_"))
        }
    }
}
