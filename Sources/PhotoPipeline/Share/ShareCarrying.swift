import PhotoIndex
import PhotoModel
import SystemPackage

/// Carries out a confirmed plan for sharing, in batches of groups. For each batch: check that the copies match their
/// receipts; judge the groups again and record the intent durably, in one transaction; ask the destination; record its
/// answers.
struct ShareCarrying {
    /// The maximum number of groups per commit.
    private static let mostGroups = 32

    let order: ShareOrder
    let index: PhotoIndex
    let judging: CurrentJudging
    let destination: OpenDestination
    let sharing: any Sharing
    let environment: Environment
    let show: (ShareResult) throws -> Void

    /// A copy that is shared with somebody.
    private struct Step {
        var result: ShareResult
        let announced: AnnouncedShare
        /// What the audience had there before, by whatever means.
        var before: ShareGrant?
        var outcome = ShareOutcome.unknown
        var error: UploadError?

        /// The destination's id of the permission; nil if it gave none.
        var permission: String? {
            switch outcome {
            case .shared(let permission, _), .granted(let permission, _): permission
            case .refused, .ended, .unknown: nil
            }
        }
    }

    /// Shares copies.
    ///
    /// - Throws: `IndexError`, what `show` throws.
    func shareCopies(_ plan: SharePlan, _ summary: inout ShareSummary) async throws {
        var rest = plan.groups.indices[...]
        let count = min(max(order.parallel, 1), Self.mostGroups)
        while !rest.isEmpty, summary.endedBy == nil, environment.interruption.signal == nil {
            let places = rest.prefix(count)
            rest = rest.dropFirst(count)
            try await share(places.map { plan.groups[$0] }, places.map { plan.receipts[$0] }, &summary)
        }
        summary.left += rest.reduce(0) { $0 + plan.groups[$1].members.count * order.grants.count }
    }

    private func share(_ groups: [Action], _ receipts: [[Receipt]], _ summary: inout ShareSummary) async throws {
        let sound = try await withSoundCopies(groups, receipts, &summary)
        let basis = try judging.basis()
        let look = LastLook(
            index, files: try index.libraryFiles(), judging: judging, leavingOut: [], clock: environment.clock)
        let isUnwanted = { @Sendable [index, judging] (copy: CopyLocation) in
            guard let group = sound.first(where: { $0.members.contains { $0.target == copy } }) else { return true }
            return
                (try? index.objections(toSharing: [group], basis: judging.basis()).first ?? nil == nil
                && look.difference(of: LastLook.Group(action: group)) == nil) != true
        }
        let intents = try index.intendShares(of: sound, order.grants, at: environment.clock.now, basis: basis)
        var steps: [Step] = []
        for (group, intent) in zip(sound, intents) {
            switch intent {
            case .notNow(let why):
                for member in group.members {
                    try summary.tell(result(member, nil, .refused).ended(.refused, why), show)
                }
            case .begun(let rows):
                for (member, announced) in zip(group.members, rows) {
                    steps += zip(order.grants, announced).map { Step(result: result(member, $0, .done), announced: $1) }
                }
            }
        }
        try tell(try await ask(steps, unless: isUnwanted, &summary), &summary)
    }

    /// Returns the groups whose copies all match their receipts.
    private func withSoundCopies(
        _ groups: [Action], _ receipts: [[Receipt]], _ summary: inout ShareSummary
    ) async throws -> [Action] {
        var answers = await destination.service.inspect(groups.flatMap(\.members).compactMap(\.target))[...]
        var sound: [Action] = []
        for (group, receipts) in zip(groups, receipts) {
            var isSound = true
            for (member, receipt) in zip(group.members, receipts) {
                guard let answer = answers.popFirst() else { break }
                guard let problem = problem(answer, receipt) else { continue }
                isSound = false
                note(problem.error, &summary)
                try summary.tell(result(member, nil, .failed).ended(.failed, problem.why, problem.detail), show)
            }
            if isSound { sound.append(group) }
        }
        return sound
    }

