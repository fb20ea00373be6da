import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline

struct ExportCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Copy photos into a directory, also without place, device and person.",
        discussion: """
            Copies the selected photos with all their files, work photos only unless a verdict is given. The copies are \
            named by the template of [upload] folder, or that of the fence. No file in the directory is ever replaced: \
            a copy that is there already stays, and a name that another file has gets a suffix. Each copy is read back \
            before it gets its name. The rules of uploads hold: a photo that has changed since the last scan is not \
            copied, nor one that is judged otherwise or marked in the meantime, also where only a copy of it is. \
            Where the verdict rests on an inferred position, --include-inferred has to be given. Copies are no \
            uploads: purge does not count them. The directory must be outside the library, of destinations and of the \
            trash; it is made if it is missing.

            --strip-location leaves out what tells place, device and person: EXIF except for the orientation and the \
            time of the capture, XMP, IPTC, texts, small pictures, motion clips and what else follows the picture, the \
            boxes of makers and users, and the tracks of films that are neither picture nor sound. --strip-all leaves \
            out the times too, so that only picture, orientation and colour stay. Pictures and sound are copied as \
            they are, so what can be seen or heard stays. Sidecars are not copied, and a copy has its own time. JPEG, \
            PNG, WebP, HEIC, AVIF, MOV and MP4 can be cleaned. What is not understood or cannot be proved to be clean \
            is refused, and the other files of its photo are copied. Names and folders may tell a fence, a date or a camera: \
            --names number makes names such as 0001.jpg.

            The exit status is 3 if some files were refused or could not be copied, and 1 if all were.

            Examples:
              workphotos export ~/Desktop/may --since 2026-05-01 --dry-run
              workphotos export ~/client --fence Office --strip-location --names number
            """)

    @Argument(help: ArgumentHelp("Where the copies are put.", valueName: "dir"), completion: .directory)
    var directory: String

    @Flag(help: "Leave out what tells place, device and person.")
    var stripLocation = false

    @Flag(help: "Leave out everything but picture, orientation and colour.")
    var stripAll = false

    @Option(help: ArgumentHelp("Names of the copies: as uploads have them, or numbers.", valueName: "names"))
    var names: ExportOrder.Names = .original

    @OptionGroup
    var selection: SelectionOptions

    @OptionGroup
    var inferred: InferredOption

    @Flag(name: [.customShort("n"), .long], help: "Show what would be copied; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if stripLocation, stripAll {
            throw ValidationError("--strip-all leaves out what --strip-location does: give one of them.")
        }
        if directory.isEmpty { throw ValidationError("Name a directory.") }
    }

    var activity: String { "Searching" }

    func run(in session: Session) async throws -> ExitStatus {
        let order = ExportOrder(
            to: session.places.absolute(directory), try selection.selection(in: session),
            cleaning: stripAll ? .all : stripLocation ? .location : nil, names: names,
            includesInferred: inferred.includeInferred, isDryRun: dryRun)
        let report = ExportReport(reporter: session.reporter, isDryRun: dryRun)
        let summary = try await export(order, in: session, report)
        try report.print(summary)
        return ExitStatus(summary)
    }

    private func export(
        _ order: ExportOrder, in session: Session, _ report: ExportReport
    ) async throws -> ExportSummary {
        let places = session.places
        do {
            let work = try await ExportWork(
                order, index: try places.index(), rules: { try session.now.rules() }, ruleFiles: try session.ruleFiles,
                settings: { try session.uploadSettings(fences: $0.fences) },
                roots: try session.configuration().roots.map(places.expanded),
                configured: try session.configuredDestinations(),
                environment: try session.environmentWithSettings(onlyReads: true))
            return try work.run(progress: session.progress, show: report.show)
        } catch let error as PipelineError {
            throw try session.placed(error)
        }
    }
}

extension ExportOrder.Names: ExpressibleByArgument {}
