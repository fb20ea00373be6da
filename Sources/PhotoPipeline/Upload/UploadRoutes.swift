import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Determines which groups go to which destinations: `--to` takes all groups; otherwise a fence's own `to` takes its
/// photos, and each of the general destinations takes all others.
struct UploadRoutes {
    /// All destinations that groups may go to, each once: the general ones first, then those of fences; nil if there is
    /// none.
    let all: [Destination?]
    private let general: [Destination]
    private let ofFence: [String: Destination]
    /// Why there is no general destination: the error for a group that has no other.
    private let missing: PipelineError

    /// - Throws: for an invalid name, and where it is unclear which of several is meant.
    init(request: DestinationRequest, settings: UploadSettings, book: DestinationBook) throws(PipelineError) {
        let ofFence = request.to == nil ? try Self.destinations(of: settings, in: book, path: request.path) : [:]
        var general: [Destination] = []
        var missing = book.noStandard
        do {
            general = try request.general(book)
        } catch {
            guard !ofFence.isEmpty, request.to == nil, request.standard.isEmpty else { throw error }
            missing = error
        }
        var all: [Destination?] = general.isEmpty ? [nil] : general
        for (_, route) in ofFence.sorted(by: { $0.key < $1.key }) where !all.contains(route) { all.append(route) }
        (self.all, self.general, self.ofFence, self.missing) = (all, general, ofFence, missing)
    }

    /// Whether a group goes to one of ``all``.
    func leads(_ candidate: KnownGroup, to route: Destination?) -> Bool {
        if let own = candidate.fence.flatMap({ ofFence[$0] }) { return own == route }
        return general.isEmpty ? route == nil : route.map(general.contains) ?? false
    }

    /// The rows of the destinations, as far as the index knows them. Without a general one, any may be given.
    func rows(among known: [KnownDestination]) -> DestinationRows {
        DestinationRows(
            general: Set(general.isEmpty ? known.map(\.id) : general.compactMap(\.known?.id)),
            ofFence: ofFence.compactMapValues(\.known?.id))
    }

    /// The error for a group without a destination.
    func noDestination(for action: Action? = nil) -> PipelineError {
        var error = missing
        error.path = action?.members.first?.path
        return error
    }

    private static func destinations(
        of settings: UploadSettings, in book: DestinationBook, path: (String) -> FilePath
    ) throws(PipelineError) -> [String: Destination] {
        var destinations: [String: Destination] = [:]
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

/// Where the user wants uploads to go, by flag and configuration, and what to do about a place that is not a
/// destination yet.
package struct DestinationRequest: Sendable {
    /// `--to`, which overrides all others.
    package var to: String?
    /// `[upload] to`. Each of several gets every photo; empty if not set.
    package var standard: [String]
    /// The configuration's `[destinations]`.
    package var configured: [Destination]
    /// What to do about a folder that is not a destination yet.
    package var creation: DestinationCreation
    /// Makes the path of a folder absolute.
    package var path: @Sendable (String) -> FilePath

    package init(
        to: String?, standard: [String], configured: [Destination], creation: DestinationCreation,
        path: @escaping @Sendable (String) -> FilePath
    ) {
        self.to = to
        self.standard = standard
        self.configured = configured
        self.creation = creation
        self.path = path
    }

    /// The destinations of groups for which no fence sets one; empty if none is set.
    func general(_ book: DestinationBook) throws(PipelineError) -> [Destination] {
        if let to { return [try book.find(to, path: path)] }
        return try book.standard(list: standard, path: path)
    }
}

/// How uploads are made: the configuration's `[upload]`, and the fences' folders and destinations.
package struct UploadSettings: Sendable {
    /// The path pattern below a destination's top.
    package var template = FolderTemplate.standard
    /// The patterns of fences that have a `folder`, by the fence's name.
    package var templateOf: [String: FolderTemplate] = [:]
    /// The destinations of fences that have a `to`, by the fence's name.
    package var destinationOf: [String: FenceDestination] = [:]
    /// The name of the user who sends, for templates.
    package var user = ""
    /// The sidecar formats that are sent. Other sidecars are left where they are.
    package var sidecars: Set<SidecarFormat> = [.xmp, .aae, .companion]
    /// The least age of a file's last change.
    package var settle = Duration.seconds(60)
    /// How many groups are sent at the same time; at least 1.
    package var parallel = 4
    /// Whether photos go too whose verdict rests on an inferred position: what a person says each time.
    package var includesInferred = false

    /// The sidecar formats that are not sent.
    package var unsentSidecars: Set<SidecarFormat> { Set(SidecarFormat.allCases).subtracting(sidecars) }

    /// The default settings.
    package init() {}
}