    private func problem(
        _ answer: Result<StoredFile?, UploadError>, _ receipt: Receipt
    ) -> (why: Action.Reason, detail: String?, error: UploadError?)? {
        switch answer {
        case .failure(let error): return (error.shareReason, error.detail, error)
        case .success(let stored):
            let found = CopyPolicy.compare(stored, with: RecordedContent(receipt))
            if case .good = found { return nil }
            return (.notVerified, found.words.map { "the copy is \($0)" }, nil)
        }
    }

    /// Shares a folder, and looks into it once more: what came into it meanwhile is visible now.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - sight: what was in it.
    ///   - look: looks into it.
    ///   - summary: counts the results.
    /// - Throws: `IndexError`, what `show` throws.
    func share(
        folder: SharedPlace, seeing sight: FolderLook.Sight, by look: inout FolderLook, _ summary: inout ShareSummary
    ) async throws {
        let row = look.row
        var planned = ShareResult(destination: destination.name, place: folder, state: .done)
        let location = folder.location
        var before: [ShareGrant?] = []
        do throws(UploadError) {
            for grant in order.grants { before.append(try await sharing.grant(to: grant.audience, at: folder)) }
        } catch {
            note(error, &summary)
            return try summary.tell(planned.ended(.failed, error.shareReason, error.detail), show)
        }
        let found = sight.findings
        let isUnwanted = { @Sendable [index] (_: CopyLocation) in
            (try? index.view(ofFolder: location.path, ofDestination: row, finding: found))?.exposed.isEmpty != true
        }
        let intent = try index.intendShare(
            ofFolder: location, of: row, finding: found, order.grants, at: environment.clock.now,
            basis: try judging.basis())
        switch intent {
        case .notNow: try summary.tell(planned.ended(.refused, .notWork), show)
        case .exposes(let exposed):
            let refused = Self.refused(planned, exposed)
            try summary.tell(try told(refused, seeing: sight, row, isDryRun: false), show)
        case .begun(let rows):
            planned.detail = sight.unknownWords
            let steps = zip(zip(order.grants, before), rows).map { [planned] asked, announced in
                var result = planned
                result.grant = asked.0
                return Step(result: result, announced: announced, before: asked.1)
            }
            var asked = try await ask(steps, unless: isUnwanted, &summary)
            if asked.contains(where: { $0.result.state == .done }) {
                try await review(&asked, of: planned, sight, by: &look, &summary)
            }
            try tell(asked, &summary)
        }
    }

    /// Looks into a folder that was just shared, which confirms the shares. Where something in it forbids sharing it,
    /// new shares are taken back.
    private func review(
        _ steps: inout [Step], of planned: ShareResult, _ sight: FolderLook.Sight, by look: inout FolderLook,
        _ summary: inout ShareSummary
    ) async throws {
        guard let folder = planned.place?.location else { return }
        let shared = steps.indices.filter { steps[$0].result.state == .done }
        let now: FolderLook.Sight
        do {
            now = try await look.look(into: folder)
        } catch let error as PipelineError {
            if summary.endedBy == nil, error.kind != .interrupted { summary.endedBy = error }
            for place in shared {
                steps[place].result.detail = "what came into it meanwhile is unknown; to look again, share it once more"
            }
            return
        }
        let refusal = Self.refusal(of: planned, seeing: now, confirmed: sight)
        try index.keep(
            now.findings, of: shared.map { steps[$0].announced }, at: environment.clock.now,
            isConfirmed: refusal == nil)
        guard let refused = refusal else { return }
        for place in shared { try await takeBack(&steps[place], refused) }
    }

