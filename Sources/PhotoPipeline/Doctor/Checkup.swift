import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Checks everything that an unattended run needs. Changes nothing, and takes the verdicts as they are in the index:
/// judging a million photos again would take longer than all checks together.
package struct Checkup {
    /// All checks, in the order in which they are reported: checks that others depend on come first.
    private static let checks: [any DoctorCheck] = [
        ConfigurationCheck(), FencesCheck(), IndexCheck(), IndexDiskCheck(), BackupCheck(), ClockCheck(), RootCheck(),
        SyncCheck(), TrashCheck(), LoadedLibraryCheck(), DestinationCheck(), SignInCheck(), InterruptedCheck(),
        ParkedCheck(), StagedCheck(), CapCheck(), TimerCheck(), LastRunCheck(), LeftoverCheck(), GoneCopyCheck(),
    ]

    private let settings: CheckSettings
    private let environment: Environment

    package init(_ settings: CheckSettings, in environment: Environment) {
        self.settings = settings
        self.environment = environment
    }

    /// Performs one check after the other, until all are done or the user asks to stop.
    ///
    /// - Parameter show: called with each line as soon as it is known.
    package func run(show: (CheckLine) throws -> Void) async throws {
        let context = CheckContext(settings, environment)
        for check in Self.checks where environment.interruption.signal == nil {
            for line in await check.lines(context) { try show(line) }
        }
    }
}

/// What a check examined, what it found, and what helps.
package struct CheckLine: Hashable, Sendable {
    /// The check. The raw values are the contract's `name`.
    package enum Name: String, CaseIterable, Hashable, Sendable {
        case configuration
        case fences
        case index
        case indexDisk = "index-disk"
        case backup
        case clock
        case root
        case sync
        case trash
        case library
        case destination
        case require
        case signIn = "sign-in"
        case interrupted
        case parked
        case staged
        case cap
        case timer
        case lastRun = "last-run"
        case leftovers
        case goneCopies = "gone-copies"
    }

    /// The state. The raw values are the contract's `state`.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// As it should be.
        case ok
        /// The program works, but somebody should know.
        case warning
        /// A scheduled run would fail because of it.
        case problem
        /// It could not be checked, or there is nothing to check.
        case skipped
    }

    /// What a line is about.
    package enum Subject: Hashable, Sendable {
        /// The machine, or the whole library.
        case whole
        /// A file or a directory.
        case path(FilePath)
        /// Something with a name, such as a destination.
        case name(String)
    }

    package let name: Name
    package let subject: Subject
    package let state: State
    /// The finding in one sentence without a full stop, to follow the subject and a colon. Names are safe for a
    /// terminal. Times and ages are durations before now.
    package let finding: String
    /// What to do about it; nil if nothing has to be done, or nothing helps.
    package let remedy: Remedy?
    /// Whether it requires somebody to sign in.
    package let wantsSignIn: Bool

    init(_ name: Name, _ subject: Subject, _ state: State, _ finding: String, remedy: Remedy? = nil) {
        self.init(name, subject, state, finding, remedy, wantsSignIn: false)
    }

    /// A problem for an error that any command would end with, or that a service returned. The remedy is that of the
    /// error, or another where it has none.
    init(_ name: Name, _ subject: Subject, _ error: any Error, otherwise remedy: Remedy? = nil) {
        let error = PipelineError(of: error)
        let finding = (error.line.map { "line \($0): " } ?? "") + error.message
        self.init(name, subject, .problem, finding, error.remedy ?? remedy, wantsSignIn: error.kind == .signIn)
    }

    private init(
        _ name: Name, _ subject: Subject, _ state: State, _ finding: String, _ remedy: Remedy?, wantsSignIn: Bool
    ) {
        (self.name, self.subject, self.state, self.finding) = (name, subject, state, finding)
        (self.remedy, self.wantsSignIn) = (remedy, wantsSignIn)
    }

    /// The finding of a check that needs an index that cannot be read.
    static let onlyInIndex = "not checked, because the index cannot be read"
}

/// One thing that ``Checkup`` checks. A new one is listed in `Checkup.checks`;
/// CONTRIBUTING.md names the other files.
protocol DoctorCheck: Sendable {
    /// Performs the check. Changes nothing.
    ///
    /// - Returns: a line for each thing examined; none if there is no such thing.
    func lines(_ context: CheckContext) async -> [CheckLine]
}

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
