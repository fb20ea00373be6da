import PhotoIndex
import PhotoModel

extension OpenDestination {
    /// Records the present paths of the shared folders that somebody renamed or moved at the destination, by their ids:
    /// what is sent there now is seen by the same people. Asks nothing where no folder is shared.
    ///
    /// - Parameters:
    ///   - index: knows the shares.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `PipelineError` if the destination cannot be asked; `IndexError`.
    func noteMovedShares(in index: PhotoIndex, at now: Int64) async throws {
        guard let row = destination?.id, let sharing = service.sharing else { return }
        let shared = try index.sharedFolders(ofDestination: row, at: now)
        let ids = Set(shared.compactMap(\.id)).sorted()
        if ids.isEmpty { return }
        let paths = try await translatingServiceErrors(named) { () async throws(UploadError) in
            try await sharing.paths(ofFolders: ids)
        }
        for (id, path) in zip(ids, paths) {
            guard let path else { continue }
            let folder = CopyLocation(path, id: id)
            if !shared.contains(folder) { try index.noteShared(folder: folder, ofDestination: row) }
        }
    }
}
