import PhotoModel
package import PhotoPipeline
import Synchronization
package import SystemPackage

extension FakeUploadService {
    /// Lets it keep albums from now on, as Google Drive does.
    package func keepAlbums() { state.withLock { $0.albums = $0.albums ?? [:] } }

    package var albums: (any AlbumKeeping)? { state.withLock(\.albums) == nil ? nil : FakeAlbums(service: self) }

    /// Puts the folder of an album into the trash, as a person may by hand, or brings it back.
    package func trashAlbum(_ folder: FilePath, _ isTrashed: Bool = true) {
        state.withLock { state in
            if isTrashed { state.trashedAlbums.insert(folder) } else { state.trashedAlbums.remove(folder) }
        }
    }

    /// The paths of the folders of albums, whatever is in them.
    package var albumFolders: [String] { state.withLock { ($0.albums ?? [:]).keys.map(\.path.string).sorted() } }

    /// The paths of what is in albums, and its bytes.
    package var albumCopies: [String: [UInt8]] {
        state.withLock { state in
            let all = (state.albums ?? [:]).values.flatMap(\.self).map { ($0.key.path.string, $0.value) }
            return Dictionary(all) { first, _ in first }
        }
    }

    /// Puts something into an album in place of what has the path, or removes that.
    package func setAlbumCopy(_ bytes: [UInt8]?, at path: FilePath) {
        state.withLock { state in
            for folder in (state.albums ?? [:]).keys where path.starts(with: folder.path) {
                let copy = state.albums?[folder]?.keys.first { $0.path == path } ?? CopyLocation(path, id: "foreign")
                state.albums?[folder]?[copy] = bytes
            }
        }
    }
}

/// The albums of a destination in memory, which gives each folder and copy an id.
private struct FakeAlbums: AlbumKeeping {
    let service: FakeUploadService

    var hasTrash: Bool { true }

    func locate(_ targets: [FilePath]) async throws(UploadError) -> [CopyLocation] {
        service.state.withLock { state in
            targets.map { target in
                state.tickets += 1
                return CopyLocation(target, id: "album-\(state.tickets)")
            }
        }
    }

    func make(_ folder: CopyLocation, isShared: Bool) async throws(UploadError) {
        let (isSeen, isTrashed) = service.state.withLock { state in
            if state.albums?[folder] == nil { state.albums?[folder] = [:] }
            return (state.showsAlbums, state.trashedAlbums.contains(folder.path))
        }
        if isTrashed { throw UploadError(.missing, "is in the trash") }
        if isSeen, !isShared { throw UploadError(.refused, "can be seen by others") }
    }

    func copy(
        _ copies: [CopyForAlbum], into folder: CopyLocation,
        unless isUnwanted: @escaping @Sendable (CopyLocation) -> Bool,
        announcing announce: @escaping @Sendable (CopyLocation) throws(UploadError) -> Void
    ) async -> [Result<Void, UploadError>] {
        var answers: [Result<Void, UploadError>] = []
        for copy in copies {
            if isUnwanted(copy.target) {
                answers.append(.failure(.objected))
                continue
            }
            if let failure = service.failure(of: .copy, copy.target.path) {
                answers.append(.failure(failure.error))
                continue
            }
            await service.held(.copy, copy.target.path)?.pass()
            let bytes =
                switch copy.source {
                case .upload(let target): service.bytes(at: target.path)
                case .file(let source): try? FakeUploadService.bytes(of: source)
                }
            service.state.withLock { $0.albums?[folder]?[copy.target] = bytes }
            answers.append(bytes == nil ? .failure(UploadError(.missing, "is not there")) : .success(()))
        }
        return answers
    }

    func inspect(_ copies: [CopyLocation], in folder: CopyLocation) async -> [Result<StoredFile?, UploadError>] {
        service.state.withLock { state in
            let there = state.trashedAlbums.contains(folder.path) ? nil : state.albums?[folder]
            return copies.map { copy in .success(there?[copy].map { StoredFile(of: $0) }) }
        }
    }

    func others(in folder: CopyLocation, besides copies: [CopyLocation]) async throws(UploadError) -> [String] {
        service.state.withLock { state in
            (state.albums?[folder] ?? [:]).keys.filter { !copies.contains($0) }
                .compactMap { $0.path.lastComponent?.string }
        }
    }

    func takeOut(
        _ copy: CopyLocation, of folder: CopyLocation, having content: RecordedContent, at stage: AlbumCopyStage,
        orChanged: Bool
    ) async throws(UploadError) {
        try service.enter(.takeOut(copy), .takeOut, copy.path)
        let isOther = service.state.withLock { state in
            guard let bytes = state.albums?[folder]?[copy] else { return false }
            if !orChanged {
                guard case .good = CopyPolicy.compare(StoredFile(of: bytes), with: content) else { return true }
            }
            state.albums?[folder]?[copy] = nil
            return false
        }
        if isOther { throw UploadError(.corrupted, "has other bytes") }
    }

    func latePlaces(of copy: CopyLocation) -> [FilePath] {
        guard service.storesLate, let id = copy.id else { return [] }
        return [FilePath("\(AlbumFolder.name)/\(OwnName.prefix)\(id).part"), copy.path]
    }

    func discard(_ place: FilePath, having content: RecordedContent) async throws(UploadError) {
        guard let bytes = service.bytes(at: place) else { return }
        guard case .good = CopyPolicy.compare(StoredFile(of: bytes), with: content) else {
            throw UploadError(.corrupted, "has other bytes")
        }
        service.place(nil, at: place)
    }

    func remove(_ folder: CopyLocation) async throws(UploadError) -> [String]? {
        service.state.withLock { state in
            guard let copies = state.albums?[folder] else { return nil }
            if state.trashedAlbums.remove(folder.path) != nil {
                state.albums?[folder] = nil
                return nil
            }
            let left = copies.keys.compactMap { $0.path.lastComponent?.string }
            if left.isEmpty { state.albums?[folder] = nil }
            return left
        }
    }
}
