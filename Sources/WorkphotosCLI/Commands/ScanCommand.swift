import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// `workphotos scan`.
struct ScanCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Read what is new or changed in the library and judge every photo.",
        discussion: """
            Walks the directories, reads position and time of new and changed photos, judges them by the fences and \
            keeps all of it in the index. Without a directory it walks those of [scan] roots in the configuration, \
            else those of earlier scans. No photo is ever written to.

            A directory inside one that was scanned before is scanned as a part of it. A directory that has become \
            empty, lies on another file system or lost more than half its files is taken for one that is not mounted: \
            what is known of it is kept, and the exit status is 3.

            Files of one photo are judged as one: a still with its Live Photo clip, its RAW, its edits and its \
            sidecars. A sidecar without a photo of its own is a problem line, left alone, and no reason for another \
            exit status than 0.

            Examples:
              workphotos scan ~/Pictures
              workphotos scan ~/Pictures --exclude 'Screenshots' --exclude '*.tmp.jpg'
              workphotos scan -n --json
            """)

    @Argument(help: ArgumentHelp("The directories to scan.", valueName: "dir"), completion: .directory)
    var directories: [String] = []

    @Flag(help: "Read unchanged files too.")
    var reread = false

    @Flag(help: "Walk hidden files and directories too, and what lies below a .nomedia file.")
    var hidden = false

    @Flag(help: "Follow symbolic links; each directory is visited once.")
    var followSymlinks = false

    @Flag(help: "Do not go into other mounted file systems.")
    var oneFileSystem = false

    @Option(
        help: ArgumentHelp("Leave out what matches (repeatable).", valueName: "glob"), transform: excludePattern)
    var exclude: [String] = []

    @Flag(help: "Believe that what is missing is gone, even where a whole root is.")
    var acceptMissing = false

    @Flag(name: [.customShort("n"), .long], help: "Show what a scan would find; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Scanning" }

    func run(in session: Session) async throws -> ExitStatus {
        try await ScanCall(options: options, isDryRun: dryRun, session: session).run(waiting: global.wait)
    }

    private func options(_ configuration: Configuration, places: ProgramPaths) -> ScanOptions {
        var options = ScanOptions(configuration, places: places)
        options.hidden = hidden || options.hidden
        options.followsSymlinks = followSymlinks || options.followsSymlinks
        options.staysOnFileSystem = oneFileSystem || options.staysOnFileSystem
        options.excludes += exclude
        if !directories.isEmpty { options.directories = directories.map(places.absolute) }
        options.rereads = reread
        options.acceptsMissing = acceptMissing
        return options
    }
}

/// What `scan` and `run` have in common: from the settings of a scan to the exit status.
struct ScanCall {
    /// What is scanned and how, by the configuration and the places it is about.
    let options: (Configuration, ProgramPaths) -> ScanOptions
    /// Whether nothing is written.
    let isDryRun: Bool
    let session: Session

    /// Scans and reports.
    func run(waiting wait: Duration) async throws -> ExitStatus {
        let configuration = try session.configuration()
        let index = try session.places.index()
        session.reporter.detail("index \(terminalSafe(index.bytes))")
        session.reporter.detail("fences \(terminalSafe(try session.places.fences().bytes))")
        for setting in configuration.notApplied {
            session.reporter.note("\(setting): this version does not apply it yet")
        }
        let options = options(configuration, session.places)
        if options.directories.isEmpty { try requireRoots() }
        let work = ScanWork(
            path: index, owner: session.environment.owner, rules: session.rules, options: options, isDryRun: isDryRun,
            wait: wait, destinations: try session.destinationPlaces())
        let summary = try await work.run(
            in: try session.environmentWithSettings(), progress: session.progress, report: report,
            note: { [reporter = session.reporter] note in reporter.note(note.words) })
        try ScanReport(summary: summary, isDryRun: isDryRun).print(to: session.reporter)
        return ExitStatus(summary)
    }

    /// Reports a problem, of a parked file with the command that gives it its name back.
    private func report(_ finding: Finding) {
        guard finding.kind == .parked else { return session.reporter.report(finding) }
        let name = ParkedFileName(finding.path)?.own == nil ? " --name NAME" : ""
        let command = "workphotos undo --parked \(shellQuoted(finding.path.bytes))\(name)"
        var finding = finding
        finding.detail += "; to give it its name back: \(session.options.keepingPlaces(in: command))"
        session.reporter.report(finding)
    }

    /// Nothing was ever scanned and nothing is named: there is nothing to go by.
    private func requireRoots() throws {
        do {
            guard try session.unjudgedLibrary().roots().isEmpty else { return }
        } catch let error as PipelineError where error.kind == .noIndex {}
        throw Failure(
            .usage, what: "usage",
            message: "No directory is named, neither here nor in [scan] roots, and none was scanned before",
            next: "workphotos scan DIR")
    }
}

extension ScanOptions {
    /// What the configuration says; without roots the directories of earlier scans.
    init(_ configuration: Configuration, places: ProgramPaths) {
        self.init()
        hidden = configuration.hidden
        followsSymlinks = configuration.followsSymlinks
        staysOnFileSystem = configuration.staysOnFileSystem
        excludes = configuration.exclude
        directories = configuration.roots.map(places.expanded)
    }
}

extension ExitStatus {
    /// What a scan's end means to a script.
    fileprivate init(_ summary: ScanSummary) {
        if let signal = summary.signal {
            self = ExitStatus(signal)
        } else if summary.roots.isEmpty, summary.failedRoots > 0 {
            self = .failed
        } else {
            self = summary.isPartial ? .partial : .success
        }
    }
}
