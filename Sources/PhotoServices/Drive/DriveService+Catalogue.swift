import GoogleDrive
import PhotoModel
import PhotoPipeline
import SystemPackage

extension DriveService: CopyCatalogue {
    /// The number of contents per query; keeps its address below 4 KiB.
    private static let mostContents = 20

    func find(_ contents: [RecordedContent]) async throws(UploadError) -> [CopyLocation?] {
        let top = try await checkedTop()
        let roads = DriveFoldersBelowRoot(top: top.folder, client: client)
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

    func page(after token: String?) async throws(UploadError) -> CataloguePage {
        let top = try await checkedTop()
        if token == nil { await folders.forgetPositions() }
        let query = "\(DriveNote.query(DriveNote.destination, top.marker.text)) and trashed = false"
        let page = try await translatingDriveErrors { () async throws(DriveError) in
            try await client.files(query, drive: spec.drive, page: token)
        }
        if page.isIncomplete { throw UploadError(.transient, "Drive's search was incomplete") }
        var (copies, unreadable): ([CataloguePage.Copy], [FilePath]) = ([], [])
        for file in page.files where !file.isFolder && file.id != top.markerFile && !file.isTrashed {
            let position = try await folders.position(of: file.parents.first, below: top.folder)
            if position == .elsewhere { continue }
            let path = Self.path(of: file, at: position)
            guard let stored = StoredFile(file), let sent = Self.sent(file, stored) else {
                unreadable.append(path)
                continue
            }
            copies.append(
                CataloguePage.Copy(location: CopyLocation(path, id: file.id), content: sent, stored: stored))
        }
        return CataloguePage(copies: copies, unreadable: unreadable, next: page.next)
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
