package import PhotoModel
package import PhotoPipeline

/// The live services by destination.
package enum UploadServices {
    /// The service that sends to a destination.
    ///
    /// - Throws: `unavailable` for a kind of destination that this version does not send to.
    package static func service(for spec: DestinationSpec) throws(UploadError) -> any UploadService {
        switch spec {
        case .folder(let path): FolderService(path)
        case .rclone, .drive: throw UploadError(.unavailable, "this version does not send to \(spec.text)")
        }
    }
}
