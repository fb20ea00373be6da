import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos upload`.
struct UploadCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "upload",
        abstract: "Send the work photos that are not there yet to a destination.",
        discussion: """
            Sent is what is judged work now and has no receipt from the destination yet: whole groups, a still with \
            its RAW, clip, edits and sidecars. Each copy is read back and compared before it counts, and nothing that \
            is at the destination is ever overwritten: a sidecar that changed since goes beside its earlier version, \
            which is said. Photos that changed since the last scan, or less than [upload] settle ago, wait for the next \
            time. Nothing in the library changes; workphotos purge removes what is uploaded.

            The destination is --to, else a fence's own, else [upload] to, else the only one there is. A photo is sent \
            again only where the destination has lost it.

            [upload] bwlimit of the configuration, or --bwlimit, keeps the sending slow: a rate in bytes a second with \
            K, M or G (a number alone is K, of 1,024 bytes), or times with rates, from each of which on its rate \
            counts, until the next; a time may have a day before it, as in mon-08:00,1M. It is written as for rclone. \
            All files that are sent to a destination at the same time share it; reading copies back from a folder is \
            not slowed.

            Examples:
              workphotos destination add nas folder:/mnt/nas/work-photos
              workphotos upload --dry-run
              workphotos upload --to nas --since 2026-05-01
              workphotos upload --bwlimit \"08:00,512k 19:00,10M 23:00,off\"
              workphotos upload --stage && workphotos staged && workphotos apply
            """)

    @Option(
        help: ArgumentHelp("Where to: a destination's name, or folder:PATH.", valueName: "dest"),
        completion: Completions.destinations)
    var to: String?

    @Flag(help: "Put the uploads aside for apply, and send nothing.")
    var stage = false

    @Flag(help: "Make a folder a destination without asking.")
    var create = false

    @Option(help: ArgumentHelp("Write the plan to a file, as NDJSON, and send nothing.", valueName: "file"))
    var plan: String?

    @OptionGroup
    var rate: RateOption

    @OptionGroup
    var selection: SelectionOptions

    @Flag(name: [.customShort("n"), .long], help: "Show what would be sent; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if stage, plan != nil { throw ValidationError("--stage and --plan exclude each other.") }
    }

    func run(in session: Session) async throws -> ExitStatus {
        let session = session.sending(rate)
        let upload = try session.upload(
            .selection(try selection.selection(in: session)), to: to, creation: create ? .create : .ask)
        let status = try await session.carryOut(upload, mode(session), as: "upload")
        if let plan, !dryRun { NextSteps(session: session).tellHowToApply(plan: plan) }
        return status
    }

    private func mode(_ session: Session) -> PlanMode {
        if dryRun { return .dryRun }
        if let plan { return .write(session.places.absolute(plan)) }
        return stage ? .stage : .carryOut
    }
}
