import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

struct IndexMergeCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge another machine's index into this one.",
        discussion: """
            Adds what only the other index knows: marks, holds, receipts, and the runs that have ended there. It is \
            only read; a backup of it, by workphotos index backup, is best, and an index with a write-ahead log that \
            has content is not read. One with staged photos, parked photos, or a run that has not ended, is refused. \
            Everything is added at once or not at all, and the same index a second time adds nothing: what was said \
            here since stands, until it is said again there.

            Marks and holds go by content, and personal marks and holds by path too. Where two marks differ, personal \
            stands, and the photo is named. What is held in either index is held, also from destinations: from these \
            each merge holds again what workphotos mark work lifted here, until it lifts it there too, since nothing \
            tells whether the copy was taken back again. Photos here that may have one of these contents are read to \
            find out.

            Receipts count for the destinations that are configured in both indexes, known by their markers. They say \
            where a copy may be: a purge reads each copy, as always. Runs are for reading: undo and runs --empty-trash \
            are done where they ran. What they removed in the last seven days counts for the limit on removals.

            Shares and albums stay with the other index, and are counted. Asks, or requires --yes, if marks as work of \
            the other index reverse the verdicts of fences that are never work, or reach more than 100 photos; photos \
            that cannot be read now, or are only imported, and may be such, count too. No single command takes a merge \
            back: back up the index before.

            Examples:
              workphotos index merge laptop.sqlite --dry-run
              workphotos index backup before.sqlite
              workphotos index merge laptop.sqlite && workphotos scan
            """)

    @Argument(
        help: ArgumentHelp("The other machine's index, or a backup of it.", valueName: "index"),
        completion: .file())
    var other: String

    @Flag(name: [.customShort("n"), .long], help: "Show what would be added; write nothing.")
    var dryRun = false

    @OptionGroup
    var confirmation: ConfirmationOption

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Merging" }

    func run(in session: Session) async throws -> ExitStatus {
        let path = session.places.absolute(other)
        let merge = IndexMerge(
            of: path, into: try session.places.index(), rules: session.rules, isDryRun: dryRun, wait: global.wait,
            environment: session.environment, progress: session.progress)
        let merged = try await merge.run { merged in
            try await ChangeQuestion(merging: merged)?.ask(confirmation, in: session)
        }
        let report = MergeReport(merged: merged, path: path, isDryRun: dryRun)
        if session.reporter.isJSON {
            try report.lines.forEach { try session.reporter.print($0) }
        } else if !session.reporter.isQuiet {
            try report.text.forEach { try session.reporter.print($0) }
            if merged.reread > 0 {
                try session.reporter.print("next: \(global.keepingPlaces(in: "workphotos scan"))")
            }
        }
        report.warnings.forEach(session.reporter.warn)
        return .success
    }
}
