package import PhotoModel
package import PhotoPipeline

/// The live services by destination.
package enum UploadServices {
    /// The service that sends to a destination.
    ///
    /// - Parameters:
    ///   - spec: the destination.
    ///   - clock: the time.
    /// - Returns: the service; nothing is opened yet.
    /// - Throws: `unavailable` for a kind of destination that this version does not send to.
    package static func service(for spec: DestinationSpec, clock: any Clock) throws(UploadError) -> any UploadService {
        switch spec {
        case .folder(let path): FolderService(path, clock: clock)
        case .rclone, .drive: throw UploadError(.unavailable, "this version does not send to \(spec.text)")
        }
    }
}
