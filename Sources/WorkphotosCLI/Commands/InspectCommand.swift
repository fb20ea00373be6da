import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

/// `workphotos inspect`.
struct InspectCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show the metadata of photos.",
        discussion: """
            Reads the files and nothing else: needs no index and no configuration, and writes nothing.

            Examples:
              workphotos inspect IMG_1234.jpg
              find . -name '*.jpg' -print0 | workphotos inspect --json --files-from0 -
            """)

    @OptionGroup
    var files: FileArguments

    @OptionGroup
    var format: FormatOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        _ = try format.resolved(isJSON: global.json)
    }

    var writesJSON: Bool { (try? format.resolved(isJSON: global.json)) == .json }

    var activity: String { "Reading" }

    func run(in session: Session) async throws -> ExitStatus {
        let paths = try files.paths(session)
        var succeeded = 0
        var inspection = Inspection(clock: session.environment.clock)
        let listing = PhotoListing(
            format: try format.resolved(isJSON: global.json), endsWithNUL: format.print0, reporter: session.reporter,
            escapes: session.environment.console.isTerminal(.output),
            row: { photo in
                session.reporter.fitting.lines(PhotoDescription.text(photo), indent: 14).joined(separator: "\n")
            })
        try listing.print(command: "inspect") { show in
            for path in paths where session.environment.interruption.signal == nil {
                switch inspection.read(path, includingSidecars: true) {
                case .success(let photo):
                    succeeded += 1
                    try show(photo)
                case .failure(let finding): session.reporter.report(finding.finding)
                }
            }
        }
        if let signal = session.environment.interruption.signal { return ExitStatus(signal) }
        return succeeded == paths.count ? .success : succeeded == 0 ? .failed : .partial
    }
}
