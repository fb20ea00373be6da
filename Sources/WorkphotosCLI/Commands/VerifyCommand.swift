import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

struct VerifyCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that every uploaded copy is still there, byte for byte.",
        discussion: """
            Asks the destinations for the copy of every receipt, has all of its bytes read, and compares size and \
            SHA-256 with what was sent. A copy that is missing or changed is listed and no longer counts as uploaded: \
            the next upload sends it again. If a destination is not reachable, or is another one, nothing changes.

            With a list of receipts (from `receipts export`, or receipts.ndjson of a destination), checks that list. \
            This needs no index and writes nothing; --to gives its destination.

            --accept-missing FILE... checks only the copies of these photos, with all their files, and \
            accepts that some are gone: these are not expected any more, and the photos are not sent to that \
            destination again before workphotos mark work. A photo that is gone itself is found by the path that it had.

            The exit status is 0 if all copies are as they were sent, 3 if some are not, and 1 if none could be \
            checked.

            Examples:
              workphotos verify
              workphotos verify --accept-missing ~/Pictures/2026/IMG_1234.jpg
              workphotos verify nas --json | jq 'select(.state == "changed")'
              workphotos verify --receipts receipts.ndjson --to folder:/mnt/nas
            """)

    @Argument(
        help: ArgumentHelp("Destinations, as names or specs (default: all).", valueName: "dest"),
        completion: Completions.destinations)
    var destinations: [String] = []

    @Option(
        help: ArgumentHelp("Same as the argument (repeatable).", valueName: "dest"),
        completion: Completions.destinations)
    var to: [String] = []

    @Option(
        help: ArgumentHelp("Check the receipts of a list; - is standard input.", valueName: "file"), completion: .file()
    )
    var receipts: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Accept that copies of these photos are gone.", valueName: "file"), completion: .file())
    var acceptMissing: [String] = []

    @Flag(name: [.customShort("n"), .long], help: "Check only; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if receipts != nil, !acceptMissing.isEmpty {
            throw ValidationError("--accept-missing and --receipts cannot be combined: a list is not changed.")
        }
    }

    var activity: String { "Looking for copies" }

    func run(in session: Session) async throws -> ExitStatus {
        let places = session.places
        let request = VerifyRequest(
            names: destinations + to, configured: try session.configuredDestinations(),
            parallel: try session.configuration().upload.parallel, isDryRun: dryRun,
            accepting: acceptMissing.isEmpty
                ? nil : acceptMissing.map { session.environment.currentDirectory.pushing(FilePath(argument: $0)) },
            path: { places.expanded($0) })
        let origin: VerifyWork.Origin =
            if let receipts { .list(ReceiptList(try bytes(of: receipts, session))) } else { .index }
        let work = VerifyWork(
            path: try places.index(), origin: origin, request: request,
            environment: try session.environmentWithSettings(onlyReads: dryRun))
        let report = VerifyReport(reporter: session.reporter, isDryRun: dryRun || receipts != nil)
        let summary = try await work.run(progress: session.progress, show: report.show)
        try report.print(summary)
        return ExitStatus(summary)
    }

    private func bytes(of file: String, _ session: Session) throws -> [UInt8] {
        if file == "-" { return try session.environment.readInput() }
        return try namedFile(session.places.absolute(file), in: session)
    }
}
