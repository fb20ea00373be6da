import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Which group goes to which destinations: `--to` takes all; else a fence's own `to` its photos, and the general
/// destinations the others, each of them all.
struct UploadRoutes {
    /// Every destination that groups may go to, each once, the general one first, the others by fence; nil where there
    /// is none.
    let all: [NamedSpec?]
    private let general: [NamedSpec]
    private let ofFence: [String: NamedSpec]
    /// Why there is no general destination, which is an error for a group that has no other.
    private let missing: PipelineError

    /// - Throws: `PipelineError` for a name that is none, and where nothing says which of several is meant.
    init(request: DestinationRequest, settings: UploadSettings, book: DestinationBook) throws(PipelineError) {
        let ofFence = request.to == nil ? try Self.destinations(of: settings, in: book, path: request.path) : [:]
        var general: [NamedSpec] = []
        var missing = book.noStandard
        do {
            general = try request.general(book)
        } catch {
            guard !ofFence.isEmpty, request.to == nil, request.standard.isEmpty else { throw error }
            missing = error
        }
        var all: [NamedSpec?] = general.isEmpty ? [nil] : general
        for (_, route) in ofFence.sorted(by: { $0.key < $1.key }) where !all.contains(route) { all.append(route) }
        (self.all, self.general, self.ofFence, self.missing) = (all, general, ofFence, missing)
    }

    /// Whether a group goes to one of ``all``.
    func leads(_ candidate: UploadCandidate, to route: NamedSpec?) -> Bool {
        if let own = candidate.fence.flatMap({ ofFence[$0] }) { return own == route }
        return general.isEmpty ? route == nil : route.map(general.contains) ?? false
    }

    /// The refusal of a group that nobody said where to send.
    func noDestination(for action: Action? = nil) -> PipelineError {
        var error = missing
        error.path = action?.members.first?.path
        return error
    }

    private static func destinations(
        of settings: UploadSettings, in book: DestinationBook, path: (String) -> FilePath
    ) throws(PipelineError) -> [String: NamedSpec] {
        var destinations: [String: NamedSpec] = [:]
        for (fence, written) in settings.destinationOf {
            do {
                destinations[fence] = try book.find(written.text, path: path)
            } catch {
                throw PipelineError(
                    .fences, "\"to\": \(error.message)", path: written.path, line: written.line, remedy: error.remedy)
            }
        }
        return destinations
    }
}

/// Where a user wants uploads to go: flag, configuration, and what may be done about a place that is no destination
/// yet.
package struct DestinationRequest: Sendable {
    /// `--to`: beats all others.
    package var to: String?
    /// `[upload] to`: of several each gets every photo; empty where nothing is said.
    package var standard: [String]
    /// The configuration's `[destinations]`.
    package var configured: [ConfiguredDestination]
    /// What is done about a folder that is no destination yet.
    package var creation: DestinationCreation
    /// Makes the path of a folder absolute.
    package var path: @Sendable (String) -> FilePath

    package init(
        to: String?, standard: [String], configured: [ConfiguredDestination], creation: DestinationCreation,
        path: @escaping @Sendable (String) -> FilePath
    ) {
        self.to = to
        self.standard = standard
        self.configured = configured
        self.creation = creation
        self.path = path
    }

    /// Where groups go of which no fence says more; none where nothing says it.
    func general(_ book: DestinationBook) throws(PipelineError) -> [NamedSpec] {
        if let to { return [try book.find(to, path: path)] }
        return try book.standard(list: standard, path: path)
    }
}

/// How uploads are made: the configuration's `[upload]`, and the fences' own folders.
package struct UploadSettings: Sendable {
    /// Where files go below a destination's top.
    package var template = FolderTemplate.standard
    /// Where they go instead for a fence that has a `folder` of its own, by its name.
    package var templateOf: [String: FolderTemplate] = [:]
    /// Where the photos of a fence go that has a `to` of its own, by its name.
    package var destinationOf: [String: FenceDestination] = [:]
    /// The sidecars that are sent. Those of other formats stay where they are.
    package var sidecars: Set<SidecarFormat> = [.xmp, .aae]
    /// How long ago a file must have been changed for the last time.
    package var settle = Duration.seconds(60)
    /// How many groups are sent at the same time; at least 1.
    package var parallel = 4
    /// Whether photos go too whose verdict rests on an inferred position: what a person says each time.
    package var includesInferred = false

    /// The sidecars that are not sent.
    package var unsentSidecars: Set<SidecarFormat> { Set(SidecarFormat.allCases).subtracting(sidecars) }

    /// The settings of a configuration that says nothing.
    package init() {}
}
