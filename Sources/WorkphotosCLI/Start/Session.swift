import PhotoFiles
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage

/// One run of one command: its environment and flags, and what they determine, which is read on demand. The
/// configuration is read once, so that a command never sees two.
struct Session {
    let environment: PhotoPipeline.Environment
    let options: GlobalOptions
    let typed: TypedCommand
    let reporter: Reporter
    let places: ProgramPaths
    /// Shows progress: a line that someone sees, or a note every half minute in a log.
    let progress: any ProgressReporter
    /// The upload rate from the command line; nil if the configuration decides.
    private(set) var limit: RateLimit?
    private var known = KnownConfiguration()

    init(
        environment: PhotoPipeline.Environment, options: GlobalOptions, typed: TypedCommand, reporter: Reporter
    ) {
        self.environment = environment
        self.options = options
        self.typed = typed
        self.reporter = reporter
        places = ProgramPaths(options: options, environment: environment)
        progress =
            switch options.progress {
            case .always: environment.progress
            case .never: HiddenProgress()
            case .auto where options.quiet: HiddenProgress()
            case .auto where environment.console.isTerminal(.error): environment.progress
            case .auto: environment.progress.told { reporter.note($0) }
            }
    }

    /// The session with an upload rate from the command line.
    func sending(_ rate: RateOption) -> Session {
        var session = self
        session.limit = rate.bwlimit
        return session
    }

    /// The session of a command whose plan is written: if to standard output, nothing else is, and only problems are
    /// reported.
    func printing(plan: String?) -> Session {
        guard plan == "-" else { return self }
        var options = options
        options.quiet = true
        let reporter = Reporter(
            console: environment.console, options: options, isJSON: false, variables: environment.variables)
        var session = Session(environment: environment, options: options, typed: typed, reporter: reporter)
        session.limit = limit
        return session
    }

    /// The session with its configuration read again: for what counts as it is at the last moment before a photo is
    /// sent or removed (the rules, `[purge]`), and after the configuration was written.
    var now: Session {
        var session = self
        session.known = KnownConfiguration()
        return session
    }

    /// The system's configuration, overridden by the user's; empty if there is no file and none was named.
    ///
    /// - Throws: `Failure` (78) if a file is invalid, or if a named one does not exist.
    func configuration() throws(Failure) -> Configuration {
        try known.value { () throws(Failure) in try readConfiguration() }
    }

    private func readConfiguration() throws(Failure) -> Configuration {
        let layers = try layers()
        do {
            return try ConfigurationReader.read(layers, kinds: environment.destinationKinds)
        } catch {
            throw Failure(error)
        }
    }

    /// Everything that is wrong in the files of the configuration.
    ///
    /// - Throws: `Failure` (78) for a file that cannot be read.
    func errorsOfConfiguration() throws(Failure) -> [Failure] {
        ConfigurationReader.errors(in: try layers(), kinds: environment.destinationKinds).map { Failure($0) }
    }

    /// The session with what can be read of a configuration that has errors.
    ///
    /// - Throws: `Failure` (78) for a file that cannot be read.
    func readable() throws(Failure) -> Session {
        let configuration = ConfigurationReader.readable(try layers(), kinds: environment.destinationKinds)
        var session = self
        session.known = KnownConfiguration(configuration)
        return session
    }

    /// The files of the configuration, the system's first.
    private func layers() throws(Failure) -> [ConfigurationLayer] {
        var layers: [ConfigurationLayer] = []
        if let layer = try layer(environment.systemConfiguration, isNamed: false) { layers.append(layer) }
        if let (path, isNamed) = try? places.configuration(), path != environment.systemConfiguration,
            let layer = try layer(path, isNamed: isNamed)
        {
            layers.append(layer)
        }
        return layers
    }

    private func layer(_ path: FilePath, isNamed: Bool) throws(Failure) -> ConfigurationLayer? {
        let bytes: [UInt8]?
        do {
            bytes = try SmallFile.read(path)
        } catch {
            throw Failure(
                .configuration, what: "configuration", message: "Cannot be read: \(SmallFile.words(error))",
                path: path)
        }
        if bytes == nil, isNamed {
            throw Failure(.configuration, what: "configuration", message: "There is no such file", path: path)
        }
        return bytes.map { ConfigurationLayer(path: path, bytes: $0) }
    }

