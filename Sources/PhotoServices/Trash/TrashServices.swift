package import PhotoModel
package import PhotoPipeline

/// The live services for the ways to remove files.
package enum TrashServices {
    /// The service for a way.
    ///
    /// - Parameters:
    ///   - way: how files are removed.
    ///   - variables: the environment, which gives the home directory.
    ///   - clock: the time that dates trashed files.
    /// - Returns: the service; nothing is opened yet.
    package static func service(
        _ way: RemovalWay, variables: [String: String], clock: any Clock
    ) -> any TrashService {
        switch way {
        case .trash: FreeDesktopTrash(variables: variables, clock: clock)
        case .permanent: PermanentRemoval()
        }
    }
}
