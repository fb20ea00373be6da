import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

struct UndoCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Restore what a run removed.",
        discussion: """
            Without a number, proposes the last run that removed photos. Files after the number are restored alone, \
            each with its photo; a directory stands for everything that was in it. At a terminal it asks first, and \
            for more than 100 photos wants their number; --yes answers.

            Files are restored from the trash, or from their destination if the trash was emptied or they were removed \
            permanently. They get the same name, bytes, time and permissions, and each is read and compared. An \
            existing file is never overwritten: if one of the names is taken, the photo stays where it is.

            Restored photos are held, so that the next purge keeps them; workphotos unhold or workphotos mark work \
            ends that. workphotos runs lists the runs.

            A permanent removal that is killed leaves photos under names that begin with .workphotos-, and the next \
            command puts them back. If the index was lost meanwhile, a scan reports these files, and --parked gives \
            them their names back: the part of a parked name after the numbers. A file without that part is an \
            unfinished copy from a destination: look at it, then name it with --name, or remove it.

            Examples:
              workphotos undo 12 --dry-run
              workphotos undo 12
              workphotos undo 12 ~/Pictures
              workphotos undo --parked ~/Pictures/2026/.workphotos-12-3.IMG_1234.jpg
            """)

    @Argument(
        help: ArgumentHelp("Number of a run; without it, the last removal is proposed.", valueName: "run"),
        completion: Completions.runs)
    var number: Int64?

    @Argument(
        help: ArgumentHelp("Restore only these files, or what was in these directories.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Give these parked files, which no journal knows, their names back.", valueName: "file"),
        completion: .file())
    var parked: [String] = []

    @Option(help: ArgumentHelp("With one --parked file: the name to give it.", valueName: "name"))
    var name: String?

    @Flag(name: [.customShort("n"), .long], help: "Show what would be restored; write nothing.")
    var dryRun = false

    @Flag(name: [.short, .long], help: "Do not ask for confirmation.")
    var yes = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if number != nil, !parked.isEmpty { throw ValidationError("Give the number of a run, or --parked files.") }
        if name != nil, parked.count != 1 { throw ValidationError("--name requires exactly one --parked file.") }
    }

    func run(in session: Session) async throws -> ExitStatus {
        let mode = dryRun ? PlanMode.dryRun : .carryOut
        var number = number
        if number == nil { number = try proposed(session) }
        guard let number else {
            let act = RestoreNamesAct(files: try parked.map { try ParkedArgument($0, name: name).file(session.places) })
            return try await session.carryOut(.restoreNames(act), mode, as: "undo --parked")
        }
        let files = files.map { session.places.absolute($0).lexicallyNormalized() }
        let act = UndoAct(run: number, files: files, isConfirmed: yes)
        return try await session.carryOut(.undo(act), mode, as: "undo")
    }

    /// The last run that removed something, which a person is told of before the question; nil if parked files are to
    /// get their names back.
    private func proposed(_ session: Session) throws -> Int64? {
        guard parked.isEmpty else { return nil }
        let canAsk = dryRun || yes || session.environment.confirmation.canAsk
        // Without a terminal to ask at, the number is required, even if nothing was removed.
        guard let last = canAsk ? try lastRemoval(session) : try? lastRemoval(session) else {
            if !canAsk {
                throw Failure(
                    .usage, what: "usage", message: "Give the number of a run that removed photos",
                    next: "workphotos runs")
            }
            throw Failure(.failed, what: "unknown", message: "No run has removed anything that is not already restored")
        }
        if dryRun || yes { return last.run }
        let now = session.environment.clock.now
        let age = last.removed.map { ", \(Duration.nanoseconds(max(now, $0) - $0).brief) ago" }
        let what = "Run \(last.run)\(age ?? "") removed \(last.photos.counting("photo")) (\(last.bytes.byteSize))"
        guard canAsk else {
            throw Failure(
                .usage, what: "unconfirmed", message: "\(what); to restore that, give the number of the run",
                next: "workphotos undo \(last.run)")
        }
        session.reporter.note(what)
        return last.run
    }

    private func lastRemoval(_ session: Session) throws -> LastRemoval? {
        try session.unjudgedLibrary().lastRemoval()
    }
}

/// A parked file as it was typed, with its new name.
struct ParkedArgument {
    private let typed: String
    private let name: String?

    /// - Parameter name: the name; nil for the original name, which the parked file's name contains.
    init(_ typed: String, name: String?) {
        self.typed = typed
        self.name = name
    }

    /// The file and its new name.
    ///
    /// - Throws: `Failure` (64) if the path is not the name of a parked file, or if the original name is unknown.
    func file(_ places: ProgramPaths) throws(Failure) -> RestoreNamesAct.File {
        let path = places.absolute(typed)
        guard let parked = ParkedFileName(path) else {
            throw usage("\(terminalSafe(typed)): this is not the name of a parked file")
        }
        if let name { return RestoreNamesAct.File(path: path, name: try own(name)) }
        guard let own = parked.own else {
            throw usage("\(terminalSafe(typed)): its original name is unknown; give it one with --name")
        }
        return RestoreNamesAct.File(path: path, name: own)
    }

    private func own(_ name: String) throws(Failure) -> FilePath {
        let path = FilePath(argument: name)
        guard !path.isAbsolute, path.components.map(\.kind) == [.regular], ParkedFileName(path) == nil else {
            throw usage("--name must be a file name, without directories.")
        }
        return path
    }

    private func usage(_ message: String) -> Failure {
        Failure(.usage, what: "usage", message: message, next: "workphotos undo --help")
    }
}