    /// The file and line that set a key; the user's file if none does.
    func place(of key: String, in configuration: Configuration) -> (path: FilePath?, line: Int?) {
        let value = configuration.values[key]
        return (value?.path ?? (try? places.configuration().path), value?.line)
    }

    /// The fences file, with that for all users.
    ///
    /// - Throws: `Failure` (78) if there is no home directory.
    func fenceStore() throws(Failure) -> FenceStore {
        // A file that was named may be meant for others, such as the one for all users.
        let (path, system) = (try places.fences(), environment.systemFences)
        return FenceStore(path: path, system: system, isPrivate: options.fences == nil && path != system)
    }

    /// Changes fences and judges the index by them.
    ///
    /// - Parameter command: the words of the command, to name the change.
    /// - Throws: `Failure` (78).
    func fenceEdit(_ command: String) throws(Failure) -> FenceEdit {
        FenceEdit(
            store: try fenceStore(), index: try places.index(), owner: environment.owner,
            settings: try judgingSettings(), command: command, now: environment.clock.now)
    }

    /// The judging settings other than the fences.
    ///
    /// - Throws: `Failure` (78).
    func judgingSettings() throws(Failure) -> JudgingSettings {
        let configuration = try configuration()
        let (path, line) = place(of: "triage.time-zone", in: configuration)
        var settings = JudgingSettings(triage: configuration.triage, zones: timeZones, path: path, line: line)
        settings.tracks = configuration.tracks.map(places.expanded)
        settings.excludes = configuration.exclude
        settings.now = environment.clock.now
        return settings
    }

    /// The ways to have an index again. They are found even if the configuration cannot be read.
    func recovery(of index: FilePath) -> RecoveryReport {
        let ways = RecoveryOptions(
            of: index, owner: environment.owner, configured: (try? configuredDestinations()) ?? [],
            hasConfiguredRoots: (try? configuration())?.roots.isEmpty == false, kinds: environment.destinationKinds
        ).find()
        return RecoveryReport(ways: ways, options: options, reporter: reporter)
    }

    /// The failure of a command; that of a missing index, which may be lost, with all commands that bring it back. The
    /// next command is the one that loses least of those that need no more knowledge. An error in a file of the
    /// settings is the first one there, and the next command lists all.
    func explaining(_ failure: Failure) -> Failure {
        if failure.next == nil, ["configuration", "fences"].contains(failure.what), let path = failure.path,
            (try? ruleFiles.contains(path)) == true
        {
            var failure = failure
            failure.next = options.keepingPlaces(in: "workphotos config check")
            return failure
        }
        guard failure.what == PipelineError.Kind.noIndex.rawValue, let index = failure.path else { return failure }
        let recovery = recovery(of: index)
        guard let scan = recovery.commands(.scan).last, let rebuild = recovery.commands(.rebuild).first else {
            return failure
        }
        let backup = recovery.commands(.backup).first
        let anyBackup = "workphotos index backup --index BACKUP \(shellQuoted(index.bytes))"
        let isDestinationKnown = (try? configuredDestinations())?.isEmpty == false
        var failure = failure
        failure.message +=
            ". If it was lost, copy a backup back: \(terminalSafe(backup ?? anyBackup)); or rebuild it: "
            + "\(terminalSafe(rebuild)). A scan alone begins anew: \(terminalSafe(scan))"
        failure.next = backup ?? (isDestinationKnown ? rebuild : scan)
        return failure
    }

    /// Refuses a configuration that any command would refuse.
    ///
    /// - Throws: `Failure`, or what the pipeline throws (78).
    func checkConfiguration() throws {
        for check in configurationChecks { try check() }
    }

    /// What any command would refuse in a configuration that can be read, each by itself.
    var configurationChecks: [() throws -> Void] {
        [
            { _ = try judgingSettings().zone() }, { _ = try purgeSettings() }, { _ = try configuredDestinations() },
            { _ = try destinationSettings() }, { _ = try googleSignIn() },
        ]
    }

    /// The time zone files: in `TZDIR`, which the C library uses too, or else where they are installed.
    var timeZones: TimeZoneFiles {
        guard let directory = environment.variables["TZDIR"], directory.hasPrefix("/") else { return TimeZoneFiles() }
        return TimeZoneFiles(directory: FilePath(directory))
    }

    /// The current rules: fences and settings.
    func rules() throws -> JudgingRules {
        try JudgingRules(fences: try fenceStore().load(), settings: try judgingSettings())
    }

