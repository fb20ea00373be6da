import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// `workphotos scan`.
struct ScanCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Read new and changed photos and judge every photo.",
        discussion: """
            Walks the directories, reads position and time of new and changed photos, judges them by the fences, and \
            stores everything in the index. Without a directory, walks [scan] roots of the configuration, else the \
            roots of earlier scans. A scan never writes to a photo.

            A directory inside a known root is scanned as a part of it. A directory that has become empty, is on \
            another file system, or has lost more than half of its files is treated as not mounted: the index keeps \
            what it knows of it, and the exit status is 3.

            The files of one photo are judged as one group: a still with its Live Photo clip, its RAW, its edits and \
            its sidecars. A sidecar without a photo is reported as a problem and left alone; it does not change the \
            exit status.

            Examples:
              workphotos scan ~/Pictures
              workphotos scan ~/Pictures --exclude 'Screenshots' --exclude '*.tmp.jpg'
              workphotos scan -n --json
            """)

    @Argument(help: ArgumentHelp("Directories to scan.", valueName: "dir"), completion: .directory)
    var directories: [String] = []

    @Flag(help: "Also read unchanged files.")
    var reread = false

    @Flag(help: "Include hidden files and directories, and what is below a .nomedia file.")
    var hidden = false

    @Flag(help: "Follow symbolic links; each directory is visited once.")
    var followSymlinks = false

    @Flag(help: "Do not enter other mounted file systems.")
    var oneFileSystem = false

    @Option(
        help: ArgumentHelp("Exclude what matches (repeatable).", valueName: "glob"), transform: excludePattern)
    var exclude: [String] = []

    @Flag(help: "Accept that missing photos are gone, even if a whole root is missing.")
    var acceptMissing = false

    @Flag(name: [.customShort("n"), .long], help: "Show what a scan would find; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Scanning" }

    func run(in session: Session) async throws -> ExitStatus {
        try await ScanCall(options: options, isDryRun: dryRun, session: session).run(waiting: global.wait)
    }

    private func options(_ configuration: Configuration, places: Places) -> ScanOptions {
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
    let options: (Configuration, Places) -> ScanOptions
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
            message: "No directory is given here or in [scan] roots, and none was scanned before",
            next: "workphotos scan DIR")
    }
}

extension ScanOptions {
    /// What the configuration says; without roots the directories of earlier scans.
    init(_ configuration: Configuration, places: Places) {
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
