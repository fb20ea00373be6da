import ArgumentParser
import PhotoModel
import PhotoPipeline

struct ApplyCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Carry out staged actions, or a plan.",
        discussion: """
            Without a number, carries out everything that is staged: uploads first, then removals. Every photo is \
            judged and checked again: one that is no longer work is skipped, and one whose files are not those that \
            were staged or planned is refused, with exit status 4. The others are carried out. Removals are proved, \
            limited and confirmed as those of workphotos purge; --permanently, --max-delete and --yes apply only to \
            them. Photos that are work by an inferred position are skipped unless --include-inferred is given again.

            Examples:
              workphotos apply
              workphotos apply 12 13
              workphotos upload --plan plan.ndjson && workphotos apply --plan plan.ndjson
              workphotos upload --plan - | grep -v Site/ | workphotos apply --plan -
            """)

    @Argument(help: ArgumentHelp("Numbers of staged actions.", valueName: "id"), completion: Completions.staged)
    var ids: [Int64] = []

    @Option(
        help: ArgumentHelp(
            "Carry out the lines of this file, written by --plan of upload or purge; - is standard input.",
            valueName: "file"),
        completion: .file())
    var plan: String?

    @OptionGroup
    var inferred: InferredOption

    @OptionGroup
    var rate: RateOption

    @OptionGroup
    var removal: RemovalOptions

    @Flag(name: [.customShort("n"), .long], help: "Show what would be done; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if !ids.isEmpty, plan != nil { throw ValidationError("Give numbers or --plan, not both.") }
    }

    func run(in session: Session) async throws -> ExitStatus {
        let session = session.sending(rate)
        let settings = { @Sendable [removal, inferred] in
            var settings = try session.now.purgeSettings()
            removal.change(&settings)
            settings.includesInferred = inferred.includeInferred
            return settings
        }
        _ = try settings()
        let chosen = try chosen(session)
        let purge = try chosen.removals.map { origin in
            AnyAct.purge(try PurgeAct(origin: origin, settings: settings, isConfirmed: removal.yes))
        }
        // If the removals cannot be confirmed, nothing is sent either.
        if purge != nil, !dryRun {
            try RemovalQuestion.requireAnswer(isConfirmed: removal.yes, in: session.environment)
        }
        let report = session.actionReport(of: "apply", again: session.typed.withLimit)
        var parts: [ActionReport.Part] = []
        if let origin = chosen.uploads {
            let upload = try session.upload(
                origin, creation: .never,
                includesInferred: inferred.includeInferred)
            parts.append((.upload, try await session.run(upload, mode, show: report.show)))
        }
        if let purge {
            let summary = try await remove(purge, chosen, after: parts, report, session)
            parts.append((ActWords(purge, mode), summary))
        }
        for index in parts.indices { parts[index].summary.unknown.removeAll(where: chosen.underWay.contains) }
        parts[0].summary.unknown = (parts[0].summary.unknown + chosen.unknown).sorted()
        try report.print(parts)
        noteBegun(chosen, session)
        if let purge, let removals = parts.last?.summary {
            NextSteps(session: session).tell(after: purge, mode, removals)
        }
        return ExitStatus(ActionReport.whole(parts))
    }

    /// Notes the groups that a killed run began. A dry run does not settle them, so it does not show them.
    private func noteBegun(_ chosen: ChosenActions, _ session: Session) {
        if !dryRun || chosen.underWay.isEmpty { return }
        session.reporter.note(
            "\(chosen.underWay.count.counting("staged action")) that a killed run began would be settled first; the rest of "
                + "that would be done")
    }

    private var mode: PlanMode { dryRun ? .dryRun : .carryOut }

    /// Carries out the removals. If that fails, still reports the result of the uploads.
    private func remove(
        _ purge: AnyAct, _ chosen: ChosenActions, after parts: [ActionReport.Part], _ report: ActionReport,
        _ session: Session
    ) async throws -> ActionSummary {
        if let signal = session.environment.interruption.signal {
            var summary = ActionSummary()
            (summary.groups.left, summary.photos.left, summary.signal) = (
                chosen.removalCount, chosen.removalCount, signal
            )
            return summary
        }
        do {
            return try await session.run(purge, mode, show: report.show)
        } catch  where !parts.isEmpty && !(error is ConsoleError) {
            try report.print(parts)
            var failure = Failure(error)
            failure.exit = ExitStatus(ActionReport.whole(parts), then: failure)
            throw failure
        }
    }

    private func chosen(_ session: Session) throws -> ChosenActions {
        guard let plan else { return try ChosenActions(staged: ids.isEmpty ? nil : ids, in: session) }
        if plan == "-" { return ChosenActions(try PlanFile(parsing: session.environment.readInput())) }
        let file = try PlanFile(
            reading: session.places.absolute(plan), interruption: session.environment.interruption)
        return ChosenActions(file)
    }
}

/// The actions that `apply` will carry out, by kind.
struct ChosenActions {
    /// Uploads; nil if none were chosen.
    var uploads: PlanOrigin?
    /// Removals; nil if none were chosen.
    var removals: PlanOrigin?
    var removalCount: Int
    /// Numbers that no staged action has.
    var unknown: [Int64] = []
    /// The numbers of actions that a killed run began. Settling does them or stages them again.
    private(set) var underWay: Set<Int64> = []

    /// Staged actions, including those that a killed run began to carry out.
    ///
    /// - Parameter ids: the numbers that were typed; nil for all.
    init(staged ids: [Int64]?, in session: Session) throws {
        var found: [Action.Kind: [Int64]] = [:]
        var begun: Set<Int64> = []
        try session.unjudgedLibrary().staged(ids, includingUnderWay: true) { action in
            guard let id = action.id else { return true }
            found[action.kind, default: []].append(id)
            if action.state == .running { begun.insert(id) }
            return true
        }
        let (sent, removed) = (found[.upload] ?? [], found[.purge] ?? [])
        removalCount = removed.count
        underWay = begun
        if let ids {
            unknown = ids.filter { !sent.contains($0) && !removed.contains($0) }
            if !sent.isEmpty || removed.isEmpty { uploads = .staged(sent) }
            if !removed.isEmpty { removals = .staged(removed) }
        } else {
            if !sent.isEmpty || removed.isEmpty { uploads = .staged(nil) }
            if !removed.isEmpty { removals = .staged(nil) }
        }
    }

    /// The actions of a plan, which are all of one kind.
    init(_ plan: PlanFile) {
        switch plan.header.kind {
        case .purge: removals = .plan(plan)
        case .upload, .undo, .retract: uploads = .plan(plan)
        }
        removalCount = plan.header.kind == .purge ? plan.entries.count : 0
    }
}
