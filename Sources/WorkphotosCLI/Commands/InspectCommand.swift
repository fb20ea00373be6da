import ArgumentParser
import PhotoFiles
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

struct InspectCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show the metadata of photos.",
        discussion: """
            Reads the files and nothing else: needs no index and no configuration, and writes nothing.

            --judge also judges them by fences and configuration, still without an index, as a scan would: what is in a \
            directory beside a named file may belong to it and is read too. The files of a directory have to be named \
            one after another; they are shown together, as soon as a file elsewhere or the end follows, in the order in \
            which they are named. A file that cannot be read, or that a scan leaves out, has a problem in its place. A \
            sidecar counts for its photos and is none itself: only --json has a line for it. \
            Directories that a scan leaves out are known below [scan] roots. Marks are in the index, and positions are \
            not inferred without one. With --json, changedAt and inode follow what else tells whether a file has changed.

            Examples:
              workphotos inspect IMG_1234.jpg
              find . -name '*.jpg' -print0 | workphotos inspect --json --files-from0 -
              find . -name '*.jpg' -print0 | workphotos inspect --judge --files-from0 -
            """)

    @OptionGroup
    var files: FileArguments

    @Flag(help: "Judge the files as a scan would.")
    var judge = false

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
        let read = try judge ? judging(session) : reading(session)
        let listing = PhotoListing(
            format: try format.resolved(isJSON: global.json), endsWithNUL: format.print0, reporter: session.reporter,
            escapes: session.environment.console.isTerminal(.output),
            line: { judge ? JSONLine(judged: $0) : JSONLine(inspected: $0) },
            row: { photo in
                session.reporter.fitting.lines(PhotoDescription.text(photo), indent: 14).joined(separator: "\n")
            })
        var (named, succeeded) = (0, 0)
        try await listing.print(command: "inspect") { show in
            try await read { result in
                named += 1
                switch result {
                case .success(let sidecar) where judge && sidecar.sidecar != nil:
                    succeeded += 1
                    if writesJSON { try session.reporter.print(JSONLine(sidecar: sidecar)) }
                case .success(let photo):
                    succeeded += 1
                    try show(photo)
                case .failure(let refusal): session.reporter.report(helped(refusal.finding))
                }
            }
        }
        if let signal = session.environment.interruption.signal { return ExitStatus(signal) }
        return succeeded == named ? .success : succeeded == 0 ? .failed : .partial
    }
}

extension InspectCommand {
    /// The problem, for a directory with a command that reads what is in it.
    private func helped(_ finding: Finding) -> Finding {
        guard (try? FileStatus(at: finding.path, followingLinks: true))?.isDirectory == true else { return finding }
        var finding = finding
        finding.remedy = .command(
            "find \(shellQuoted(finding.path.bytes)) -iname '*.jpg' -print0 | workphotos inspect "
                + "\(judge ? "--judge " : "")--files-from0 -")
        return finding
    }

    /// Reads files until a signal, and passes on what becomes of each.
    private typealias Reading = (_ take: (Result<Photo, Inspection.Refusal>) throws -> Void) async throws -> Void

    /// Each file by itself.
    private func reading(_ session: Session) throws -> Reading {
        let paths = try files.paths(session)
        let environment = session.environment
        return { take in
            var inspection = Inspection(clock: environment.clock)
            for path in paths where environment.interruption.signal == nil {
                try take(inspection.read(path, includingSidecars: true))
            }
        }
    }

    /// A directory at a time, with verdicts.
    private func judging(_ session: Session) throws -> Reading {
        let options = ScanOptions(try session.configuration(), places: session.places)
        let inspection = JudgedInspection(
            rules: try session.rules(), options: options, environment: session.environment)
        let directories = try files.directories(session)
        return { take in
            try await inspection.run(directories) { results in
                for result in results { try take(result) }
                try session.reporter.flush()
            }
        }
    }
}
