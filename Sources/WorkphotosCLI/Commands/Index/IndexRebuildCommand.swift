import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline

struct IndexRebuildCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Rebuild a lost index from a destination.",
        discussion: """
            Creates an index if there is none, and adds the destination with the receipts that it stores in \
            receipts.ndjson. An existing index is added to: nothing in it is lost or changed. The next scan hashes \
            every photo that may have a receipt and recognizes those that have one as uploaded; nothing is sent twice. \
            What was taken back from the destination or accepted as missing there is held from it again. Marks and \
            other holds are stored only in the index: `workphotos index backup` keeps them.

            Examples:
              workphotos index rebuild --from folder:/mnt/nas --name nas
              workphotos scan ~/Pictures
              workphotos upload --to folder:/mnt/nas --dry-run
            """)

    @Option(
        help: ArgumentHelp("Destination to read: a spec, or a name from the configuration.", valueName: "dest"),
        completion: Completions.destinations)
    var from: String

    @Option(
        help: ArgumentHelp("Name for the destination, if it has none in the configuration.", valueName: "name"),
        transform: destinationName)
    var name: String?

    @Flag(name: [.customShort("n"), .long], help: "Show what would be added; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Reading receipts" }

    func run(in session: Session) async throws -> ExitStatus {
        let rebuild = IndexRebuild(
            path: try session.places.index(), configured: try session.configuredDestinations(), isDryRun: dryRun,
            environment: try session.environmentWithSettings(onlyReads: dryRun))
        let outcome = try await rebuild.run(from: from, as: name, path: session.places.expanded)
        if session.reporter.isJSON {
            try session.reporter.print(json(outcome))
        } else if !session.reporter.isQuiet {
            try lines(outcome).forEach { try session.reporter.print($0) }
        }
        if outcome.unreadable > 0 {
            session.reporter.warn("\(outcome.unreadable.counting("invalid line")) in the list skipped")
        }
        if outcome.unproved > 0 {
            let copies = outcome.unproved == 1 ? "1 copy" : "\(outcome.unproved.grouped) copies"
            session.reporter.warn(
                "\(copies) there skipped, since nothing proves the bytes; upload asks about them again")
        }
        if outcome.foreign > 0 {
            session.reporter.warn("\(outcome.foreign.counting("receipt")) of another destination skipped")
        }
        return outcome.unreadable + outcome.unproved + outcome.foreign > 0 ? .partial : .success
    }

    private func json(_ outcome: IndexRebuild.Outcome) -> JSONLine {
        var summary = JSONLine(type: "summary")
        summary.set("command", "index rebuild")
        summary.set("destination", outcome.destination)
        summary.set("marker", outcome.marker.text)
        summary.set("receipts", outcome.receipts)
        summary.set("new", outcome.new)
        summary.set("ended", outcome.ended)
        summary.set("unreadable", outcome.unreadable + outcome.unproved)
        summary.set("foreign", outcome.foreign)
        summary.set("reread", outcome.reread)
        summary.set("newIndex", outcome.isNewIndex)
        summary.set("dryRun", dryRun)
        return summary
    }

    private func lines(_ outcome: IndexRebuild.Outcome) -> [String] {
        let would = dryRun ? "would be " : ""
        let receipts = outcome.receipts.counting("receipt")
        var lines = ["\(terminalSafe(outcome.destination)) has \(receipts); \(outcome.new.grouped) \(would)added"]
        if outcome.ended > 0 {
            lines.append(
                "\(outcome.ended.counting("receipt")) ended, since the copies were taken back or accepted as missing: "
                    + "their photos are \(would)held from it")
        }
        if !outcome.hasRoots {
            lines.append("next: \(global.keepingPlaces(in: "workphotos scan DIR"))")
            lines.append("That finds the photos that they belong to")
        }
        if outcome.hasRoots, outcome.reread > 0 {
            lines.append("next: \(global.keepingPlaces(in: "workphotos scan"))")
            lines.append("That reads \(outcome.reread.counting("file")) again, to find the photos that they belong to")
        }
        return lines
    }
}
