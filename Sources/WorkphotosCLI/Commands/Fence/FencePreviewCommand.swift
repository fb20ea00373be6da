import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos fence preview`.
struct FencePreviewCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Show what edits of the fences or of [triage] change.",
        discussion: """
            For fences, or keys of [triage] in the configuration, that were edited by hand: shows which photos the \
            next command would judge otherwise than the index has them. Writes nothing; `fence add -n` and \
            `fence edit -n` show the same before anything is edited.

            Examples:
              workphotos fence preview
              workphotos fence preview --list
            """)

    @Flag(help: "List the photos whose verdict changes.")
    var list = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Judging" }

    func run(in session: Session) async throws -> ExitStatus {
        var showing = ChangeOptions()
        (showing.list, showing.dryRun) = (list, true)
        let changes = try session.fenceEdit().pending(listing: showing.listing(to: session.reporter))
        try VerdictChangeReport(changes: changes, isDryRun: true)
            .print(to: session.reporter, command: "fence preview")
        return .success
    }
}
