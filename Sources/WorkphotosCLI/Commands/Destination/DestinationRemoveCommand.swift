import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline

struct DestinationRemoveCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a destination from the index.",
        discussion: """
            Nothing changes at the destination. Its receipts are kept but no longer count: what was uploaded only \
            there counts as not uploaded, and what was purged can be restored only from the trash. Adding the \
            destination again restores its receipts. Asks, or requires --yes, if it has anything of the library.

            Examples:
              workphotos destination remove nas -n
              workphotos destination remove nas
            """)

    @Argument(
        help: ArgumentHelp("Name of the destination, or its spec if it has no name.", valueName: "name"),
        completion: Completions.destinations)
    var name: String

    @Flag(name: [.customShort("n"), .long], help: "Show what would change; write nothing.")
    var dryRun = false

    @OptionGroup
    var confirmation: ConfirmationOption

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        if !dryRun, !confirmation.yes { try await ask(in: session) }
        let removal = try await remove(isDryRun: dryRun, in: session)
        let reporter = session.reporter
        let shared = (try? session.shares())?.count { $0.destination == removal.name } ?? 0
        if reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "destination remove")
            summary.set("name", removal.name)
            summary.set("spec", removal.spec)
            summary.set("photos", removal.photos)
            summary.set("removed", removal.removed)
            summary.set("beingRemoved", removal.beingRemoved)
            summary.set("unsettled", removal.unsettled)
            summary.set("shared", shared)
            summary.set("dryRun", dryRun)
            try reporter.print(summary)
        } else if !reporter.isQuiet {
            try reporter.print(
                "\(dryRun ? "would be removed" : "removed"): \(terminalSafe(removal.name))"
                    + " (\(terminalSafe(removal.spec)))")
            if removal.photos > 0 {
                let verb = dryRun ? "would count" : removal.photos == 1 ? "counts" : "count"
                try reporter.print("\(removal.photos.counting("photo")) \(verb) as not uploaded")
            }
        }
        if removal.removed > 0 { warn(of: removal, reporter) }
        if removal.beingRemoved > 0 { warnOfKilledPurge(removal, reporter) }
        if removal.unsettled > 0 { warnOfUnfinished(removal, reporter) }
        if shared > 0 { warnOfShares(shared, removal, reporter) }
        return .success
    }

    private func remove(isDryRun: Bool, in session: Session) async throws -> DestinationEdit.Removal {
        try await session.destinationEdit(onlyReads: isDryRun).remove(
            name, unsentSidecars: try session.configuration().upload.unsentSidecars, isDryRun: isDryRun,
            wait: global.wait)
    }

    private func ask(in session: Session) async throws {
        let removal = try await remove(isDryRun: true, in: session)
        let shared = (try? session.shares())?.count { $0.destination == removal.name } ?? 0
        let lines = [
            removal.photos == 0 ? nil : "\(removal.photos.counting("photo")) will count as not uploaded",
            removal.removed == 0 ? nil : "\(removal.removed.counting("purged photo")) will have no copy with a receipt",
            removal.beingRemoved == 0
                ? nil : "\(removal.beingRemoved.counting("photo")) of a killed purge will have none either",
            removal.unsettled == 0 ? nil : "\(removal.unsettled.counting("killed upload")) will be given up",
            shared == 0 ? nil : "\(shared.counting("share")) there will stay in force",
        ].compactMap(\.self)
        if lines.isEmpty { return }
        try await confirmation.ask(
            "This removes \(terminalSafe(removal.name)) (\(terminalSafe(removal.spec)))",
            lines + ["to bring it back: \(adding(removal))"], photos: max(removal.photos, removal.removed), in: session)
    }

    /// Warns of shares that are still in force. They can be ended only while the destination is known.
    private func warnOfShares(_ shared: Int, _ removal: DestinationEdit.Removal, _ reporter: Reporter) {
        let stop = "workphotos share --stop --to \(shellQuoted(removal.name))"
        let next =
            dryRun
            ? "To stop that first: \(global.keepingPlaces(in: stop))"
            : "To stop that: \(adding(removal)), then \(global.keepingPlaces(in: stop))"
        reporter.warn("\(shared.counting("share")) there \(shared == 1 ? "is" : "are") in force still. \(next)")
    }

    /// Warns of unfinished copies that a killed run left at the destination.
    private func warnOfUnfinished(_ removal: DestinationEdit.Removal, _ reporter: Reporter) {
        let check = global.keepingPlaces(in: "workphotos destination check \(shellQuoted(removal.spec))")
        let first = dryRun ? "To finish them first" : "To see what they left, and remove it"
        let next = dryRun ? "workphotos upload --to \(shellQuoted(removal.name))" : "\(check) --remove-unfinished"
        reporter.warn(
            "\(removal.unsettled.counting("upload")) there \(removal.unsettled == 1 ? "was" : "were") killed and "
                + "\(dryRun ? "would be" : removal.unsettled == 1 ? "is" : "are") given up; unfinished copies may remain there. "
                + "\(first): \(dryRun ? global.keepingPlaces(in: next) : next)")
    }

    /// Warns of purged photos that may have no other copy.
    private func warn(of removal: DestinationEdit.Removal, _ reporter: Reporter) {
        let (have, them) = removal.removed == 1 ? ("has", "it") : ("have", "them")
        reporter.warn(
            "\(removal.removed.counting("photo")) that a purge removed \(have) no other copy with a receipt: unless the "
                + "trash still has \(them), no undo restores \(them) without '\(terminalSafe(removal.name))'. To add it "
                + "again: \(adding(removal))")
    }

    /// Warns of photos of a killed purge, which may be gone from the library.
    private func warnOfKilledPurge(_ removal: DestinationEdit.Removal, _ reporter: Reporter) {
        let have = removal.beingRemoved == 1 ? "has" : "have"
        let next =
            dryRun
            ? "To settle that first: \(global.keepingPlaces(in: "workphotos scan"))"
            : "To add the destination again: \(adding(removal))"
        reporter.warn(
            "\(removal.beingRemoved.counting("photo")) of a killed purge \(have) no other copy with a receipt, and "
                + "may be gone from the library. \(next)")
    }

    /// The command that adds the destination again.
    private func adding(_ removal: DestinationEdit.Removal) -> String {
        let name = removal.name.contains(":") ? "NAME" : shellQuoted(removal.name)
        return global.keepingPlaces(in: "workphotos destination add \(name) \(shellQuoted(removal.spec))")
    }
}
