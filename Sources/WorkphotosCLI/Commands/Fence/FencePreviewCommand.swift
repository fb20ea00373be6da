import ArgumentParser
import PhotoModel
import PhotoPipeline

struct FencePreviewCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Show how edits of the fences or of [triage] change verdicts.",
        discussion: """
            Use it after you edited the fences file, or [triage] in the configuration: it shows which photos the next \
            command would judge differently from the index. Writes nothing. `fence add -n` and `fence edit -n` show \
            the same before an edit.

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
        let changes = try session.fenceEdit("fence preview").pending(listing: showing.listing(to: session.reporter))
        try VerdictChangeReport(changes: changes, isDryRun: true)
            .print(to: session.reporter, command: "fence preview")
        return .success
    }
}