    /// Takes back what was just granted: ends a new share, and restores an earlier one, which only the user ends. One
    /// that the index has, but that had ended at the destination, is new.
    private func takeBack(_ step: inout Step, _ refused: ShareResult) async throws {
        guard let grant = step.result.grant, let place = step.result.place else { return }
        let reason = refused.detail ?? "it shows a photo that is not work now"
        let (earlier, permission) = (
            step.before ?? (sharing.knowsGrants ? nil : step.announced.before), step.permission
        )
        let ended = await Result { () async throws(UploadError) in
            guard let earlier else {
                return try await sharing.stop(grant.audience, permission: permission, of: place, besides: [])
            }
            if earlier != grant { _ = try await sharing.share(place, earlier, telling: nil) { false } }
        }
        var left: String?
        switch ended {
        case .success:
            try index.conclude([(step.announced, earlier == nil ? .ended : .refused)], at: environment.clock.now)
            if earlier != nil, step.announced.before != nil {
                left = "it was shared before: end that with share --stop --folder"
            } else if earlier != nil {
                left = "they had access before, by other means, and still have it: end that at the destination"
            }
        case .failure(let error): left = "it is still shared: \(error.detail)"
        }
        step.result = step.result.ended(
            left == nil ? .refused : .failed, refused.why, "\(reason); \(left ?? "it was shared for a moment")")
        step.result.exposed = refused.exposed
        if left == nil { step.result.link = nil }
    }

    /// Decides whether what is in a folder forbids sharing it.
    ///
    /// - Parameters:
    ///   - planned: the result to change.
    ///   - sight: what is in the folder now.
    ///   - confirmed: what was in it at the look before, or when a person was asked; nil if nobody was yet.
    /// - Returns: the refusal; nil if nothing is known to be personal or unsure, everything can be read, and nothing
    ///   unknown was added.
    static func refusal(
        of planned: ShareResult, seeing sight: FolderLook.Sight, confirmed: FolderLook.Sight? = nil
    ) -> ShareResult? {
        if !sight.exposed.isEmpty { return refused(planned, sight.exposed) }
        if let first = sight.elsewhere.first {
            let isNamesake = planned.place.map { first.starts(with: $0.location.path) } ?? false
            let other = isNamesake ? "another folder of the same name" : "another folder by now"
            return planned.ended(
                .refused, .notVerified, "a selected copy is in \(other): \(terminalSafe(first.bytes))")
        }
        if sight.isForeign { return planned.ended(.refused, .notVerified, "none of the selected copies is in it") }
        if let first = sight.unreadable.first {
            let more = sight.unreadable.count - 1
            return planned.ended(
                .refused, .notVerified,
                "it cannot be determined what \(terminalSafe(first.bytes)) is"
                    + (more == 0 ? "" : ", and \(more.counting("other"))"))
        }
        if let confirmed, !sight.unknown.isSubset(of: confirmed.unknown) {
            return planned.ended(
                .refused, .notVerified, "files of unknown content came into it meanwhile")
        }
        return nil
    }

    /// Keeps what forbids sharing a folder with the shares that it has already, and adds to the refusal that others can
    /// see it, and how to stop that.
    ///
    /// - Parameters:
    ///   - refused: the refusal.
    ///   - sight: what is in the folder.
    ///   - row: the destination's row.
    ///   - isDryRun: whether nothing is written.
    /// - Returns: the result; the refusal itself if the index knows no share of the folder.
    /// - Throws: `IndexError`.
    func told(
        _ refused: ShareResult, seeing sight: FolderLook.Sight, _ row: Int64, isDryRun: Bool
    ) throws -> ShareResult {
        guard let folder = refused.place?.location,
            try index.sharedFolders(ofDestination: row).contains(folder)
        else { return refused }
        if !isDryRun { try index.note(sight.findings, in: folder, ofDestination: row, at: environment.clock.now) }
        var result = refused
        let place = folder.path.isEmpty ? "" : " \(shellQuoted(folder.path.bytes))"
        let reason = refused.detail ?? "it cannot be shared"
        result.detail =
            "\(reason); others can see it already, to end that: workphotos share --stop --folder "
            + "--to \(shellQuoted(destination.name))\(place)"
        return result
    }

    /// The result for a folder that contains files that are not work.
    private static func refused(_ planned: ShareResult, _ exposed: [ExposedFile]) -> ShareResult {
        var result = planned.ended(.refused, .notWork)
        result.exposed = exposed
        if let first = exposed.first {
            let more = exposed.count == 1 ? "" : " and \((exposed.count - 1).counting("other")) are"
            result.detail =
                "\(terminalSafe(first.path.bytes))\(more.isEmpty ? " is" : more) \(first.verdict.rawValue) now"
        }
        return result
    }

