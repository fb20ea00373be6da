import ArgumentParser
import PhotoModel
import PhotoPipeline

/// Where the photos of a fence are uploaded.
struct SendingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Folder for the photos of this fence, below the top of the destination, such as "
                + "\"{fence}/{year}/{name}\".", valueName: "template"),
        transform: folderTemplate)
    var folder: FolderTemplate?

    @Option(
        help: ArgumentHelp(
            "Destination for the photos of this fence: a name, or a place such as folder:PATH.", valueName: "dest"),
        completion: Completions.destinations)
    var to: String?

    /// Whether any of these options was given.
    var isGiven: Bool { folder != nil || to != nil }

    /// The settings that the flags describe. A destination is stored by its name, or by its spec if it has none.
    ///
    /// - Throws: `Failure` (64) for an unknown destination.
    func sending(in session: Session) throws -> FenceSending {
        guard let to else { return FenceSending(folder: folder) }
        do {
            return FenceSending(folder: folder, to: try session.destination(to).name)
        } catch let error as PipelineError where error.kind == .unknown {
            throw Failure(.usage, what: "usage", message: "--to: \(error.message)", next: error.remedy?.command)
        }
    }
}
