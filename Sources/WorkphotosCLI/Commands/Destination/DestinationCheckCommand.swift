import ArgumentParser
import PhotoModel
import PhotoPipeline

struct DestinationCheckCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a destination: reachable, with its marker, writable, outside the library.",
        discussion: """
            Without a name, checks every destination; the exit status is that of the worst one. Writes a small file \
            with a temporary name there, which scans skip, and removes it again, into the trash at Google Drive; with \
            -n writes nothing. Never changes the index. To check what was uploaded, use workphotos verify.

            Also searches the whole destination for unfinished copies. Killed uploads leave them under names that \
            begin with .workphotos- and end with .part. The next upload settles its own, also in a directory that was \
            moved. Those at a destination that was removed are deleted by --remove-unfinished, after confirmation. One \
            that nothing proves to be what was sent, since it or its photo has changed, is listed with the command that \
            removes it. An unfinished copy that this index does not know may belong to another machine that is still \
            sending, so it is only listed.

            Examples:
              workphotos destination check
              workphotos destination check nas
              workphotos destination check nas --remove-unfinished
              workphotos destination check folder:/mnt/nas/work
            """)

    @Argument(
        help: ArgumentHelp("Name or spec of the destination (default: all).", valueName: "name"),
        completion: Completions.destinations)
    var name: String?

    @Flag(help: "Delete unfinished copies that this index knows and whose uploads have ended.")
    var removeUnfinished = false

    @Flag(
        name: [.customShort("n"), .long], help: "Write no file, and show what --remove-unfinished would delete.")
    var dryRun = false

    @Flag(name: [.short, .long], help: "With --remove-unfinished: do not ask for confirmation.")
    var yes = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if !removeUnfinished, yes { throw ValidationError("--yes requires --remove-unfinished.") }
    }

    var activity: String { "Looking" }

    func run(in session: Session) async throws -> ExitStatus {
        if removeUnfinished, !dryRun {
            try RemovalQuestion.requireAnswer(isConfirmed: yes, in: session.environment)
        }
        guard let name else { return try await checkAll(session) }
        let found = try await check(name, session)
        try end([found], session)
        return session.environment.interruption.signal.map { ExitStatus($0) } ?? .success
    }

    /// A destination that fails its check does not stop the check of the others.
    private func checkAll(_ session: Session) async throws -> ExitStatus {
        let all = try session.destinationList().all()
        if all.isEmpty {
            session.reporter.note("There is no destination; to add one: workphotos destination add NAME SPEC")
        }
        var found: [DestinationFacts] = []
        var failures: [ExitStatus] = []
        for one in all where session.environment.interruption.signal == nil {
            if !found.isEmpty, !session.reporter.isJSON, !session.reporter.isQuiet { try session.reporter.print("") }
            do {
                found.append(try await check(one.named.name, session))
            } catch  where PipelineError(error) != nil {
                let failure = Failure(error, options: global, interruption: session.environment.interruption)
                session.reporter.warn(failure.text)
                failures.append(failure.exit)
            }
        }
        try end(found, session)
        if let signal = session.environment.interruption.signal { return ExitStatus(signal) }
        if failures.isEmpty { return .success }
        let worst = ExitStatus(worstOf: failures)
        return worst == .failed && !found.isEmpty ? .partial : worst
    }

    private func check(_ name: String, _ session: Session) async throws -> DestinationFacts {
        let found = try await session.destinationList().check(
            name, directory: session.places.expanded, isWriting: !dryRun
        ) { facts in
            guard removeUnfinished, !dryRun else { return false }
            if !yes { try await question(facts).ask(in: session.environment) }
            return true
        }
        let report = DestinationReport(now: session.environment.clock.now)
        if session.reporter.isJSON {
            try session.reporter.print(report.json(found))
            for copy in found.unfinished { try session.reporter.print(report.json(copy)) }
        } else if !session.reporter.isQuiet {
            try report.lines(found).forEach { try session.reporter.print($0, indent: 16) }
        }
        if found.removed > 0 { session.reporter.note("Unfinished copies removed: \(found.removed.grouped)") }
        for copy in found.unfinished { session.reporter.note(report.words(on: copy, found, global)) }
        if !found.isSearched {
            session.reporter.warn(
                "The search for unfinished copies is incomplete: part of the destination could not be read")
        }
        return found
    }

    private func end(_ found: [DestinationFacts], _ session: Session) throws {
        guard session.reporter.isJSON else { return }
        let report = DestinationReport(now: session.environment.clock.now)
        try session.reporter.print(
            report.summary(
                "destination check", count: found.count, removed: found.reduce(0) { $0 + $1.removed }))
    }

    private func question(_ facts: DestinationFacts) -> RemovalQuestion {
        let copies = facts.unfinished.filter { $0.standing == .left }
        return RemovalQuestion(
            headline: "Unfinished copies at \(terminalSafe(facts.named.name)) will be removed:",
            lines: copies.map { "\(terminalSafe($0.path.bytes)), \($0.bytes.byteSize)" }, photos: copies.count)
    }
}
