import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos purge`.
struct PurgeCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Remove the work photos whose upload is verified.",
        discussion: """
            Removes whole groups of files: those that are judged work now, and of which every file, sidecars too, has \
            a copy at one destination. Each file is hashed once more and each copy is read again before anything goes. \
            A group stays where one copy is missing, and where one of its files is held, marked personal, changed \
            since the last scan, or named by [purge] keep.

            Files go into the trash, and take up room until workphotos runs --empty-trash removes them from there; \
            workphotos undo brings them back. Within seven days at most a quarter of the photos of a root goes, and of \
            all roots together; where more would go, nothing does. [purge] max-delete lowers that limit, and \
            --max-delete sets another one for this run. A photo counts for the root where it was first seen in these \
            days, and what only the trash or a rebuilt index's receipts know to be gone counts too. Without --yes you \
            are asked.

            [purge] also has older-than, verified-for, keep and require, the number of destinations at which every \
            file has to be. The patterns of keep are compared with whole paths, and ~/ is your home. A pattern that \
            does not begin with a slash matches at any depth, and one that names a directory keeps all in it.

            Examples:
              workphotos purge --dry-run
              workphotos purge --older-than 30d --verified-for 7d
              workphotos purge --until 2025-12-31 --yes
              workphotos purge --stage && workphotos staged && workphotos apply
            """)

    @Flag(help: "Put the removals aside for apply, and remove nothing.")
    var stage = false

    @Option(help: ArgumentHelp("Write the plan to a file, as NDJSON, and remove nothing.", valueName: "file"))
    var plan: String?

    @OptionGroup
    var removal: RemovalOptions

    @Option(
        help: ArgumentHelp(
            "Only photos taken at least this long ago, such as 30d; photos without a known time stay. 0s for all.",
            valueName: "duration"),
        transform: duration)
    var olderThan: Duration?

    @Option(
        help: ArgumentHelp(
            "Only photos uploaded at least this long ago, such as 7d. 0s for all.", valueName: "duration"),
        transform: duration)
    var verifiedFor: Duration?

    @OptionGroup
    var inferred: InferredOption

    @OptionGroup
    var selection: SelectionOptions

    @Flag(name: [.customShort("n"), .long], help: "Show what would be removed; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if stage, plan != nil { throw ValidationError("--stage and --plan exclude each other.") }
        if stage || plan != nil, removal.permanently {
            throw ValidationError("Give --permanently to apply: how photos go is said when they do.")
        }
    }

    func run(in session: Session) async throws -> ExitStatus {
        let purge = PurgeAct(
            origin: .selection(try selection.selection(in: session)), settings: try settings(session),
            isConfirmed: removal.yes)
        let status = try await session.carryOut(
            .purge(purge), mode(session), as: "purge", again: session.typed.withLimit)
        if let plan, !dryRun { NextSteps(session: session).tellHowToApply(plan: plan) }
        return status
    }

    private func settings(_ session: Session) throws -> PurgeSettings {
        var settings = try session.purgeSettings()
        removal.change(&settings)
        if let olderThan { settings.olderThan = olderThan == .zero ? nil : olderThan }
        if let verifiedFor { settings.verifiedFor = verifiedFor == .zero ? nil : verifiedFor }
        settings.includesInferred = inferred.includeInferred
        return settings
    }

    private func mode(_ session: Session) -> PlanMode {
        if dryRun { return .dryRun }
        if let plan { return .write(session.places.absolute(plan)) }
        return stage ? .stage : .carryOut
    }
}
