import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

struct RetractCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "retract",
        abstract: "Take back copies that were uploaded.",
        discussion: """
            Takes the copies of photos back from a destination, with all their files, under whatever names \
            they were sent, with those of former versions and names of these files: into the trash of Google Drive, or \
            of the folder's file system. Where a folder has no usable trash nothing is taken back, except with \
            --permanently. From rclone's remotes nothing is taken back, since a remote may be the library by another \
            road: remove the copies there by hand, and then type workphotos verify --accept-missing. Links to the \
            copies are ended first. From then on the photos are not sent there again, even after they are edited or \
            renamed; workphotos mark work ends that.

            A copy is taken back only if it still has the bytes that were sent, and if the library's own file has them \
            too, which is read again for this. If the library does not have them any more, because the photo was \
            purged or edited since, the copy is the last one: then the number of photos has to be typed at a terminal, \
            and --yes is not enough. The copy of a sidecar stays while the equal sidecar of another photo rests on it.

            Examples:
              workphotos retract ~/Pictures/2026/IMG_1234.jpg --dry-run
              workphotos retract ~/Pictures/2026/IMG_1234.jpg --to nas
              workphotos list --personal --uploaded -0 \\
                | workphotos retract --yes --files-from0 -
            """)

    @Argument(
        help: ArgumentHelp("Files of photos, each of which stands for all files of its photo.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(
        name: .customLong("files-from0"),
        help: ArgumentHelp(
            "Read NUL-terminated names from a file; - is standard input.", valueName: "file"))
    var filesFrom0: String?

    @Option(
        help: ArgumentHelp(
            "Take back only from this destination, a name or spec (repeatable; default: from all).", valueName: "dest"),
        completion: Completions.destinations)
    var to: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Remove copies in folders permanently instead of moving them to the trash. At "
                + "Google Drive nothing is taken back with it.")
    )
    var permanently = false

    @Flag(name: [.customShort("n"), .long], help: "Show what would be taken back; write nothing.")
    var dryRun = false

    @Flag(name: [.short, .long], help: "Do not ask for confirmation.")
    var yes = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if files.isEmpty, filesFrom0 == nil { throw ValidationError("Give at least one file, or --files-from0.") }
    }

    func run(in session: Session) async throws -> ExitStatus {
        let places = session.places
        let paths = try FileArguments.paths(files, listedIn: filesFrom0, session).map(
            session.environment.currentDirectory.pushing)
        if let directory = paths.first(where: { resolvedDirectory($0) != nil }) {
            throw Failure(.usage, what: "usage", message: "Give files; this is a directory", path: directory)
        }
        let act = RetractAct(files: paths, to: to, way: permanently ? .permanent : .trash, isConfirmed: yes) {
            places.expanded($0)
        }
        return try await session.carryOut(.retract(act), dryRun ? .dryRun : .carryOut, as: "retract")
    }
}
