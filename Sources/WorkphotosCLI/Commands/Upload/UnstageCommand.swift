import ArgumentParser
import PhotoModel
import PhotoPipeline

struct UnstageCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "unstage",
        abstract: "Drop staged actions.",
        discussion: """
            Without a number, drops all of them, after asking or with --yes. Nothing changes at a destination or in the \
            library; workphotos upload --stage and workphotos purge --stage stage the same again.

            Examples:
              workphotos unstage 12 13
              workphotos unstage
            """)

    @Argument(help: ArgumentHelp("Numbers of staged actions.", valueName: "id"), completion: Completions.staged)
    var ids: [Int64] = []

    @Flag(name: [.customShort("n"), .long], help: "Show what would be dropped; write nothing.")
    var dryRun = false

    @OptionGroup
    var confirmation: ConfirmationOption

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        let staging = Staging(path: try session.places.index(), owner: session.environment.owner)
        if ids.isEmpty, !dryRun, !confirmation.yes {
            let question = ChangeQuestion(droppingAll: try staging.unstage(nil, isDryRun: true).photos)
            try await question?.ask(confirmation, in: session)
        }
        let (dropped, photos) = try staging.unstage(ids.isEmpty ? nil : ids, isDryRun: dryRun)
        let missing = ids.filter { !dropped.contains($0) }
        for id in missing { session.reporter.warn("\(id): no staged action has this number") }
        if session.reporter.isJSON {
            var line = JSONLine(type: "summary")
            line.set("command", "unstage")
            line.set("dropped", dropped.count)
            line.set("unknown", missing.count)
            line.set("dryRun", dryRun)
            try session.reporter.print(line)
        } else if !session.reporter.isQuiet {
            try session.reporter.print("\(dryRun ? "Would drop" : "Dropped") \(photos.counting("photo"))")
        }
        return missing.isEmpty ? .success : dropped.isEmpty ? .failed : .partial
    }
}
