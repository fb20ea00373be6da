import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos scan`.
struct ScanCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Read what is new or changed in the library and judge every photo.",
        discussion: """
            Walks the directories, reads position and time of new and changed photos, judges them by the fences and \
            keeps all of it in the index. Without a directory it walks those of [scan] roots in the configuration, else \
            those of earlier scans. No photo is ever written to.

            A directory inside one that was scanned before is scanned as a part of it. A directory that has become \
            empty, lies on another file system or lost more than half its files is taken for one that is not mounted: \
            what is known of it is kept, and the exit status is 3.

            Files of one photo are judged as one: a still with its Live Photo clip, its RAW, its edits and its sidecars. \
            A sidecar without a photo of its own is a problem line, left alone, and no reason for another exit status \
            than 0.

            Examples:
              workphotos scan ~/Pictures
              workphotos scan ~/Pictures --exclude 'Screenshots' --exclude '*.tmp.jpg'
              workphotos scan -n --json
            """)

    @Argument(help: ArgumentHelp("The directories to scan.", valueName: "dir"), completion: .directory)
    var directories: [String] = []

    @Flag(help: "Read unchanged files too.")
    var reread = false

    @Flag(help: "Walk hidden files and directories too, and what lies below a .nomedia file.")
    var hidden = false

    @Flag(help: "Follow symbolic links; each directory is visited once.")
    var followSymlinks = false

    @Flag(help: "Do not go into other mounted file systems.")
    var oneFileSystem = false

    @Option(
        help: ArgumentHelp("Leave out what matches (repeatable).", valueName: "glob"), transform: excludePattern)
    var exclude: [String] = []

    @Flag(help: "Believe that what is missing is gone, even where a whole root is.")
    var acceptMissing = false

    @Flag(name: [.customShort("n"), .long], help: "Show what a scan would find; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Scanning" }

    func run(in session: Session) async throws -> ExitStatus {
        try await ScanCall(options: options, isDryRun: dryRun, session: session).run(waiting: global.wait)
    }

    private func options(_ configuration: Configuration, places: Places) -> ScanOptions {
        var options = ScanOptions(configuration, places: places)
        options.hidden = hidden || options.hidden
        options.followsSymlinks = followSymlinks || options.followsSymlinks
        options.staysOnFileSystem = oneFileSystem || options.staysOnFileSystem
        options.excludes += exclude
        if !directories.isEmpty { options.directories = directories.map(places.absolute) }
        options.rereads = reread
        options.acceptsMissing = acceptMissing
        return options
    }
}
