import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

struct IndexImportCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take over what other machines have read.",
        discussion: """
            Reads the lines that `workphotos inspect --judge --json` or `workphotos list --json` printed on other \
            machines, and makes or refreshes the index as a scan of the same files would. A directory stands for all \
            files in it and below it, except for those whose names begin with a dot or an underscore; so what Spark \
            exports from Parquet as JSON can be named. The photos are judged here, by the fences and the configuration \
            of this machine, and grouped anew. What this machine has read itself and is unchanged stays as it is, and \
            nothing counts as gone.

            The lines name absolute paths below [scan] roots of the configuration, below roots of earlier scans if it \
            names none, or below --root. A line that says nothing that can be used, or is of a file elsewhere, is a \
            problem; the others are imported, and the exit status is 3.

            Imported photos are listed, and fences can be made of them, but nobody here has read them: hashes, marks, \
            holds and copies are none of what is imported, and nothing is sent, removed or copied before a scan has \
            read it. A scan of a directory is enough for what is in it. The same import again changes nothing.

            Examples:
              workphotos index import verdicts/ --root ~/Pictures
              workphotos index import facts.ndjson --dry-run
              workphotos scan ~/Pictures/2026
            """)

    @Argument(
        help: ArgumentHelp("Files of lines, or directories of them.", valueName: "facts"), completion: .file())
    var facts: [String]

    @Option(
        help: ArgumentHelp("Directory below which photos are imported (repeatable).", valueName: "dir"),
        completion: .directory)
    var root: [String] = []

    @Flag(name: [.customShort("n"), .long], help: "Show what would be imported; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Importing" }

    func run(in session: Session) async throws -> ExitStatus {
        let places = session.places
        let call = ScanCall(options: options, isDryRun: dryRun, session: session)
        let summary = try await call.work(waiting: global.wait).importFacts(
            facts.map(places.absolute), in: try session.environmentWithSettings(), progress: session.progress,
            report: session.reporter.report, note: { [reporter = session.reporter] note in reporter.note(note.words) })
        if session.reporter.isJSON {
            try session.reporter.print(json(summary))
        } else if !session.reporter.isQuiet {
            try lines(summary).forEach { try session.reporter.print($0) }
        }
        if let signal = summary.signal { return ExitStatus(signal) }
        if summary.problems == 0 { return .success }
        return summary.photos > 0 ? .partial : .failed
    }

    private func options(_ configuration: Configuration, places: ProgramPaths) -> ScanOptions {
        var options = ScanOptions(configuration, places: places)
        if !root.isEmpty { options.directories = root.map(places.absolute) }
        return options
    }

    private func json(_ summary: ImportSummary) -> JSONLine {
        var line = JSONLine(type: "summary")
        line.set("command", "index import")
        line.set("roots", summary.roots.map(\.string))
        line.set("photos", summary.photos)
        line.set("new", summary.new)
        line.set("changed", summary.changed)
        line.set("problems", summary.problems)
        line.set("dryRun", dryRun)
        line.set("seconds", summary.seconds)
        return line
    }

    private func lines(_ summary: ImportSummary) -> [String] {
        let would = dryRun ? "would be " : ""
        let known = summary.photos - summary.new - summary.changed
        var lines = [
            "\(summary.photos.counting("photo")): \(summary.new.grouped) \(would)new, "
                + "\(summary.changed.grouped) \(would)changed, \(known.grouped) known"
        ]
        if summary.signal != nil {
            lines.append("stopped; what was imported is saved. To continue, import the same again")
        } else if summary.new + summary.changed > 0 {
            lines.append("next: \(global.keepingPlaces(in: "workphotos list"))")
            lines.append("Nothing of them is sent or removed before a scan has read them here")
        }
        return lines
    }
}
