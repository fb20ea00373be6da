import PhotoIndex
import PhotoModel
package import SystemPackage

/// Where a user wants uploads to go: flag, configuration, and what may be done about a place that is no destination yet.
package struct DestinationRequest: Sendable {
    /// `--to`: beats all others.
    package var to: String?
    /// `[upload] to`.
    package var standard: String?
    /// The configuration's `[destinations]`.
    package var configured: [ConfiguredDestination]
    /// What is done about a folder that is no destination yet.
    package var creation: DestinationCreation
    /// Makes the path of a folder absolute.
    package var path: @Sendable (String) -> FilePath

    package init(
        to: String?, standard: String?, configured: [ConfiguredDestination], creation: DestinationCreation,
        path: @escaping @Sendable (String) -> FilePath
    ) {
        self.to = to
        self.standard = standard
        self.configured = configured
        self.creation = creation
        self.path = path
    }

    /// Where groups go of which no fence says more; nil where nothing says it.
    func general(_ book: DestinationBook) throws(PipelineError) -> NamedSpec? {
        if let to { return try book.find(to, path: path) }
        return try book.standard(to: standard, path: path)
    }
}
