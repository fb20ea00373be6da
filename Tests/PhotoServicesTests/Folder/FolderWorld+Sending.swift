import PhotoPipeline
import SystemPackage
import WorkphotosTestSupport

extension FolderWorld {
    /// Sends a file of one byte, and throws the service's error.
    func sendOne(to target: FilePath) async throws(UploadError) -> SentUpload {
        try? library.write("one.jpg", [1])
        let source = try UploadSource(library.path("one.jpg"), interruption: TestInterruption())
        let upload = try await ticket(for: target)
        return try await service.send(source, as: upload)
    }
}
