import PhotoFiles
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// One run of one command: its environment, its flags, and what they lead to, read when it is first wanted.
struct Session {
    /// The world.
    let environment: PhotoPipeline.Environment
    /// The flags that every command has.
    let options: GlobalOptions
    /// What was typed.
    let typed: TypedCommand
    /// Where results and notes go.
    let reporter: Reporter
    /// Where the program's files are.
    let places: ProgramPaths
    /// How fast the command line says to send; nil where the configuration does.
    private(set) var limit: RateLimit?

    init(
        environment: PhotoPipeline.Environment, options: GlobalOptions, typed: TypedCommand, reporter: Reporter
    ) {
        self.environment = environment
        self.options = options
        self.typed = typed
        self.reporter = reporter
        places = ProgramPaths(options: options, environment: environment)
    }

    /// The same, sending as fast as the command line says.
    func sending(_ rate: RateOption) -> Session {
        var session = self
        session.limit = rate.bwlimit
        return session
    }

    /// The configuration: the system's, and above it the user's; an empty one where there is no file and none was
    /// named.
    ///
    /// - Throws: `Failure` (78) where one is invalid, or named and not there.
    func configuration() throws(Failure) -> Configuration {
        var layers: [ConfigurationLayer] = []
        if let layer = try layer(environment.systemConfiguration, isNamed: false) { layers.append(layer) }
        if let (path, isNamed) = try? places.configuration(), path != environment.systemConfiguration,
            let layer = try layer(path, isNamed: isNamed)
        {
            layers.append(layer)
        }
        do {
            return try ConfigurationReader.read(layers, kinds: environment.destinationKinds)
        } catch {
            throw Failure(
                .configuration, what: "configuration", message: error.message, path: error.path, line: error.line)
        }
    }

    private func layer(_ path: FilePath, isNamed: Bool) throws(Failure) -> ConfigurationLayer? {
        let bytes: [UInt8]?
        do {
            bytes = try SmallFile.read(path)
        } catch {
            throw Failure(.configuration, what: "configuration", message: "Cannot be read: \(error)", path: path)
        }
        if bytes == nil, isNamed {
            throw Failure(.configuration, what: "configuration", message: "There is no such file", path: path)
        }
        return bytes.map { ConfigurationLayer(path: path, bytes: $0) }
    }

    /// Where a key of the configuration stands; the user's file where nobody has set it.
    func place(of key: String, in configuration: Configuration) -> (path: FilePath?, line: Int?) {
        let value = configuration.values[key]
        return (value?.path ?? (try? places.configuration().path), value?.line)
    }

    /// The fences file.
    ///
    /// - Throws: `Failure` (78) where there is no home.
    func fenceStore() throws(Failure) -> FenceStore {
        FenceStore(path: try places.fences())
    }

    /// Changes fences and judges the index anew by them.
    ///
    /// - Throws: `Failure` (78).
    func fenceEdit() throws(Failure) -> FenceEdit {
        FenceEdit(
            store: try fenceStore(), index: try places.index(), owner: environment.owner,
            settings: try judgingSettings())
    }

    /// What is judged by besides the fences.
    ///
    /// - Throws: `Failure` (78).
    func judgingSettings() throws(Failure) -> JudgingSettings {
        let configuration = try configuration()
        let (path, line) = place(of: "triage.time-zone", in: configuration)
        var settings = JudgingSettings(triage: configuration.triage, zones: timeZones, path: path, line: line)
        settings.tracks = configuration.tracks.map(places.expanded)
        return settings
    }

    /// Refuses a configuration that the commands which work by it would refuse.
    ///
    /// - Throws: `Failure` or `PipelineError` (78).
    func checkConfiguration() throws {
        _ = try judgingSettings().zone()
        _ = try purgeSettings()
        _ = try configuredDestinations()
        _ = try destinationSettings()
        _ = try googleSignIn()
    }

    /// The time zones: where `TZDIR` says, as the C library has it, else where they are installed.
    var timeZones: TimeZoneFiles {
        guard let directory = environment.variables["TZDIR"], directory.hasPrefix("/") else { return TimeZoneFiles() }
        return TimeZoneFiles(directory: FilePath(directory))
    }

    /// The rules photos are judged by: fences and settings as they are now.
    ///
    /// - Throws: `Failure` or `PipelineError`.
    func rules() throws -> JudgingRules {
        try JudgingRules(fences: try fenceStore().load(), settings: try judgingSettings())
    }

    /// How uploads are made, by the configuration and the fences' own folders and destinations.
    ///
    /// - Parameter fences: the fences that are judged by.
    /// - Returns: the settings.
    /// - Throws: `Failure` (78) or `PipelineError`.
    func uploadSettings(fences: LoadedFences) throws -> UploadSettings {
        var settings = try configuration().upload
        settings.templateOf = try fences.folders()
        settings.destinationOf = try fences.destinations()
        return settings
    }

    /// The library for a command that only reads, with verdicts as they are by today's rules.
    ///
    /// - Throws: `Failure` or `PipelineError`.
    func library() throws -> Library {
        try Library(reading: try places.index(), owner: environment.owner, rules: try rules())
    }

    /// The library for a command that has nothing to do with verdicts: no fence is read.
    ///
    /// - Throws: `Failure` or `PipelineError`.
    func unjudgedLibrary() throws -> Library {
        try Library(reading: try places.index(), owner: environment.owner)
    }

    /// A moment by the user's clock, to the minute: `2026-05-01 02:30`.
    ///
    /// - Parameter moment: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the text.
    func minute(_ moment: Int64) -> String {
        String(environment.wallTime(at: moment).text.prefix(16)).replacing("T", with: " ")
    }

    /// What shows how far long work has come: nothing unless somebody looks.
    var progress: any ProgressReporter {
        let isShown =
            switch options.progress {
            case .always: true
            case .never: false
            case .auto: !options.quiet && environment.console.isTerminal(.error)
            }
        return isShown ? environment.progress : HiddenProgress()
    }
}
