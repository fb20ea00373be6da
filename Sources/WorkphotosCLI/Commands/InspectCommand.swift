import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

/// `workphotos inspect`.
struct InspectCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show what photos say of themselves.",
        discussion: """
            Reads the files and nothing else: needs no index and no configuration, and writes nothing.

            Examples:
              workphotos inspect IMG_1234.jpg
              find . -name '*.jpg' -print0 | workphotos inspect --json --files-from0 -
            """)

    @Argument(help: ArgumentHelp("The files to read.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Option(
        name: .customLong("files-from0"),
        help: ArgumentHelp(
            "Read names, each ended by a NUL byte, from a file, or - for standard input.", valueName: "file"))
    var filesFrom0: String?

    @OptionGroup
    var format: FormatOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if files.isEmpty && filesFrom0 == nil { throw ValidationError("Give at least one file, or --files-from0.") }
        _ = try format.resolved(isJSON: global.json)
    }

    var writesJSON: Bool { (try? format.resolved(isJSON: global.json)) == .json }

    func run(in session: Session) async throws -> ExitStatus {
        let paths = files.map(FilePath.init(argument:)) + (try listedFiles(session))
        var succeeded = 0
        let inspection = Inspection(clock: session.environment.clock)
        let listing = PhotoListing(
            format: try format.resolved(isJSON: global.json), endsWithNUL: format.print0, reporter: session.reporter,
            escapes: session.environment.console.isTerminal(.output), row: PhotoDescription.text)
        try listing.print(command: "inspect") { show in
            for result in paths.lazy.map(inspection.read) {
                if session.environment.interruption.signal != nil { break }
                switch result {
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

    /// The names that `--files-from0` leads to. Bytes of any kind but NUL; an empty name is none.
    private func listedFiles(_ session: Session) throws -> [FilePath] {
        guard let filesFrom0 else { return [] }
        let bytes: [UInt8]
        if filesFrom0 == "-" {
            bytes = try session.environment.console.readInput()
        } else {
            let path = session.places.absolute(filesFrom0)
            guard let read = try? SmallFile.read(path) else {
                throw Failure(.failed, what: "unreadable", message: "The list of files cannot be read", path: path)
            }
            bytes = read
        }
        return bytes.split(separator: 0).map { FilePath(bytes: Array($0)) }
    }
}
