package import PhotoModel
package import PhotoPipeline

extension FolderService {
    package func finish(_ sent: [SentUpload]) async -> [Result<StoredFile, UploadError>] {
        await forEach(of: sent) { top in FolderFinishing(self, top).finish(sent) }
    }
}
