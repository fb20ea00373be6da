import ArgumentParser
import PhotoModel
import PhotoPipeline

struct IndexVacuumCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "vacuum",
        abstract: "Compact the index.",
        discussion: """
            The index keeps the space of deleted data for later use; after workphotos root forget, that may be most of \
            the file. This command rewrites the whole index without it. Its contents do not change, and an interrupted \
            run leaves the index as it was. While it runs, it needs free space of twice the size of the index.

            Examples:
              workphotos index vacuum --dry-run
              workphotos root forget /mnt/old && workphotos index vacuum
            """)

    @Flag(name: [.customShort("n"), .long], help: "Show how much space would be freed; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Compacting the index" }

    func run(in session: Session) async throws -> ExitStatus {
        let path = try session.places.index()
        let outcome = try await IndexVacuum(
            path: path, isDryRun: dryRun, wait: global.wait, environment: session.environment
        ).run()
        if session.reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "index vacuum")
            summary.set(path: path)
            summary.set("before", outcome.before)
            summary.set("after", outcome.after)
            summary.set("dryRun", dryRun)
            try session.reporter.print(summary)
        } else if !session.reporter.isQuiet {
            try session.reporter.print(sentence(outcome))
        }
        if outcome.isHeldUp {
            session.reporter.note(
                "Another program is reading the index: the file shrinks after that program and the next scan have ended"
            )
        }
        return .success
    }

    private func sentence(_ outcome: IndexVacuum.Outcome) -> String {
        let less = max(0, outcome.before - outcome.after).byteSize
        return dryRun
            ? "The index uses \(outcome.before.byteSize); at least \(less) would be freed"
            : "The index uses \(outcome.after.byteSize), \(less) less than before"
    }
}
