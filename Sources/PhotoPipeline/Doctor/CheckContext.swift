import PhotoIndex
package import PhotoModel
package import SystemPackage

/// What is known of a setup before it is checked: what the front end could read of the user's files, and why it could
/// not read the rest.
package struct CheckSettings: Sendable {
    package var index: FilePath
    package var fences: FilePath
    package var configuration: FilePath
    /// The number of the configuration's keys; nil if there is no file; or why it cannot be used. The other members are
    /// defaults then.
    package var keys: Result<Int?, PipelineError>
    /// The rules of judging, or why they cannot be read.
    package var rules: Result<JudgingRules, PipelineError>
    /// The directories that `[scan] roots` names; absolute.
    package var roots: [FilePath]
    /// Where destinations are looked up.
    package var places: DestinationPlaces
    /// How an upload without flags chooses among them; nil where the configuration or the fences cannot be read.
    package var uploads: (request: DestinationRequest, settings: UploadSettings)?
    /// The configuration's `[purge]`.
    package var purge: PurgeSettings
    /// The programs that `[notify]` names by their paths, with their keys.
    package var notifiers: [(key: String, program: FilePath)]
    /// The greatest age of the last successful run; nil for no limit.
    package var maxAge: Duration?

    package init(
        index: FilePath, fences: FilePath, configuration: FilePath, keys: Result<Int?, PipelineError>,
        rules: Result<JudgingRules, PipelineError>, roots: [FilePath], places: DestinationPlaces,
        uploads: (request: DestinationRequest, settings: UploadSettings)?, purge: PurgeSettings,
        notifiers: [(key: String, program: FilePath)], maxAge: Duration?
    ) {
        self.index = index
        self.fences = fences
        self.configuration = configuration
        self.keys = keys
        self.rules = rules
        self.roots = roots
        self.places = places
        self.uploads = uploads
        self.purge = purge
        self.notifiers = notifiers
        self.maxAge = maxAge
    }
}

/// What the checks of one checkup share.
struct CheckContext: Sendable {
    let settings: CheckSettings
    let environment: Environment
    /// The index, opened for reading; or why it cannot be.
    let index: Result<PhotoIndex, IndexError>
    /// A summary of its contents; nil if it cannot be read.
    let status: LibraryStatus?

    init(_ settings: CheckSettings, _ environment: Environment) {
        self.settings = settings
        self.environment = environment
        let owner = environment.owner
        index = Result { () throws(IndexError) in try PhotoIndex.open(forReadingAt: settings.index, owner: owner) }
        let uploads = settings.uploads?.settings ?? UploadSettings()
        status = (try? index.get()).flatMap { try? Library(of: $0).status(by: uploads) }
    }

    /// The index; nil if it cannot be read, which a check of its own reports.
    var readable: PhotoIndex? { try? index.get() }

    /// Whether there is an index, but it cannot be read: what only it knows is unknown.
    var hasUnreadableIndex: Bool {
        switch index {
        case .success, .failure(.missing): false
        case .failure: true
        }
    }

    /// The time since a moment; zero for a moment in the future.
    func age(of moment: Int64) -> Duration {
        max(.zero, .nanoseconds(environment.clock.now) - .nanoseconds(moment))
    }
}
