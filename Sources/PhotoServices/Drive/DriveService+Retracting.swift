import GoogleDrive
import PhotoModel
import PhotoPipeline

/// Copies go into Drive's trash, from which they can be restored for 30 days.
extension DriveService: Retracting {
    private static let ticket = "drive"

    var retracting: (any Retracting)? { self }

    func prepare(
        _ copies: [CopyLocation], _ way: RemovalWay, run: Int64, firstNumber: Int
    ) async -> [Result<TicketedRetraction, TrashError>] {
        copies.map { copy in
            switch way {
            case .trash: .success(TicketedRetraction(copy, ticket: Self.ticket))
            case .permanent:
                .failure(TrashError(.failed, "what is taken back from Google Drive always goes into its trash"))
            }
        }
    }

    func takeBack(
        _ copy: TicketedRetraction, of receipt: Receipt, unless isLost: @escaping @Sendable () -> Bool
    ) async throws(UploadError) {
        let top = try await checkedTop()
        guard
            let file = try await file(at: copy.copy, below: top, DriveFoldersBelowRoot(top: top.folder, client: client))
        else {
            throw UploadError(.missing, "is not at the destination")
        }
        try (try await stored(file)).checkStill(receipt)
        try await trash(file.id)
        if isLost() {
            try await translatingDriveErrors { () async throws(DriveError) in try await client.restore(file.id) }
            throw .libraryItself
        }
    }

    func putBack(_ copy: TicketedRetraction) async throws(UploadError) {}
}
