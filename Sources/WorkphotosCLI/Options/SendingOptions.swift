import ArgumentParser
import PhotoModel
import PhotoPipeline

/// Where the photos of a fence go.
struct SendingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Folder for the photos of this fence, below the top of the destination, such as "
                + "\"{fence}/{year}/{name}\".", valueName: "template"),
        transform: folderTemplate)
    var folder: FolderTemplate?

    @Option(
        help: ArgumentHelp("Destination for the photos of this fence: a name, or folder:PATH.", valueName: "dest"),
        completion: Completions.destinations)
    var to: String?

    /// Whether one of them was given.
    var isGiven: Bool { folder != nil || to != nil }

    /// What these flags come to, a destination by its name, or where it is if it has none.
    ///
    /// - Throws: `Failure` (64) for a destination that there is not.
    func sending(in session: Session) throws -> FenceSending {
        guard let to else { return FenceSending(folder: folder) }
        do {
            return FenceSending(folder: folder, to: try session.destination(to).name)
        } catch let error as PipelineError where error.kind == .unknown {
            throw Failure(.usage, what: "usage", message: "--to: \(error.message)", next: error.remedy?.command)
        }
    }
}
