import PhotoIndex
import PhotoModel

extension OpenDestination {
    /// Finds the shared folders by their ids, and keeps with the shares what is in them: copies may have come into
    /// them by a path that the index does not know, or by another machine. Each is listed once, also one that was moved
    /// out of the destination. Asks nothing where no folder is shared, and prevents nothing where a folder cannot be
    /// listed.
    ///
    /// - Parameters:
    ///   - index: knows the shares.
    ///   - environment: the world.
    /// - Returns: why a folder could not be looked into; nil if all could be.
    /// - Throws: `IndexError`.
    func lookIntoShares(in index: PhotoIndex, _ environment: Environment) async throws -> PipelineError? {
        guard let row = destination?.id, service.catalogue != nil else { return nil }
        var failure: PipelineError?
        do {
            let folders = try await noteMovedShares(in: index)
            if folders.isEmpty { return nil }
            var look = try FolderLook(index, self, row: row, interruption: environment.interruption)
            for folder in folders {
                do {
                    let found = try await look.more(in: folder)
                    try index.note(found, in: folder, ofDestination: row, at: environment.clock.now)
                } catch let error as PipelineError where error.kind != .interrupted {
                    failure = failure ?? error
                }
            }
        } catch let error as PipelineError {
            return error.kind == .interrupted ? nil : error
        }
        return failure
    }

    /// Records the present paths of the shared folders that somebody renamed or moved at the destination, by their ids:
    /// what is sent there now is seen by the same people.
    ///
    /// - Returns: the shared folders by their present paths, or by a path before if they have none below the
    ///   destination's top any more.
    /// - Throws: `PipelineError` if the destination cannot be asked; `IndexError`.
    private func noteMovedShares(in index: PhotoIndex) async throws -> [CopyLocation] {
        guard let row = destination?.id, let sharing = service.sharing else { return [] }
        let shared = try index.sharedFolders(ofDestination: row)
        let ids = Set(shared.compactMap(\.id)).sorted()
        if ids.isEmpty { return [] }
        let paths = try await translatingServiceErrors(named) { () async throws(UploadError) in
            try await sharing.paths(ofFolders: ids)
        }
        return try zip(ids, paths).compactMap { id, path in
            guard let path else { return shared.first { $0.id == id } }
            let folder = CopyLocation(path, id: id)
            if !shared.contains(folder) { try index.noteShared(folder: folder, ofDestination: row) }
            return folder
        }
    }
}
