import PhotoIndex
package import PhotoModel
package import SystemPackage

/// What is known of a set-up before anything of it is looked at: what the front end could read of the user's files, and
/// why it could not read the rest.
package struct CheckSettings: Sendable {
    /// The index.
    package var index: FilePath
    /// The fences file.
    package var fences: FilePath
    /// The configuration file.
    package var configuration: FilePath
    /// How many keys it has; nil where there is no file; or why it cannot be used. What else stands here is the
    /// defaults then.
    package var keys: Result<Int?, PipelineError>
    /// By what photos are judged, or why that cannot be read.
    package var rules: Result<JudgingRules, PipelineError>
    /// The directories that `[scan] roots` names; absolute.
    package var roots: [FilePath]
    /// Where destinations are looked for.
    package var places: DestinationPlaces
    /// The configuration's `[purge]`.
    package var purge: PurgeSettings
    /// How Google is reached.
    package var google: GoogleSettings
    /// How long ago the last good run may be; nil where nobody asks.
    package var maxAge: Duration?

    package init(
        index: FilePath, fences: FilePath, configuration: FilePath, keys: Result<Int?, PipelineError>,
        rules: Result<JudgingRules, PipelineError>, roots: [FilePath], places: DestinationPlaces,
        purge: PurgeSettings, google: GoogleSettings, maxAge: Duration?
    ) {
        self.index = index
        self.fences = fences
        self.configuration = configuration
        self.keys = keys
        self.rules = rules
        self.roots = roots
        self.places = places
        self.purge = purge
        self.google = google
        self.maxAge = maxAge
    }
}

/// What the checks of one checkup share.
struct CheckContext: Sendable {
    let settings: CheckSettings
    let environment: Environment
    /// The index, opened for reading; why it cannot be.
    let index: Result<PhotoIndex, PipelineError>
    /// What it holds, at a glance; nil where it cannot be read.
    let status: LibraryStatus?

    init(_ settings: CheckSettings, _ environment: Environment) {
        self.settings = settings
        self.environment = environment
        let owner = environment.owner
        index = Result { () throws(PipelineError) in
            try translatingIndexErrors { try PhotoIndex.open(forReadingAt: settings.index, owner: owner) }
        }
        status = (try? index.get()).flatMap { try? Library(of: $0).status() }
    }

    /// The index; nil where there is none that can be read, which a check of its own tells.
    var readable: PhotoIndex? { try? index.get() }

    /// How long ago a moment was; zero for one that is to come.
    func age(of moment: Int64) -> Duration {
        .nanoseconds(max(0, environment.clock.now.subtractingReportingOverflow(moment).partialValue))
    }
}
