import ArgumentParser
import PhotoModel
import PhotoPipeline

struct PurgeCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Remove work photos whose upload is verified.",
        discussion: """
            Removes photos with all their files: those that are judged work now, and of which every file, including \
            sidecars, has a copy at one destination. Before anything is removed, each file is hashed again and each copy is read \
            again. A photo is kept if one copy is missing, or if one of its files is held, marked personal, changed \
            since the last scan, or matched by [purge] keep. Takeout's files stay where they are if [upload] sidecars \
            does not name them, and do not keep their photos.

            Files are moved to the trash and use space there until workphotos runs --empty-trash deletes them; \
            workphotos undo restores them. Within seven days, at most a quarter of the photos of a root is removed, \
            and of all roots together; if more would be removed, nothing is, and the command names the --limit and --older-than that fit. [purge] max-delete lowers that limit, and \
            --max-delete sets another one for this run. A removal counts for every root that contains the photo's path, \
            or did in these days, and for all roots together even if its root was forgotten. Photos that are known to be removed only from the trash or from the receipts of a rebuilt index \
            count too. Without --yes, the command asks for confirmation. On a terminal, --dry-run and --stage count the \
            photos by fence and month; -v lists each.

            [purge] also has older-than, verified-for, keep and require, the number of destinations that must have \
            every file. The patterns of keep are matched against whole paths, and ~/ is your home directory. A pattern \
            that does not begin with a slash matches at any depth, and one that names a directory keeps everything in \
            it.

            Examples:
              workphotos purge --dry-run
              workphotos purge --dry-run --html plan.html
              workphotos purge --older-than 30d --verified-for 7d
              workphotos purge --until 2025-12-31 --yes
              workphotos purge --stage && workphotos staged && workphotos apply
            """)

    @Flag(help: "Stage the removals for apply; remove nothing.")
    var stage = false

    @Option(
        help: ArgumentHelp(
            "Write the plan to a file, as NDJSON, - for standard output; remove nothing.", valueName: "file"))
    var plan: String?

    @OptionGroup
    var removal: RemovalOptions

    @Option(
        help: ArgumentHelp(
            "Only photos taken at least this long ago, such as 30d; photos without a known time are kept. 0s "
                + "for all.",
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
    var page: PageOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if stage, plan != nil { throw ValidationError("--stage and --plan cannot be combined.") }
        try page.validatePlan(isShown: dryRun)
        if stage || plan != nil, removal.permanently {
            throw ValidationError("Give --permanently to apply instead: staging and plans only select photos.")
        }
    }

    func run(in session: Session) async throws -> ExitStatus {
        let session = session.printing(plan: plan)
        let purge = try PurgeAct(
            origin: .selection(try selection.selection(in: session)), settings: settings(session),
            isConfirmed: removal.yes)
        let page = try PageReport(page, title: "What would be removed", fates: ("would go", "would stay"), session)
        let status = try await session.carryOut(
            .purge(purge), try session.planMode(plan, isStaged: stage, isDryRun: dryRun), as: "purge",
            again: session.typed.withLimit, page: page)
        if let plan, !dryRun { NextSteps(session: session).tellHowToApply(plan: plan) }
        return status
    }

    private func settings(_ session: Session) -> @Sendable () throws -> PurgeSettings {
        { [removal, olderThan, verifiedFor, inferred] in
            var settings = try session.now.purgeSettings()
            removal.change(&settings)
            if let olderThan { settings.olderThan = olderThan == .zero ? nil : olderThan }
            if let verifiedFor { settings.verifiedFor = verifiedFor == .zero ? nil : verifiedFor }
            settings.includesInferred = inferred.includeInferred
            return settings
        }
    }
}
