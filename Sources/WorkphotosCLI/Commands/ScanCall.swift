import PhotoModel
import PhotoPipeline
import SystemPackage

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
            note: session.reporter.note)
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
