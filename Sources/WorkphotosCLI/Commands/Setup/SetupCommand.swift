import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

struct SetupCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Ask where photos, work and copies are, and write the configuration.",
        discussion: """
            Asks where your photos are, where you work (a map link, LAT,LON, or a photo that was taken there) and \
            where copies should go. Each answer is tried at once, and asked for again if it does not work. Then shows \
            what it would write. Once you agree, it writes the configuration, the fences and the destination's marker, \
            scans, shows what it found, and proposes places with many photos as fences: as work, or as never work, \
            such as a home. Nothing is sent and nothing is removed. The destination is written to the configuration as \
            well, so that an index that is lost can be rebuilt from it.

            Run again, it asks for another workplace and another destination, and scans.

            Ctrl-D at a question before the scan ends the setup, and nothing is written.

            Examples:
              workphotos setup
              workphotos setup -n
            """)

    @Flag(name: [.customShort("n"), .long], help: "Ask and show; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        guard session.environment.confirmation.canAsk else {
            throw Failure(
                .usage, what: "unconfirmed", message: "setup asks questions, but standard input is not a terminal",
                next: "workphotos help setup")
        }
        session.progress.end()
        let plan = try await SetupDialog(session: session).plan()
        let writing = SetupWriting(plan: plan, session: session)
        let text = try writing.configuration()
        for line in writing.lines(text) { session.reporter.note(line) }
        if dryRun {
            session.reporter.note("Nothing was written.")
            try report(plan, session)
            return .success
        }
        if plan.isEmpty {
            session.reporter.note("Everything is already set up.")
        } else {
            guard try await SetupDialog(session: session).agrees("Write this? [Y/n]", byDefault: true) else {
                throw Failure.nothingWritten
            }
            try await writing.write(text)
        }
        try report(plan, session)
        return try await end(plan, session)
    }

    private func report(_ plan: SetupPlan, _ session: Session) throws {
        guard session.reporter.isJSON else { return }
        var summary = JSONLine(type: "summary")
        summary.set("command", "setup")
        summary.set("roots", plan.roots.map(\.string))
        summary.set("fences", plan.fences.count)
        summary.set("name", plan.destination?.name)
        summary.set("spec", plan.destination?.spec.shown)
        summary.set("dryRun", dryRun)
        try session.reporter.print(summary)
    }

    /// Scans, looks at the new fences, proposes places, and shows the commands that do what was written and this, and
    /// the next steps.
    private func end(_ plan: SetupPlan, _ session: Session) async throws -> ExitStatus {
        if session.reporter.isJSON { return .success }
        let session = session.now
        session.progress.begin("Scanning")
        let scan = ScanCall(options: ScanOptions.init(_:places:), isDryRun: false, session: session)
        let status = try await scan.run(waiting: .zero)
        session.progress.end()
        if session.environment.interruption.signal != nil { return status }
        var found = plan
        found.fences = try await understood(plan.fences, session)
        let fences = try session.fenceStore().load().fences
        try await SuggestionDialog(session: session, listing: nil).propose()
        let hasAdded = try session.fenceStore().load().fences != fences
        let rules = try session.rules()
        let counts = try session.status(of: try session.library(by: rules), by: rules).byVerdict
        if hasAdded || found.fences != plan.fences {
            let totals = Verdict.allCases.map { "\((counts[$0]?.photos ?? 0).grouped) \($0.rawValue)" }
            session.reporter.note("Now: \(totals.joined(separator: ", "))")
        }
        if try session.destinationBook().all.count > 1, try session.configuration().uploadTo.isEmpty {
            session.reporter.note("There are several destinations: choose with upload --to, or by to in [upload].")
        }
        let commands = SetupWriting(plan: found, session: session).commands
        show("The same, command by command:", commands + (hasAdded ? ["workphotos fence suggest --add"] : []), session)
        let hasWork = (counts[.work]?.photos ?? 0) > 0
        let first = hasWork ? ["workphotos list --work", "workphotos upload --dry-run"] : ["workphotos fence suggest"]
        show("Next steps:", first + ["workphotos doctor"], session)
        return status
    }

    /// Shows what the scan has found in the new fences, and changes those whose latitude and longitude are swapped.
    private func understood(_ fences: [Fence], _ session: Session) async throws -> [Fence] {
        var all: [Fence] = []
        for var fence in fences {
            let ground = try session.ground(of: fence.shape)
            let text = FenceGroundText(shape: fence.shape, source: terminalSafe(fence.name), ground: ground)
            for line in text.lines { session.reporter.note(line) }
            if text.swapped != nil, let swapped = fence.shape.swapped, await session.saysSwapped() {
                var change = FenceChange()
                change.shape = swapped
                let (name, swap) = (fence.name, change)
                _ = try session.fenceEdit("setup").make(isDryRun: false) { try $0.editing(name, swap) ?? $0.bytes }
                fence.shape = swapped
            }
            all.append(fence)
        }
        return all
    }

    private func show(_ headline: String, _ commands: [String], _ session: Session) {
        session.reporter.note(headline)
        for command in commands { session.reporter.note("  \(terminalSafe(global.keepingPlaces(in: command)))") }
    }
}

/// What a set-up will write.
struct SetupPlan {
    struct Destination {
        let name: String
        let spec: DestinationSpec
        /// Whether its directory has to be created.
        let isMade: Bool
    }

    /// Photo directories, absolute; none if the configuration already names some.
    var roots: [FilePath] = []
    /// Further work fences.
    var fences: [Fence] = []
    /// A further destination; nil if the user left it for later.
    var destination: Destination?

    /// Whether there is nothing to write.
    var isEmpty: Bool { roots.isEmpty && fences.isEmpty && destination == nil }
}

extension Failure {
    /// The failure if the user ended the dialog.
    static var nothingWritten: Failure {
        Failure(.failed, what: "declined", message: "Nothing was written", next: "workphotos setup")
    }
}
