import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

struct ProblemsCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "problems",
        abstract: "Show what scans could not read, and since when.",
        discussion: """
            A scan prints problems that are new or have changed. It only counts those that an earlier scan printed; \
            this command lists them. They too make the exit status of a scan 3, until they are fixed or accepted.

            --accept accepts a damaged or unsupported file as it is now: scan and run no longer print it, and end with \
            0. If the file changes, it is printed again. What cannot be read, a directory or a root can never be \
            accepted, since nobody knows what is in it. A photo with such a file is neither uploaded nor \
            purged, accepted or not.

            --unsupported lists the files in formats that are not read, which scan and status count. They are no \
            problems, and change no exit status.

            Examples:
              workphotos problems
              workphotos problems --unsupported
              workphotos problems --accept ~/Pictures/torn.jpg
              workphotos problems --json | jq -r 'select(.accepted == false) | .path'
            """)

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Accept these damaged or unsupported files as they are now.", valueName: "file"),
        completion: .file())
    var accept: [String] = []

    @Flag(name: [.customShort("n"), .long], help: "With --accept: show what would be accepted; write nothing.")
    var dryRun = false

    @Flag(help: "List the files in formats that are not read instead.")
    var unsupported = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if dryRun, accept.isEmpty { throw ValidationError("--dry-run requires --accept.") }
        if unsupported, !accept.isEmpty { throw ValidationError("--unsupported lists files; it accepts none.") }
    }

    var activity: String { "Looking" }

    func run(in session: Session) async throws -> ExitStatus {
        if unsupported { return try listUnsupported(session) }
        return accept.isEmpty ? try list(session) : try accept(session)
    }

    private func listUnsupported(_ session: Session) throws -> ExitStatus {
        let library = try session.unjudgedLibrary()
        let files = try library.unsupportedFiles()
        let report = ProblemReport(
            reporter: session.reporter, path: try session.shownPath { library }, minute: session.minute)
        for file in files { try report.show(unsupported: file) }
        try report.end(unsupported: files.count)
        return .success
    }

    private func list(_ session: Session) throws -> ExitStatus {
        let library = try session.unjudgedLibrary()
        let problems = try library.problems()
        let report = ProblemReport(
            reporter: session.reporter, path: try session.shownPath { library }, minute: session.minute)
        for problem in problems { try report.show(problem) }
        try report.end(problems)
        return .success
    }

    private func accept(_ session: Session) throws -> ExitStatus {
        let files = accept.map { session.environment.currentDirectory.pushing(FilePath(argument: $0)) }
        let work = ProblemAcceptance(
            index: try session.places.index(), isDryRun: dryRun, environment: session.environment)
        let report = ProblemReport(
            reporter: session.reporter, path: ShownPath(roots: nil), minute: session.minute)
        var accepted = 0
        try work.accept(files) { path, result in
            switch result {
            case .success(let finding):
                accepted += 1
                try report.show(accepted: finding, isDryRun: dryRun)
            case .failure(let refusal): session.reporter.report(refusal.finding(path))
            }
        }
        try report.end(accepted: accepted, of: files.count, isDryRun: dryRun)
        return accepted == files.count ? .success : accepted == 0 ? .failed : .partial
    }
}
