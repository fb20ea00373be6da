package import PhotoModel
package import PhotoPipeline
import Synchronization
import SystemPackage

extension FakeUploadService: Retracting {
    package var retracting: (any Retracting)? { self }

    /// What becomes of copies that are taken back; into its trash by default.
    package func setFate(_ fate: TicketedRetraction.Fate) { state.withLock { $0.fate = fate } }

    package func prepare(
        _ copies: [CopyLocation], run: Int64, firstNumber: Int
    ) async -> [Result<TicketedRetraction, UploadError>] {
        let fate = state.withLock(\.fate)
        return copies.map { .success(TicketedRetraction($0, ticket: "fake", fate: fate)) }
    }

    package func takeBack(_ copy: TicketedRetraction, of receipt: Receipt) async throws(UploadError) {
        let path = copy.copy.path
        try enter(.takeBack(path), .takeBack, path)
        let found = CopyPolicy.compare(state.withLock { $0.stored(at: path) }, with: RecordedContent(receipt))
        switch found {
        case .good: place(nil, at: path)
        case .notThere: throw UploadError(.missing, "is not at the destination")
        default: throw UploadError(.corrupted, "is not what was sent")
        }
    }

    package func putBack(_ copy: TicketedRetraction) async throws(UploadError) {}
}
