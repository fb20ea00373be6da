import ArgumentParser
import PhotoModel
import PhotoPipeline

struct FenceUndoCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last change of the fences.",
        discussion: """
            Brings back the fences file as it was before the last change by a command, of up to ten, and judges the \
            index again at once. A file that was changed by other means since is left alone. Asks, or requires --yes, \
            if a personal photo becomes work or a fence that is never work goes away. Copies that were sent meanwhile \
            stay where they are.

            Examples:
              workphotos fence undo -n --list
              workphotos fence undo
            """)

    @OptionGroup
    var showing: ChangeOptions

    @OptionGroup
    var confirmation: ConfirmationOption

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Judging" }

    func run(in session: Session) async throws -> ExitStatus {
        let edit = try session.fenceEdit("fence undo")
        guard let (change, sent) = try edit.lastChange() else {
            throw Failure(.failed, what: "unknown", message: "There is no change of the fences to undo")
        }
        let what = session.words(of: change)
        let sentLines = FenceChangeRecord.words(ofSent: sent)
        let changes = try await session.asking(showing, confirmation) {
            try edit.effect(undoing: change)
        } question: {
            ChangeQuestion(undoing: what, $0, sent: sentLines)
        } make: { _ in
            // It undoes nothing in a file with other bytes than the change made.
            try edit.undo(change, isDryRun: showing.dryRun, listing: showing.listing(to: session.reporter))
        }
        if !session.reporter.isJSON, !session.reporter.isQuiet {
            let parts = ["\(showing.dryRun ? "Would undo" : "Undid") \(what)"] + sentLines
            try session.reporter.print(parts.joined(separator: "; "))
        }
        try VerdictChangeReport(changes: changes, isDryRun: showing.dryRun)
            .print(to: session.reporter, command: "fence undo") { summary in
                summary.set("undone", change.command)
                summary.set("sentSince", sent)
            }
        return .success
    }
}
