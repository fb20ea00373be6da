import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos apply`.
struct ApplyCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Carry out what is staged, or a plan.",
        discussion: """
            Without a number all that is staged. Every group is judged and looked at anew: one that is not work any \
            more stays, and one whose files are not those that were staged or planned is refused, with exit status 4; \
            the others are done.

            Examples:
              workphotos apply
              workphotos apply 12 13
              workphotos upload --plan plan.ndjson && workphotos apply --plan plan.ndjson
            """)

    @Argument(help: ArgumentHelp("The numbers of staged actions.", valueName: "id"))
    var ids: [Int64] = []

    @Option(
        help: ArgumentHelp("Carry out the lines of this file, which --plan of upload wrote.", valueName: "file"),
        completion: .file())
    var plan: String?

    @Flag(name: [.customShort("n"), .long], help: "Show what would be done; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if !ids.isEmpty, plan != nil { throw ValidationError("Give numbers or --plan, not both.") }
    }

    func run(in session: Session) async throws -> ExitStatus {
        let origin: PlanOrigin =
            if let plan {
                .plan(try PlanFile(reading: session.places.absolute(plan), kind: .upload))
            } else {
                .staged(ids.isEmpty ? nil : ids)
            }
        return try await UploadCall(
            command: "apply", to: nil, creation: .never, origin: origin, mode: dryRun ? .dryRun : .carryOut,
            session: session
        ).run(waiting: global.wait)
    }
}
