import PhotoFrontEnd
import PhotoModel
import PhotoPipeline

extension Session {
    /// Runs an act and reports its result.
    ///
    /// - Parameters:
    ///   - inRun: whether it is a step of `run`.
    ///   - again: the command with a higher limit, to continue after the cap refused removals.
    ///   - page: a page of the groups; nil for none.
    func carryOut(
        _ act: AnyAct, _ mode: PlanMode, as command: String, inRun: Bool = false, again: ((Int) -> String)? = nil,
        page: PageReport? = nil
    ) async throws -> ExitStatus {
        let report = actionReport(of: command, again: again)
        let groups = page.map { _ in ShownGroups() }
        let summary = try await run(act, mode) { action, detail in
            groups?.add(action)
            try report.show(action, detail: detail)
        }
        try report.print(summary, of: ActWords(act, mode))
        if let page, let groups {
            try await (summary.breaches.isEmpty ? page : page.refused(fitting: summary.fitting)).write(groups)
        }
        NextSteps(session: self).tell(after: act, mode, summary)
        return ExitStatus(summary, inRun: inRun)
    }

    func run(
        _ act: AnyAct, _ mode: PlanMode, show: @escaping (Action, String?) throws -> Void
    ) async throws -> ActionSummary {
        let run = ActionRun(
            act, mode: mode, index: try places.index(), rules: { try now.rules() }, ruleFiles: try ruleFiles,
            places: try destinationPlaces(),
            wait: options.wait)
        let environment = try environmentWithSettings(onlyReads: mode.onlyReads)
        do {
            return try await run.run(in: environment, progress: progress, show: show) { [reporter] note in
                reporter.note(note.words)
            }
        } catch let error as PipelineError {
            throw try placed(error)
        }
    }

    func actionReport(of command: String, again: ((Int) -> String)? = nil) -> ActionReport {
        let options = options
        let typedFewer: (Int) -> String = typed.withFewer
        let otherFewer: (Int) -> String = { options.keepingPlaces(in: "workphotos purge --limit \($0)") }
        let typedOlder: (Int) -> String = typed.withOlder
        let otherOlder: (Int) -> String = { options.keepingPlaces(in: "workphotos purge --older-than \($0)d") }
        let otherLimit: (Int) -> String = { options.keepingPlaces(in: "workphotos purge --max-delete \($0)") }
        // What is wrong with the index, the act says.
        let path = try? shownPath { try unjudgedLibrary() }
        return ActionReport(
            command: command, again: again ?? otherLimit, fewer: command == "purge" ? typedFewer : otherFewer,
            older: command == "purge" ? typedOlder : otherOlder, next: { options.keepingPlaces(in: $0.command) },
            path: path ?? ShownPath(roots: nil), now: environment.clock.now, reporter: reporter)
    }

    /// An upload with the settings of the configuration.
    ///
    /// - Parameters:
    ///   - to: the value of `--to`.
    ///   - creation: what to do about a folder that is not yet a destination.
    ///   - includesInferred: whether to send photos whose verdict rests on an inferred position.
    /// - Throws: `Failure` (78).
    func upload(
        _ origin: PlanOrigin, to: String? = nil, creation: DestinationCreation, includesInferred: Bool
    ) throws -> AnyAct {
        return .upload(
            UploadAct(
                origin: origin, request: try request(to: to, creation: creation),
                parallel: try configuration().upload.parallel,
                settings: { rules in
                    var settings = try uploadSettings(fences: rules.fences)
                    settings.includesInferred = includesInferred
                    return settings
                }))
    }

    private func request(to: String?, creation: DestinationCreation) throws -> DestinationRequest {
        let places = places
        return DestinationRequest(
            to: to, standard: try configuration().uploadTo, configured: try configuredDestinations(),
            creation: creation, path: { places.expanded($0) })
    }

    /// A summary of a library, with what uploads without `--to` would send where.
    ///
    /// - Throws: `Failure` (78), or what the pipeline throws.
    func status(of library: Library, by rules: JudgingRules) throws -> LibraryStatus {
        try library.status(
            by: try uploadSettings(fences: rules.fences),
            sendingTo: (try request(to: nil, creation: .never), environment.destinationKinds))
    }
}

extension ActWords {
    /// The words for an act. The way of removal is included only if the mode shows or carries out removals.
    init(_ act: AnyAct, _ mode: PlanMode) {
        switch (act, mode) {
        case (.upload, _): self = .upload
        case (.purge(let purge), .carryOut), (.purge(let purge), .dryRun): self = .removal(purge.settings.way)
        case (.purge, .stage), (.purge, .write): self = .removal(nil)
        case (.retract, _): self = .retraction
        case (.undo, _), (.restoreNames, _): self = .undo
        case (.emptyTrash, _): self = .emptyingTrash
        }
    }
}