    private func tell(_ steps: [Step], _ summary: inout ShareSummary) throws {
        for step in steps {
            note(step.error, &summary)
            try summary.tell(step.result, show)
        }
    }

    /// Asks the destination in parallel, and records its answers.
    ///
    /// - Returns: what was asked, with the results; the rest counts as left.
    private func ask(
        _ steps: [Step], unless isUnwanted: @escaping @Sendable (CopyLocation) -> Bool, _ summary: inout ShareSummary
    ) async throws -> [Step] {
        let (sharing, mail, interruption) = (sharing, order.mail, environment.interruption)
        let copies = Dictionary(grouping: steps.indices) { steps[$0].result.place }.values.sorted { $0[0] < $1[0] }
        let answers = await withTaskGroup(of: [Int: Result<GivenShare, UploadError>].self) { tasks in
            var left = copies[...]
            func start() {
                guard let places = left.popFirst() else { return }
                let asked = places.map { (place: $0, result: steps[$0].result) }
                tasks.addTask {
                    await Self.ask(
                        sharing, for: asked, mail, isOver: { interruption.signal != nil }, unless: isUnwanted)
                }
            }
            for _ in 0..<max(order.parallel, 1) { start() }
            var answers: [Int: Result<GivenShare, UploadError>] = [:]
            while let some = await tasks.next() {
                answers.merge(some) { $1 }
                start()
            }
            return answers
        }
        var steps = steps
        for place in steps.indices { conclude(&steps[place], answers[place]) }
        try index.conclude(steps.map { ($0.announced, $0.outcome) }, at: environment.clock.now)
        summary.left += steps.count - answers.count
        return steps.indices.filter { answers[$0] != nil }.map { steps[$0] }
    }

    /// Requests all grants of one copy, one after the other: a service may reject concurrent changes of one file.
    ///
    /// - Returns: the answers by index; none for requests not made because of an interruption.
    private static func ask(
        _ sharing: any Sharing, for results: [(place: Int, result: ShareResult)], _ mail: ShareMail?,
        isOver: () -> Bool, unless isUnwanted: @Sendable (CopyLocation) -> Bool
    ) async -> [Int: Result<GivenShare, UploadError>] {
        var answers: [Int: Result<GivenShare, UploadError>] = [:]
        for (place, result) in results where !isOver() {
            guard let shared = result.place, let grant = result.grant else { continue }
            answers[place] = await Result { () async throws(UploadError) in
                try await sharing.share(shared, grant, telling: mail) { isUnwanted(shared.location) }
            }
        }
        return answers
    }

    private func conclude(_ step: inout Step, _ answer: Result<GivenShare, UploadError>?) {
        switch answer {
        case .success(let given):
            let isFolder = step.result.place?.isFolder == true
            step.outcome =
                isFolder
                ? .granted(permission: given.permission, link: given.link)
                : .shared(permission: given.permission, link: given.link)
            step.result.link = given.link
            if let end = given.link?.end, step.result.grant?.expires == nil { step.result.grant?.expires = end }
        case .failure(let error):
            if error.sharesNothing { step.outcome = .refused }
            step.error = error
            if error.kind == .objected {
                step.result = step.result.ended(.refused, error.shareReason)
            } else {
                step.result = step.result.ended(.failed, error.shareReason, error.detail)
            }
        case nil: step.outcome = .refused
        }
    }

    private func result(_ member: Action.Member, _ grant: ShareGrant?, _ state: ShareResult.State) -> ShareResult {
        ShareResult(
            path: member.path, destination: destination.name, place: member.target.map { SharedPlace($0) },
            grant: grant,
            state: state, verdict: .work)
    }

    private func note(_ error: UploadError?, _ summary: inout ShareSummary) {
        guard let error, error.endsRun, summary.endedBy == nil else { return }
        summary.endedBy = PipelineError(error, at: destination.named)
    }
}
