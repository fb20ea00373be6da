package import PhotoModel
package import PhotoPipeline
import Synchronization
import SystemPackage

extension FakeUploadService: Retracting {
    package var retracting: (any Retracting)? { self }

    package func prepare(
        _ copies: [CopyLocation], _ way: RemovalWay, run: Int64, firstNumber: Int
    ) async -> [Result<TicketedRetraction, TrashError>] {
        let error = way == .trash ? state.withLock(\.trashError) : nil
        return copies.map { copy in
            error.map { .failure($0) } ?? .success(TicketedRetraction(copy, ticket: "fake"))
        }
    }

    package func takeBack(
        _ copy: TicketedRetraction, of receipt: Receipt, unless isLost: @escaping @Sendable () -> Bool
    ) async throws(UploadError) {
        let path = copy.copy.path
        try enter(.takeBack(path), .takeBack, path)
        let found = CopyPolicy.compare(state.withLock { $0.stored(at: path) }, with: RecordedContent(receipt))
        switch found {
        case .good: place(nil, at: path)
        case .notThere: throw UploadError(.missing, "is not at the destination")
        default: throw UploadError(.corrupted, "is not what was sent")
        }
    }

    package func putBack(_ copy: TicketedRetraction) async throws(UploadError) {
        if let failure = failure(of: .putBack, copy.copy.path) { throw failure.error }
    }
}