    /// The files that ``rules()`` come from.
    var ruleFiles: [FilePath] {
        get throws(Failure) {
            [try places.fences(), environment.systemFences, environment.systemConfiguration]
                + [try? places.configuration().path].compactMap(\.self)
        }
    }

    /// The upload settings: the configuration's, and the folders and destinations of fences.
    ///
    /// - Throws: `Failure` (78), or what the pipeline throws.
    func uploadSettings(fences: LoadedFences) throws -> UploadSettings {
        var settings = try configuration().upload
        let sending = try fences.sending()
        settings.user = environment.userName()
        settings.templateOf = sending.compactMapValues(\.folder)
        settings.destinationOf = fences.destinations(sending)
        return settings
    }

    /// The removal settings in the configuration.
    ///
    /// - Throws: `Failure` (78).
    func purgeSettings() throws(Failure) -> PurgeSettings {
        let configuration = try configuration()
        var settings = configuration.purge
        settings.parallel = configuration.upload.parallel
        let home = environment.variables["HOME"].flatMap { $0.hasPrefix("/") ? FilePath($0) : nil }
        do {
            settings.keep = try KeepPatterns(configuration.keep, home: home).globs
        } catch {
            let (path, line) = place(of: "purge.keep", in: configuration)
            throw Failure(
                .configuration, what: "no-home", message: "keep in [purge]: \(error.message)", path: path, line: line)
        }
        return settings
    }

    /// The library for a command that only reads, with verdicts by the current rules.
    func library() throws -> Library { try library(by: try rules()) }

    /// The same with rules that were read already.
    func library(by rules: JudgingRules) throws -> Library {
        try Library(reading: try places.index(), owner: environment.owner, rules: rules)
    }

    /// The library for a command that needs no verdicts. No fences are read.
    func unjudgedLibrary() throws -> Library {
        try Library(reading: try places.index(), owner: environment.owner)
    }

    /// A file that is written for the user.
    ///
    /// - Parameters:
    ///   - file: its path as typed.
    ///   - isConfirmed: whether the user confirmed that an existing file is overwritten.
    /// - Returns: the file, which can be written.
    /// - Throws: where it must not be written.
    func output(
        _ file: String, _ kind: OutputFile.Kind, isConfirmed: Bool = false
    ) throws(PipelineError) -> OutputFile {
        try OutputFile(
            places.absolute(file), kind, isConfirmed: isConfirmed, index: try? places.index(),
            own: [try? places.configuration().path, try? places.fences()].compactMap(\.self))
    }

    /// What is done with a plan. One on standard output is written in a dry run too, since it changes nothing.
    ///
    /// - Parameter plan: where it is written, as typed; nil for nowhere.
    /// - Throws: where it must not be written.
    func planMode(_ plan: String?, isStaged: Bool, isDryRun: Bool) throws(PipelineError) -> PlanMode {
        if let plan, !isDryRun || plan == "-" { return .write(try planTarget(plan)) }
        return isDryRun ? .dryRun : isStaged ? .stage : .carryOut
    }

    /// Where a plan is written.
    ///
    /// - Parameter plan: the path as typed; - is standard output.
    /// - Returns: the place, which can be written.
    /// - Throws: where it must not be written.
    func planTarget(_ plan: String) throws(PipelineError) -> PlanTarget {
        plan == "-" ? .output { [reporter] in try reporter.print(bytes: $0) } : .file(try output(plan, .plan))
    }

    /// A moment by the user's clock, to the minute: `2026-05-01 02:30`.
    ///
    /// - Parameter moment: nanoseconds since 1970-01-01T00:00:00Z.
    func minute(_ moment: Int64) -> String {
        String(environment.wallTime(at: moment).text.prefix(16)).replacing("T", with: " ")
    }
}

/// A configuration that is read when it is first asked for.
private final class KnownConfiguration: Sendable {
    private let result: Mutex<Result<Configuration, Failure>?>

    init(_ configuration: Configuration? = nil) {
        result = Mutex(configuration.map { .success($0) })
    }

    func value(_ read: () throws(Failure) -> Configuration) throws(Failure) -> Configuration {
        if let known = result.withLock(\.self) { return try known.get() }
        let new = Result { () throws(Failure) in try read() }
        result.withLock { $0 = new }
        return try new.get()
    }
}

extension Failure {
    init(_ error: ConfigurationError) {
        self.init(.configuration, what: "configuration", message: error.message, path: error.path, line: error.line)
    }
}
