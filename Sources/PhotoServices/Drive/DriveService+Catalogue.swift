import GoogleDrive
import PhotoModel
import PhotoPipeline
import SystemPackage

extension DriveService: CopyCatalogue {
    /// The number of contents per query; keeps its address below 4 KiB.
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

    func page(after token: String?) async throws(UploadError) -> CataloguePage {
        let top = try await checkedTop()
        if token == nil { await folders.forgetPositions() }
        let query = "\(DriveNote.query(DriveNote.destination, top.marker.text)) and trashed = false"
        let page = try await translatingDriveErrors { () async throws(DriveError) in
            try await client.files(query, drive: spec.drive, page: token)
        }
        if page.isIncomplete { throw UploadError(.transient, "Drive's search was incomplete") }
        var copies: [CataloguePage.Copy] = []
        var unplaced: [RecordedContent] = []
        var unreadable = 0
        for file in page.files where !file.isFolder && file.id != top.markerFile && !file.isTrashed {
            guard let text = file.appProperties[DriveNote.sha256], let sha256 = bytes(ofHexText: text),
                sha256.count == 32,
                let stored = StoredFile(file)
            else {
                unreadable += 1
                continue
            }
            let content = RecordedContent(size: stored.size, sha256: sha256)
            switch try await folders.position(of: file.parents.first, below: top.folder) {
            case .inside(let names):
                let location = CopyLocation(Self.path(of: file, in: names), id: file.id)
                copies.append(CataloguePage.Copy(location: location, content: content, stored: stored))
            case .hidden: unplaced.append(content)
            case .outside: break
            }
        }
        return CataloguePage(copies: copies, unplaced: unplaced, unreadable: unreadable, next: page.next)
    }

    /// The path of a file relative to the root, by the names of its folders.
    private func path(of file: DriveFile, below top: DriveTop) async throws(UploadError) -> FilePath {
        switch try await folders.position(of: file.parents.first, below: top.folder) {
        case .inside(let names): Self.path(of: file, in: names)
        case .outside, .hidden: FilePath(file.name)
        }
    }

    private static func path(of file: DriveFile, in folders: [String]) -> FilePath {
        (folders + [file.name]).reduce(into: FilePath()) { path, name in
            path.append(name == "." || name == ".." ? "_" : name.replacing("/", with: "_"))
        }
    }
}
