package import PhotoModel
package import PhotoPipeline

/// The live services by the way that files leave the library.
package enum TrashServices {
    /// The service of a way.
    ///
    /// - Parameters:
    ///   - way: how files go.
    ///   - variables: the environment, which says where the home is.
    ///   - clock: the time by which trashed files are dated.
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
