package import PhotoModel
package import PhotoPipeline

/// A copy is moved to a name of its own and removed from there once the library is seen to have kept its file. A remote
/// may be the library by another road (an alias, a directory that is served, a mount), and rclone gives no identity to
/// compare.
extension RcloneService: Retracting {
    package var retracting: (any Retracting)? { self }

    package func prepare(
        _ copies: [CopyLocation], _ way: RemovalWay, run: Int64, firstNumber: Int
    ) async -> [Result<TicketedRetraction, TrashError>] {
        copies.map { copy in
            if way == .trash { return .failure(TrashError(.refused, "a remote of rclone has no trash")) }
            do throws(UploadError) {
                _ = try place(of: copy.path)
                let named = try TicketedUpload(
                    for: PlannedCopy(target: copy.path, size: 0, modified: 0), random: random)
                return .success(TicketedRetraction(copy, ticket: named.ticket))
            } catch {
                return .failure(TrashError(.failed, error.detail))
            }
        }
    }

    package func takeBack(
        _ copy: TicketedRetraction, of receipt: Receipt, unless isLost: @escaping @Sendable () -> Bool
    ) async throws(UploadError) {
        try await checkMarker()
        let (target, parked) = try places(of: copy)
        // An earlier attempt may have moved it, whatever its answer was.
        if try await file(at: parked) == nil {
            try (try await look(at: target)).checkStill(receipt)
            try await rclone.moveFile(from: target, to: parked)
        }
        do throws(UploadError) {
            if isLost() { throw .libraryItself }
            try (try await look(at: parked)).checkStill(receipt)
        } catch {
            if error.kind != .missing { try await rclone.moveFile(from: parked, to: target) }
            throw error
        }
        try await rclone.deleteFile(parked)
    }

    package func putBack(_ copy: TicketedRetraction) async throws(UploadError) {
        let (target, parked) = try places(of: copy)
        guard try await file(at: parked) != nil, try await file(at: target) == nil else { return }
        try await rclone.moveFile(from: parked, to: target)
    }

    private func places(
        of copy: TicketedRetraction
    ) throws(UploadError) -> (target: RclonePlace, parked: RclonePlace) {
        let named = TicketedUpload(target: copy.copy, ticket: copy.ticket, modified: 0)
        return (try place(of: copy.copy.path), try part(of: named))
    }
}
