import PhotoPipeline
import SystemPackage
import WorkphotosTestSupport

extension FolderWorld {
    /// Sends a file of one byte, with the error as the service has it.
    func sendOne(to target: FilePath) async throws(UploadError) -> SentUpload {
        try? library.write("one.jpg", [1])
        let source = try UploadSource(library.path("one.jpg"), interruption: TestInterruption())
        let upload = TicketedUpload(target: target, ticket: try await service.prepare(target), modified: 0)
        return try await service.send(source, as: upload, from: 0) { _ in }
    }
}
