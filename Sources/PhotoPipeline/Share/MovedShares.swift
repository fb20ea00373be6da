import PhotoIndex
import PhotoModel

extension OpenDestination {
    /// Records the present paths of the shared folders that somebody renamed or moved at the destination, by their ids:
    /// what is sent there now is seen by the same people. Asks nothing where no folder is shared.
    ///
    /// - Parameters:
    ///   - index: knows the shares.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the shared folders that are there, by their present paths.
    /// - Throws: `PipelineError` if the destination cannot be asked; `IndexError`.
    func noteMovedShares(in index: PhotoIndex, at now: Int64) async throws -> [CopyLocation] {
        guard let row = destination?.id, let sharing = service.sharing else { return [] }
        let shared = try index.sharedFolders(ofDestination: row, at: now)
        let ids = Set(shared.compactMap(\.id)).sorted()
        if ids.isEmpty { return [] }
        let paths = try await translatingServiceErrors(named) { () async throws(UploadError) in
            try await sharing.paths(ofFolders: ids)
        }
        let folders = zip(ids, paths).compactMap { id, path in path.map { CopyLocation($0, id: id) } }
        for folder in folders {
            if !shared.contains(folder) { try index.noteShared(folder: folder, ofDestination: row) }
        }
        return folders
    }

    /// Looks into shared folders, and keeps what is found with the shares: copies may have come into them by a path
    /// that the index does not know, or by another machine. Each is listed once. What cannot be listed prevents
    /// nothing.
    ///
    /// - Parameters:
    ///   - folders: the folders, with their ids and present paths.
    ///   - index: knows the shares.
    ///   - environment: the world.
    /// - Returns: why a folder cannot be looked into; nil if all could be.
    /// - Throws: `IndexError`.
    func lookInto(
        _ folders: [CopyLocation], in index: PhotoIndex, _ environment: Environment
    ) async throws -> PipelineError? {
        guard let row = destination?.id, !folders.isEmpty, service.catalogue != nil else { return nil }
        var look = try FolderLook(index, self, row: row, interruption: environment.interruption)
        var failure: PipelineError?
        for folder in folders {
            do {
                let known = try index.findings(inSharedFolder: folder.id ?? "", ofDestination: row)
                let found = try await look.more(in: folder, besides: known)
                try index.note(found, in: folder, ofDestination: row, at: environment.clock.now)
            } catch let error as PipelineError {
                if error.kind == .interrupted { return nil }
                failure = failure ?? error
            }
        }
        return failure
    }
}
