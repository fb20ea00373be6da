import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos destination check`.
struct DestinationCheckCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "See whether a destination is there, is itself, and lies outside of the library.",
        discussion: """
            Writes nothing, neither there nor here. What was uploaded is checked by workphotos verify.

            All of it is looked through for unfinished copies that uploads which were killed have left, under names \
            that begin with .workphotos- and end with .part. The next upload settles those of its own; one in a \
            directory that was renamed since, or of a destination that was removed, is taken away by \
            --remove-unfinished, after asking. What this index does not know may be another machine's, which is \
            sending: that is only listed.

            Examples:
              workphotos destination check nas
              workphotos destination check nas --remove-unfinished
              workphotos destination check folder:/mnt/nas/work
            """)

    @Argument(help: ArgumentHelp("The destination's name, or where it is.", valueName: "name"))
    var name: String

    @Flag(help: "Take away unfinished copies that uploads which have ended left there, and that this index knows.")
    var removeUnfinished = false

    @Flag(name: [.customShort("n"), .long], help: "With --remove-unfinished: show what would go; write nothing.")
    var dryRun = false

    @Flag(name: [.short, .long], help: "With --remove-unfinished: do not ask before removing.")
    var yes = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if !removeUnfinished, dryRun || yes {
            throw ValidationError("--dry-run and --yes go with --remove-unfinished.")
        }
    }

    var activity: String { "Looking" }

    func run(in session: Session) async throws -> ExitStatus {
        if removeUnfinished, !dryRun {
            try RemovalQuestion.makeSureOfAnswer(isConfirmed: yes, in: session.environment)
        }
        let found = try await session.destinationList().check(name, directory: session.places.expanded) {
            facts async throws(PipelineError) in
            guard removeUnfinished, !dryRun else { return false }
            if !yes { try await question(facts).ask(in: session.environment) }
            return true
        }
        let report = DestinationReport(now: session.environment.clock.now)
        if session.reporter.isJSON {
            try session.reporter.print(report.json(found))
            for copy in found.unfinished { try session.reporter.print(report.json(copy)) }
            try session.reporter.print(report.summary("destination check", count: 1, removed: found.removed))
        } else if !session.reporter.isQuiet {
            try report.lines(found).forEach(session.reporter.print)
        }
        if found.removed > 0 { session.reporter.note("Unfinished copies removed: \(found.removed.grouped)") }
        for copy in found.unfinished { session.reporter.note(report.words(on: copy, found, global)) }
        if !found.isSearched {
            session.reporter.warn("Not all of it could be looked through for unfinished copies")
        }
        if let signal = session.environment.interruption.signal { return ExitStatus(signal) }
        return .success
    }

    private func question(_ facts: DestinationFacts) -> RemovalQuestion {
        let copies = facts.unfinished.filter { $0.standing == .left }
        return RemovalQuestion(
            headline: "Unfinished copies at \(terminalSafe(facts.named.name)) are removed:",
            lines: copies.map { "\(terminalSafe($0.path.bytes)), \($0.bytes.byteSize)" }, groups: copies.count)
    }
}
