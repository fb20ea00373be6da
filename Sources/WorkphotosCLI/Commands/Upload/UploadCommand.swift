import ArgumentParser
import PhotoModel
import PhotoPipeline

struct UploadCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "upload",
        abstract: "Upload work photos that a destination does not have yet.",
        discussion: """
            Sends photos that are judged work now and have no receipt from the destination yet, with all their files: \
            a still with its RAW, clip, edits and sidecars. Each copy is read back and compared before it counts, and \
            nothing at the destination is ever overwritten: a sidecar that has changed is sent beside its earlier \
            version, and the upload reports it. Photos that changed since the last scan, or less than [upload] settle \
            ago, wait for the next upload. Nothing in the library changes; workphotos purge removes what is uploaded. On a \
            terminal, --dry-run and --stage count the photos by fence and month; -v lists each.

            The destination is --to, else that of the fence, else [upload] to, else the only one there is. A photo is \
            sent again only if the destination has lost it.

            [upload] bwlimit of the configuration, or --bwlimit, limits the upload rate. It is written as for rclone: \
            a rate in bytes per second with K, M or G (a number alone is in K, of 1,024 bytes), or a timetable, times \
            with rates that hold until the next time. A time may have a day before it, as in mon-08:00,1M. All files \
            that are sent to a destination at the same time share the rate. Reading copies back from a folder is not \
            limited.

            Examples:
              workphotos destination add nas folder:/mnt/nas/work-photos
              workphotos upload --dry-run
              workphotos upload --dry-run --html plan.html
              workphotos upload --to nas --since 2026-05-01
              workphotos upload --bwlimit \"08:00,512k 19:00,10M 23:00,off\"
              workphotos upload --stage && workphotos staged && workphotos apply
            """)

    @Option(
        help: ArgumentHelp("Destination: a name, or a place such as folder:PATH.", valueName: "dest"),
        completion: Completions.destinations)
    var to: String?

    @Flag(help: "Stage the uploads for apply; send nothing.")
    var stage = false

    @Flag(help: "Make a folder a destination without asking.")
    var create = false

    @Option(
        help: ArgumentHelp(
            "Write the plan to a file, as NDJSON, - for standard output; send nothing.", valueName: "file"))
    var plan: String?

    @OptionGroup
    var inferred: InferredOption

    @OptionGroup
    var rate: RateOption

    @OptionGroup
    var selection: SelectionOptions

    @Flag(name: [.customShort("n"), .long], help: "Show what would be sent; write nothing.")
    var dryRun = false

    @OptionGroup
    var page: PageOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if stage, plan != nil { throw ValidationError("--stage and --plan cannot be combined.") }
        try page.validatePlan(isShown: dryRun)
    }

    func run(in session: Session) async throws -> ExitStatus {
        let session = session.sending(rate).printing(plan: plan)
        let upload = try session.upload(
            .selection(try selection.selection(in: session)), to: to, creation: create ? .create : .ask,
            includesInferred: inferred.includeInferred)
        let page = try PageReport(page, title: "What would be uploaded", fates: ("would go", "would stay"), session)
        let status = try await session.carryOut(
            upload, try session.planMode(plan, isStaged: stage, isDryRun: dryRun), as: "upload", page: page)
        if let plan, !dryRun { NextSteps(session: session).tellHowToApply(plan: plan) }
        return status
    }
}
