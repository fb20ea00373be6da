package import PhotoModel
package import PhotoPipeline

/// The live services by destination.
package enum UploadServices {
    /// The service that sends to a destination.
    ///
    /// - Parameters:
    ///   - spec: the destination.
    ///   - clock: the time.
    ///   - random: gives 64 random bits.
    /// - Returns: the service; nothing is opened yet.
    /// - Throws: `unavailable` for a kind of destination that this version does not send to.
    package static func service(
        for spec: DestinationSpec, clock: any Clock, random: @escaping @Sendable () -> UInt64
    ) throws(UploadError) -> any UploadService {
        switch spec {
        case .folder(let path): FolderService(path, clock: clock, random: random)
        case .rclone, .drive: throw UploadError(.unavailable, "this version does not send to \(spec.text)")
        }
    }
}
