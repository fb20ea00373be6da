package import PhotoModel
package import PhotoPipeline

/// Rclone deletes files in the remote's own way, which is a trash for some. It does not say which.
extension RcloneService: Retracting {
    private static let ticket = "rclone"

    package var retracting: (any Retracting)? { self }

    package func prepare(
        _ copies: [CopyLocation], run: Int64, firstNumber: Int
    ) async -> [Result<TicketedRetraction, UploadError>] {
        copies.map { .success(TicketedRetraction($0, ticket: Self.ticket, fate: .remote)) }
    }

    package func takeBack(_ copy: TicketedRetraction, of receipt: Receipt) async throws(UploadError) {
        try await checkMarker()
        let place = try place(of: copy.copy.path)
        try (try await look(at: place)).checkStill(receipt)
        try await rclone.deleteFile(place)
    }

    package func putBack(_ copy: TicketedRetraction) async throws(UploadError) {}
}

extension StoredFile? {
    /// Checks that a copy still has the bytes of its receipt.
    ///
    /// - Throws: `missing`, `corrupted`.
    func checkStill(_ receipt: Receipt) throws(UploadError) {
        switch CopyPolicy.compare(self, with: RecordedContent(receipt)) {
        case .good: return
        case .notThere: throw UploadError(.missing, "is not at the destination")
        default: throw UploadError(.corrupted, "is not known to be what was sent")
        }
    }
}
