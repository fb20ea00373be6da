import PhotoIndex
import PhotoModel
package import SystemPackage

/// Shares copies of work photos, or the folder that contains them.
///
/// It follows the order of every act (see ``ActionRun``) but is not an `Act`: there is nothing to stage, to cap or to
/// restore, and it counts permissions instead of groups.
package struct ShareWork {
    private let order: ShareOrder
    private let path: FilePath
    private let rules: @Sendable () throws -> JudgingRules
    private let places: DestinationPlaces
    private let wait: Duration
    private let isDryRun: Bool

    /// - Parameters:
    ///   - order: the request.
    ///   - index: the index's path.
    ///   - rules: returns the current rules each time it is called.
    ///   - places: where destinations are looked up in addition to the index.
    ///   - wait: how long to wait while another run holds the lock.
    ///   - isDryRun: whether to show the plan only.
    package init(
        _ order: ShareOrder, index: FilePath, rules: @escaping @Sendable () throws -> JudgingRules,
        places: DestinationPlaces, wait: Duration, isDryRun: Bool
    ) {
        self.order = order
        path = index
        self.rules = rules
        self.places = places
        self.wait = wait
        self.isDryRun = isDryRun
    }

    /// The parts of a run.
    private struct Desk {
        let index: PhotoIndex
        let judging: CurrentJudging
        let destination: OpenDestination
        let row: Int64
        let sharing: any Sharing
        let environment: Environment
        let show: (ShareResult) throws -> Void
    }

    /// Runs the order.
    ///
    /// - Parameters:
    ///   - environment: the world.
    ///   - show: called for each result.
    ///   - note: called with what a person may want to know.
    /// - Returns: the summary.
    /// - Throws: `PipelineError`, before anything is shared (`unconfirmed` and `unshareable` among others) or when the
    ///   index fails; what `show` throws.
    package func run(
        in environment: Environment, show: @escaping (ShareResult) throws -> Void,
        note: @escaping (ActionNote) -> Void
    ) async throws -> ShareSummary {
        let began = environment.clock.uptime
        do {
            try order.check(at: environment.clock.now)
            if !isDryRun {
                try RemovalQuestion.requireAnswer(isConfirmed: order.isConfirmed, about: .sharing, in: environment)
            }
            _ = try rules()
            _ = try PhotoIndex.open(forReadingAt: path, owner: environment.owner)
            let lock = isDryRun ? nil : try await takeLock(beside: path, waiting: wait, in: environment)
            defer { withExtendedLifetime(lock) {} }
            var waited: Int64 = 0
            var summary = try await share(in: environment, show, note, &waited)
            summary.signal = environment.interruption.signal
            summary.seconds = Double(environment.clock.uptime - began - waited) / 1e9
            return summary
        } catch let error as IndexError {
            throw PipelineError(error)
        }
    }

    private func share(
        in environment: Environment, _ show: @escaping (ShareResult) throws -> Void,
        _ note: @escaping (ActionNote) -> Void, _ waited: inout Int64
    ) async throws -> ShareSummary {
        let rules = try rules()
        let index = try open(by: rules, environment.owner)
        let destinations = OpenDestinations(index: index, places: places, environment: environment)
        let desk = try await desk(index, rules, destinations, environment, show)
        let unsettled =
            isDryRun
            ? 0
            : try await InterruptedActions(
                index: index, destinations: destinations, environment: environment, command: "share", note: note
            ).settle(withUploads: false)
        let planning = SharePlanning(
            order: order, index: index, destination: DestinationName(id: desk.row, name: desk.destination.name),
            files: try index.libraryFiles(), now: environment.clock.now)
        let plan = try planning.plan()
        var summary = plan.summary
        summary.unsettled = unsettled
        for kept in plan.kept {
            try summary.tell(kept, show)
        }
        if plan.groups.isEmpty { return summary }
        if order.isFolder {
            try await shareFolder(plan, desk, &summary, &waited)
        } else if isDryRun {
            for group in plan.groups { try preview(group, desk, &summary) }
        } else {
            try await ask(ShareQuestion(order: order, plan: plan, destination: desk.destination), environment, &waited)
            try await noted(desk, &summary) { summary in
                try await carrying(desk).shareCopies(plan, &summary)
            }
        }
        return summary
    }

    private func open(by rules: JudgingRules, _ owner: String) throws -> PhotoIndex {
        if isDryRun { return try PhotoIndex.current(at: path, owner: owner, rules: rules) }
        let index = try PhotoIndex.open(forWritingAt: path, owner: owner)
        try index.judgeAnew(by: rules)
        return index
    }

    /// Opens the destination, and checks that it supports the order.
    private func desk(
        _ index: PhotoIndex, _ rules: JudgingRules, _ destinations: OpenDestinations, _ environment: Environment,
        _ show: @escaping (ShareResult) throws -> Void
    ) async throws -> Desk {
        let book = try destinations.book()
        let all = try order.destination.general(book)
        guard let named = all.first else { throw book.noStandard }
        if all.count > 1 {
            throw PipelineError(
                .unshareable,
                "Uploads go to \(all.count) destinations; choose the one to share from with --to"
            )
        }
        let open = try await destinations.open(named).get()
        guard let row = open.destination?.id else {
            throw PipelineError(.destination, "\(named.described) has no uploads that this index knows")
        }
        guard let sharing = open.service.sharing else {
            throw PipelineError(
                .unshareable, "\(named.described) cannot share copies by link or by e-mail address")
        }
        let abilities = try await translatingServiceErrors(named) { () async throws(UploadError) in
            try await sharing.abilities()
        }
        try order.check(abilities, of: named, at: environment.clock.now)
        return Desk(
            index: index,
            judging: CurrentJudging(
                rules: self.rules, files: [], last: rules.basis, index: index, clock: environment.clock),
            destination: open,
            row: row, sharing: sharing, environment: environment, show: show)
    }

    private func preview(_ group: Action, _ desk: Desk, _ summary: inout ShareSummary) throws {
        for member in group.members {
            for grant in order.grants {
                let result = ShareResult(
                    path: member.path, destination: desk.destination.name, place: member.target.map { SharedPlace($0) },
                    grant: grant, state: .planned, verdict: .work)
                try summary.tell(result, desk.show)
            }
        }
    }

    private func shareFolder(
        _ plan: SharePlan, _ desk: Desk, _ summary: inout ShareSummary, _ waited: inout Int64
    ) async throws {
        let path = plan.folder ?? FilePath()
        if path.isEmpty, try hasFolders(desk) {
            throw PipelineError(
                .unshareable,
                "The selected copies are in several folders of \(desk.destination.named.described), and the whole "
                    + "destination is not shared; select those of one folder, as with --fence NAME; nothing was shared")
        }
        let copies = plan.groups.flatMap(\.members).compactMap(\.target)
        let location = try await translatingServiceErrors(desk.destination.named) { () async throws(UploadError) in
            try await desk.sharing.folder(at: path, of: copies)
        }
        if !isDryRun { try desk.index.noteShared(folder: location, ofDestination: desk.row) }
        let folder = SharedPlace(location, isFolder: true)
        var look = try FolderLook(
            desk.index, desk.destination, row: desk.row,
            chosen: Set(copies.compactMap(\.id)),
            interruption: desk.environment.interruption)
        var sight = try await look.look(into: location)
        let planned = ShareResult(destination: desk.destination.name, place: folder, state: .planned)
        let carrying = carrying(desk)
        if let refused = ShareCarrying.refusal(of: planned, seeing: sight) {
            let told = try carrying.told(refused, seeing: sight, desk.row, isDryRun: isDryRun)
            return try summary.tell(told, desk.show)
        }
        if isDryRun {
            for grant in order.grants {
                var result = planned
                (result.grant, result.detail) = (grant, sight.unknownWords)
                try summary.tell(result, desk.show)
            }
            return
        }
        let question = ShareQuestion(
            order: order, plan: plan, destination: desk.destination, folder: (folder, sight))
        try await ask(question, desk.environment, &waited)
        if !order.isConfirmed {
            // Somebody may have moved a copy into it, or renamed it, while the question was asked.
            let now = try await translatingServiceErrors(desk.destination.named) { () async throws(UploadError) in
                try await desk.sharing.folder(at: path, of: copies)
            }
            if now.id != location.id {
                let refused = planned.ended(.refused, .notVerified, "another folder has its name by now")
                return try summary.tell(refused, desk.show)
            }
            let confirmed = sight
            sight = try await look.look(into: location)
            if let refused = ShareCarrying.refusal(of: planned, seeing: sight, confirmed: confirmed) {
                let told = try carrying.told(refused, seeing: sight, desk.row, isDryRun: false)
                return try summary.tell(told, desk.show)
            }
        }
        try await noted(desk, &summary) { [sight] summary in
            try await carrying.share(folder: folder, seeing: sight, by: &look, &summary)
        }
    }

    /// Whether any copy of the destination is in a folder below its root.
    private func hasFolders(_ desk: Desk) throws -> Bool {
        var hasFolders = false
        try desk.index.receipts(destination: desk.row) { stored in
            hasFolders = stored.failedAt == nil && stored.receipt.target.path.components.count > 1
            return !hasFolders
        }
        return hasFolders
    }

    private func ask(_ question: ShareQuestion, _ environment: Environment, _ waited: inout Int64) async throws {
        if !order.isConfirmed { waited += try await question.question.ask(in: environment) }
    }

    private func carrying(_ desk: Desk) -> ShareCarrying {
        ShareCarrying(
            order: order, index: desk.index, judging: desk.judging, destination: desk.destination,
            sharing: desk.sharing,
            environment: desk.environment, show: desk.show)
    }

    /// Records the work as a run in the journal.
    private func noted(
        _ desk: Desk, _ summary: inout ShareSummary, _ work: (inout ShareSummary) async throws -> Void
    ) async throws {
        let run = try desk.index.beginRun("share", at: desk.environment.clock.now)
        try await work(&summary)
        let isWhole = desk.environment.interruption.signal == nil && summary.endedBy == nil
        try desk.index.endRun(
            run, at: desk.environment.clock.now, isComplete: isWhole,
            counts: [
                "done": summary.count(.done), "failed": summary.count(.failed), "refused": summary.count(.refused),
            ])
    }
}
