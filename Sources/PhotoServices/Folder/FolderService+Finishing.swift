package import PhotoPipeline

extension FolderService {
    package func finish(_ sent: [SentUpload]) async -> [Result<StoredFile, UploadError>] {
        do throws(UploadError) {
            return try await onThread { () throws(UploadError) in
                FolderFinishing(self, try open()).finish(sent)
            }
        } catch {
            return sent.map { _ in .failure(error) }
        }
    }
}
