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
    /// Whether an album is for those who see it already, since the order names nobody.
    let followsViewers: Bool
    let index: PhotoIndex
    let judging: CurrentJudging
    let destination: OpenDestination
    let sharing: any Sharing
    let environment: Environment
    /// Where clean copies lie until they are sent.
    let directory: FilePath
    let show: (ShareResult) throws -> Void
    /// The album that is made whole and shared instead of the copies themselves; nil for none.
    var album: OpenAlbum?
    /// The number of the last run before the order: a stop that is asked for later counts.
    let lastRun: Int64

    /// A copy that is shared with somebody.
    private struct Step {
        var result: ShareResult
        let announced: AnnouncedShare
        var outcome = ShareOutcome.unknown
        var error: UploadError?
    }

    /// Shows what would be shared.
    func preview(_ plan: SharePlan, _ summary: inout ShareSummary) throws {
        for member in plan.groups.flatMap(\.members) where member.target != nil {
            for grant in order.grants {
                var result = result(member, grant, .planned)
                result.album = order.album
                try summary.tell(result, show)
            }
        }
    }

    /// Shares the copies, and records that as a run in the journal.
    mutating func carryOut(_ plan: SharePlan, _ summary: inout ShareSummary) async throws {
        let run = try index.beginRun("share", at: environment.clock.now)
        if let album {
            let copying = AlbumCopying(
                carrying: self, album: album.album, keeping: album.keeping, isNew: album.isNew)
            if let whole = try await copying.complete(plan, &summary) { try await share(whole, &summary) }
        } else {
            try await share(plan, &summary)
        }
        let isWhole = environment.interruption.signal == nil && summary.endedBy == nil
        try index.endRun(
            run, at: environment.clock.now, isComplete: isWhole,
            counts: [
                "done": summary.count(.done), "failed": summary.count(.failed), "refused": summary.count(.refused),
            ])
    }

    private func share(_ plan: SharePlan, _ summary: inout ShareSummary) async throws {
        var rest = plan.groups.indices[...]
        // An album is shared as a whole.
        let count = album == nil ? min(max(order.parallel, 1), Self.mostGroups) : max(plan.groups.count, 1)
        while !rest.isEmpty, summary.endedBy == nil, environment.interruption.signal == nil {
            let places = rest.prefix(count)
            rest = rest.dropFirst(count)
            try await share(places.map { plan.groups[$0] }, places.map { plan.contents[$0] }, &summary)
        }
        summary.left += rest.reduce(0) { $0 + plan.groups[$1].members.count * order.grants.count }
    }

    private func share(
        _ groups: [Action], _ contents: [[RecordedContent]], _ summary: inout ShareSummary
    ) async throws {
        let sound = try await withSoundCopies(groups, contents, in: album, &summary)
        if album != nil, sound.count < groups.count { return }
        if followsViewers, try !isStillSeen() {
            summary.endedBy = PipelineError(
                .unshareable, "The album was stopped while its copies were made; say who is to see it")
            return
        }
        let basis = try judging.basis()
        let objection = try objecting(among: sound)
        let intents = try index.intendShares(
            of: sound, order.grants, in: album?.album.id, at: environment.clock.now, basis: basis)
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
        // A stop that comes later than this sees what is announced.
        let isStopped = try isStopped(&summary)
        if isStopped { summary.left += album == nil ? steps.count : order.grants.count }
        if isStopped || album != nil && intents.contains(where: \.isRefusal) {
            // All of the album, or nothing.
            return try index.conclude(steps.map { ($0.announced, .refused) }, at: environment.clock.now)
        }
        for step in try await ask(steps, unless: objection, &summary) {
            note(step.error, &summary)
            try summary.tell(step.result, show)
        }
    }

    /// Whether somebody has asked this run to stop, which ends it.
    func isStopped(_ summary: inout ShareSummary) throws -> Bool {
        guard try index.isAskedToStop(runsOf: "share", since: lastRun) else { return false }
        summary.endedBy = PipelineError(
            .unshareable, "Sharing was stopped while this command ran; to share all the same, give it once more")
        return true
    }

    /// Whether all for whom the album is shared see it by now: a stop may have come while copies were made.
    private func isStillSeen() throws -> Bool {
        let shares = try index.shares(at: environment.clock.now).filter { $0.album?.id == album?.album.id }
        return order.grants.allSatisfy { grant in shares.contains { $0.grant.audience == grant.audience } }
    }

    /// Tells of the copies of some groups why they must not be seen by now; nil if nobody, nor the disk, objects.
    func objecting(among groups: [Action]) throws -> @Sendable (CopyLocation) -> Action.Reason? {
        let look = LastLook(
            index, files: try index.libraryFiles(), judging: judging, leavingOut: [], clock: environment.clock)
        let removed = try album.map { try index.removedPhotos(of: $0.album) } ?? []
        let gone = Set(removed.flatMap(\.action.members).map(\.path))
        return { @Sendable [index, judging] (copy: CopyLocation) in
            guard let group = groups.first(where: { $0.members.contains { $0.target == copy } }) else {
                return .sharingFailed
            }
            do {
                if let reason = try index.objections(toSharing: [group], basis: judging.basis())[0] { return reason }
                // Of what a purge removed there is nothing on the disk.
                if group.members.allSatisfy({ gone.contains($0.path) }) { return nil }
                return try look.difference(of: LastLook.Group(action: group))
            } catch {
                return .sharingFailed
            }
        }
    }

    /// Returns the groups whose copies all have the right contents.
    func withSoundCopies(
        _ groups: [Action], _ contents: [[RecordedContent]], in album: OpenAlbum? = nil, _ summary: inout ShareSummary
    ) async throws -> [Action] {
        var answers = await destination.service.call(for: groups.flatMap(\.members).compactMap(\.target)) {
            service, copies in
            if let album {
                await album.keeping.inspect(copies, in: album.album.folder)
            } else {
                await service.inspect(copies)
            }
        }[...]
        var sound: [Action] = []
        for (group, contents) in zip(groups, contents) {
            var isSound = true
            for (member, content) in zip(group.members, contents) where member.target != nil {
                guard let answer = answers.popFirst() else { break }
                guard let problem = problem(answer, content) else { continue }
                isSound = false
                note(problem.error, &summary)
                try summary.tell(result(member, nil, .failed).ended(.failed, problem.why, problem.detail), show)
            }
            if isSound { sound.append(group) }
        }
        return sound
    }

    private func problem(
        _ answer: Result<StoredFile?, UploadError>, _ content: RecordedContent
    ) -> (why: Action.Reason, detail: String?, error: UploadError?)? {
        switch answer {
        case .failure(let error): return (error.shareReason, error.detail, error)
        case .success(let stored):
            let found = CopyPolicy.compare(stored, with: content)
            if case .good = found { return nil }
            return (.notVerified, found.words.map { "the copy is \($0)" }, nil)
        }
    }

    /// Asks the destination in parallel, and records its answers.
    ///
    /// - Returns: what was asked, with the results; the rest counts as left.
    private func ask(
        _ steps: [Step], unless objection: @escaping @Sendable (CopyLocation) -> Action.Reason?,
        _ summary: inout ShareSummary
    ) async throws -> [Step] {
        let (service, sharing, mail, interruption) = (
            destination.service, sharing, order.mail, environment.interruption
        )
        if let album { return try await ask(steps, as: album, unless: objection, &summary) }
        let copies = Dictionary(grouping: steps.indices) { steps[$0].result.copy }.values.sorted { $0[0] < $1[0] }
        let answers = await withTaskGroup(of: [Int: Result<NewShare?, UploadError>].self) { tasks in
            var left = copies[...]
            func start() {
                guard let places = left.popFirst() else { return }
                let asked = places.map { (place: $0, result: steps[$0].result) }
                tasks.addTask {
                    await Self.ask(
                        service, sharing, for: asked, mail, isOver: { interruption.signal != nil }
                    ) { objection($0) != nil }
                }
            }
            for _ in 0..<max(order.parallel, 1) { start() }
            var answers: [Int: Result<NewShare?, UploadError>] = [:]
            while let some = await tasks.next() {
                answers.merge(some) { $1 }
                start()
            }
            return answers
        }
        var steps = steps
        for place in steps.indices {
            let copy = steps[place].result.copy
            conclude(&steps[place], answers[place]) { copy.flatMap(objection) }
        }
        try index.conclude(steps.map { ($0.announced, $0.outcome) }, at: environment.clock.now)
        summary.left += steps.count - answers.count
        return steps.indices.filter { answers[$0] != nil }.map { steps[$0] }
    }

    /// Asks the destination to share an album with each audience, and records its answers for all copies.
    ///
    /// - Returns: a step for each audience that was asked for; the rest counts as left.
    private func ask(
        _ steps: [Step], as album: OpenAlbum, unless objection: @escaping @Sendable (CopyLocation) -> Action.Reason?,
        _ summary: inout ShareSummary
    ) async throws -> [Step] {
        var steps = steps
        var told: [Step] = []
        let copies = steps.compactMap(\.result.copy)
        for grant in order.grants {
            var answer: Result<NewShare?, UploadError>?
            let places = steps.indices.filter { steps[$0].result.grant == grant }
            if environment.interruption.signal == nil {
                let isNew = places.allSatisfy { steps[$0].announced.isNew }
                answer = await Result { () async throws(UploadError) in
                    try await Self.share(
                        album.album.folder, grant, takesBack: isNew, by: destination.service, sharing,
                        telling: order.mail
                    ) { copies.contains { objection($0) != nil } }
                }
            }
            for place in places {
                conclude(&steps[place], answer) { copies.lazy.compactMap(objection).first }
            }
            guard var one = steps.first(where: { $0.result.grant?.audience == grant.audience }), answer != nil else {
                summary.left += 1
                continue
            }
            (one.result.path, one.result.copy, one.result.verdict) = (nil, album.album.folder, nil)
            one.result.album = album.album.name
            told.append(one)
        }
        try index.conclude(steps.map { ($0.announced, $0.outcome) }, at: environment.clock.now)
        return told
    }

    /// Requests all grants of one copy, one after the other: a service may reject concurrent changes of one file.
    ///
    /// - Returns: the answers by index; none for requests not made because of an interruption.
    private static func ask(
        _ service: PatientService, _ sharing: any Sharing,
        for results: [(place: Int, result: ShareResult)],
        _ mail: ShareMail?, isOver: () -> Bool, unless isUnwanted: @Sendable (CopyLocation) -> Bool
    ) async -> [Int: Result<NewShare?, UploadError>] {
        var answers: [Int: Result<NewShare?, UploadError>] = [:]
        for (place, result) in results where !isOver() {
            guard let copy = result.copy, let grant = result.grant else { continue }
            answers[place] = await Result { () async throws(UploadError) in
                try await share(copy, grant, takesBack: true, by: service, sharing, telling: mail) { isUnwanted(copy) }
            }
        }
        return answers
    }

    /// Shares a copy. Asking twice makes one permission.
    ///
    /// A destination may take its time over a request. If somebody objects meanwhile, the share is taken back, or
    /// fails where it cannot be. An album that others saw before stays, as it does after a later mark: it has other
    /// photos.
    ///
    /// - Returns: how it is shared; nil where it was taken back.
    private static func share(
        _ copy: CopyLocation, _ grant: ShareGrant, takesBack: Bool, by service: PatientService, _ sharing: any Sharing,
        telling mail: ShareMail?, unless isUnwanted: @Sendable () -> Bool
    ) async throws(UploadError) -> NewShare? {
        var mayBeShared = false
        let answer = await Result { () async throws(UploadError) in
            try await service.call { _ throws(UploadError) in
                do throws(UploadError) {
                    return try await sharing.share(copy, grant, telling: mail, unless: isUnwanted)
                } catch {
                    // That this try changed nothing says nothing of those before it.
                    if mayBeShared, error.sharesNothing { throw UploadError(.failed, error.cause) }
                    mayBeShared = true
                    throw error
                }
            }
        }
        if case .failure(let error) = answer, error.sharesNothing { throw error }
        if !takesBack || !isUnwanted() { return try answer.get() }
        do throws(UploadError) {
            try await service.call { _ throws(UploadError) in
                try await sharing.stop(
                    grant.audience, permission: try? answer.get().permission, of: copy, besides: [])
            }
        } catch {
            throw UploadError(.failed, "must not be shared any more, and may be seen: \(error.cause)")
        }
        return nil
    }

    private func conclude(
        _ step: inout Step, _ answer: Result<NewShare?, UploadError>?, because objection: () -> Action.Reason?
    ) {
        switch answer {
        case .success(nil):
            step.outcome = .takenBack
            let seen = step.announced.isNew ? "it could be seen for a moment" : "others saw it before"
            step.result = step.result.ended(
                .refused, objection() ?? .notWork, "must not be shared any more: \(seen), and cannot now")
        case .success(let given?):
            step.outcome = .shared(permission: given.permission, link: given.link)
            step.result.link = given.link
            if let end = given.link?.end, step.result.grant?.expires == nil { step.result.grant?.expires = end }
        case .failure(let error):
            if error.sharesNothing { step.outcome = .refused }
            step.error = error
            if error.kind == .objected {
                step.result = step.result.ended(
                    .refused, objection() ?? error.shareReason, error == .objected ? nil : error.detail)
            } else {
                step.result = step.result.ended(.failed, error.shareReason, error.detail)
            }
        case nil: step.outcome = .refused
        }
    }

    private func result(_ member: Action.Member, _ grant: ShareGrant?, _ state: ShareResult.State) -> ShareResult {
        ShareResult(
            path: member.path, destination: destination.name, copy: member.target, grant: grant, state: state,
            verdict: .work)
    }

    /// Ends the run after an error that ends runs.
    func note(_ error: UploadError?, _ summary: inout ShareSummary) {
        guard let error, error.endsRun, summary.endedBy == nil else { return }
        summary.endedBy = PipelineError(error, at: destination.named)
    }
}

extension ShareIntent {
    /// Whether nothing was announced.
    fileprivate var isRefusal: Bool { if case .notNow = self { true } else { false } }
}

extension UploadError {
    /// Whether an attempt that ended with this error has shared nothing.
    fileprivate var sharesNothing: Bool { [.refused, .missing, .objected].contains(kind) }
}
