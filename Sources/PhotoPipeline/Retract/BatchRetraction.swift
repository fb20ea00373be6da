import PhotoFiles
import PhotoIndex
import PhotoModel

/// Looks at copies that are to be taken back. Changes nothing.
struct RetractLook {
    let destination: OpenDestination
    let context: ActionContext

    /// Ends the groups of which a copy is not what its receipt says, or is the library's own file, or no file; and
    /// those whose file in the library has changed since it was hashed. A copy that is gone is noted.
    ///
    /// - Returns: the error that ends the run; nil if there is none.
    func look(at groups: inout [GroupToRetract]) async -> UploadError? {
        let places = groups.openPlaces().flatMap { group in groups[group].members.indices.map { (group, $0) } }
        let answers = await destination.service.call(
            for: places.map { groups[$0.0].members[$0.1].receipt.target }
        ) { await $0.inspect($1) }
        var ending: UploadError?
        for ((group, member), answer) in zip(places, answers) {
            let copy = groups[group].members[member]
            if let original = copy.original,
                (try? context.files.status(of: original.path))?.fingerprint != original.fingerprint
            {
                groups[group].end(.skipped, .changedSinceScan)
                continue
            }
            switch answer {
            case .failure(let error) where error.kind != .missing:
                groups[group].end(error)
                if error.endsRun { ending = ending ?? error }
            case .failure: groups[group].members[member].isGone = true
            case .success(let stored):
                let found = CopyPolicy.compare(stored, with: RecordedContent(copy.receipt))
                if let identity = stored?.identity, identity == copy.original?.identity {
                    groups[group].end(.refused, .destinationChanged, "the copy is the library's own file")
                } else if case .notThere = found {
                    groups[group].members[member].isGone = true
                } else if let words = found.words {
                    groups[group].end(
                        .refused, .notVerified,
                        "the copy is \(words): \(terminalSafe(copy.receipt.target.path.bytes))")
                }
            }
        }
        await endThoseWithOthers(of: &groups)
        if groups.contains(where: { $0.isOpen && $0.members.contains(where: \.isGone) }) {
            do throws(PipelineError) {
                try await DestinationOpening().checkAgain(destination)
            } catch {
                let error = UploadError(error.kind == .signIn ? .signIn : .unavailable, error.message)
                for place in groups.openPlaces() { groups[place].end(error) }
                ending = ending ?? error
            }
        }
        return ending
    }
}

extension RetractLook {
    /// Ends the groups of which something else than a file has the name of a copy: a directory, a link, a pipe.
    private func endThoseWithOthers(of groups: inout [GroupToRetract]) async {
        let places = groups.openPlaces().flatMap { group in
            groups[group].members.indices.filter { groups[group].members[$0].isGone }.map { (group, $0) }
        }
        if places.isEmpty { return }
        let sizes = await destination.service.call(
            for: places.map { groups[$0.0].members[$0.1].receipt.target }
        ) { await $0.sizes(at: $1) }
        for ((group, member), size) in zip(places, sizes) {
            guard case .success(.some) = size else { continue }
            let target = groups[group].members[member].receipt.target.path
            groups[group].end(.refused, .notVerified, "what has its name is no file: \(terminalSafe(target.bytes))")
        }
    }
}

extension GroupToRetract {
    /// The copies that are gone, in words; nil if none is.
    fileprivate var loss: String? {
        let gone = members.filter(\.isGone).map { terminalSafe($0.receipt.target.path.bytes) }
        return gone.isEmpty ? nil : "not there any more: \(gone.joined(separator: ", "))"
    }

    /// Ends the group if all of its copies are gone: nothing is taken back.
    mutating func endIfGone() {
        if members.allSatisfy(\.isGone), let loss { end(.skipped, .notVerified, loss) }
    }
}

/// Takes copies of groups back together.
///
/// The order of the steps must not change: look at the copies; choose what becomes of them; record the intents durably,
/// from which moment their receipts have ended and their photos are held from the destination, and write that down
/// there; end their shares; take them back; record the outcomes. What could not be taken back and is still there counts
/// again.
struct BatchRetraction {
    let run: RunContext
    let destination: OpenDestination
    let receipts: DestinationReceipts
    let retracting: any Retracting
    let way: RemovalWay

    private var environment: Environment { run.environment }

    /// Takes the groups' copies back.
    ///
    /// - Returns: the groups with their results, and the error that ends the run.
    func takeBack(_ planned: [GroupToRetract]) async throws -> BatchOutcome<GroupToRetract> {
        var groups = planned
        var ending = await RetractLook(destination: destination, context: run.context).look(at: &groups)
        groups.endWhereStopped(by: environment.interruption)
        await prepare(&groups)
        try await announce(&groups)
        for place in groups.openPlaces() {
            await attempt(&groups[place], &ending) { (group) async throws(UploadError) in
                try await takeOutOfAlbums(&group)
                try await stopSharing(&group)
                try await takeBack(&group)
            }
            run.progress.add(groups[place].action.bytes)
        }
        let ended = groups
        return BatchOutcome(
            groups: try await environment.threads.uncancelled { try await conclude(ended) }, ending: ending,
            lostCopies: ended.filter(\.isAnnounced).reduce(0) { $0 + $1.members.count(where: \.isGone) })
    }

    private func attempt(
        _ group: inout GroupToRetract, _ ending: inout UploadError?,
        _ step: (inout GroupToRetract) async throws(UploadError) -> Void
    ) async {
        if let ending { return group.end(ending) }
        do throws(UploadError) {
            if environment.interruption.signal != nil { throw UploadError(.interrupted, "stopped") }
            try await step(&group)
        } catch {
            group.end(error)
            if error.endsRun { ending = error }
        }
    }

    /// Gets tickets. Nothing is removed for good that was to go into a trash.
    private func prepare(_ groups: inout [GroupToRetract]) async {
        let places = groups.openPlaces().flatMap { group in
            groups[group].members.indices.filter { !groups[group].members[$0].isGone }.map { (group, $0) }
        }
        if places.isEmpty { return }
        let answers = await retracting.prepare(
            places.map { groups[$0.0].members[$0.1].receipt.target }, way, run: run.number,
            firstNumber: run.files.take(places.count))
        for ((group, member), answer) in zip(places, answers) {
            switch answer {
            case .success(let ticketed):
                groups[group].members[member].ticketed = ticketed
                groups[group].action.members[member].ticket = ticketed.ticket
            case .failure(let error): groups[group].end(retracting: error)
            }
        }
    }

    private func announce(_ groups: inout [GroupToRetract]) async throws {
        let open = groups.openPlaces()
        if open.isEmpty { return }
        let now = environment.clock.now
        var partners = PartnersOnDisk()
        let actions = open.map { groups[$0].action }
        let beside = actions.map { action in
            action.members.filter { $0.role != .sidecar }.flatMap { partners.paths(of: $0.path) }
        }
        let intents = try run.index.intendRetractions(actions, beside: beside, run: run.number, at: now)
        for (place, intent) in zip(open, intents) {
            if intent == .notNow(.lastCopy) {
                groups[place].end(.refused, .lastCopy, "a removed photo rests on one of its copies by now")
            } else {
                groups[place].note(intent)
            }
        }
        let begun = groups.filter { $0.isAnnounced && $0.isOpen }
        let ended = begun.flatMap { group in
            zip(group.members, group.action.members).map { copy, member in
                EndedReceipt(copy.receipt, ended: now, isHeld: member.role != .sidecar)
            }
        }
        try receipts.note(try await receipts.add([], ended: ended))
    }

    /// Takes the copies of a group's photos out of all albums of the destination.
    private func takeOutOfAlbums(_ group: inout GroupToRetract) async throws(UploadError) {
        let contents = Set(group.members.map(\.receipt.sha256))
        do throws(UploadError) {
            let albums = AlbumRemoval(index: run.index, destination: destination, environment: environment)
            for found in try albums.copies(where: { contents.contains($0.sha256) }) { try await albums.remove(found) }
        } catch {
            if error.endsRun { throw error }
            group.end(.failed, .sharingFailed, "it is still in an album: \(error.detail)")
        }
    }

    /// Ends the shares of a group's copies.
    private func stopSharing(_ group: inout GroupToRetract) async throws(UploadError) {
        guard group.isOpen else { return }
        let all: [StoredShare]
        do throws(IndexError) {
            all = try run.index.shares(at: environment.clock.now)
        } catch {
            throw UploadError(.failed, "the index cannot be asked for its shares: \(error)")
        }
        let targets = Set(group.members.map(\.receipt.target))
        for share in all
        where share.destination.id == group.action.destination?.id && targets.contains(share.copy) {
            guard let sharing = destination.service.once.sharing else { continue }
            do throws(UploadError) {
                try await destination.service.call { _ throws(UploadError) in
                    try await sharing.stop(
                        share.grant.audience, permission: share.permission, of: share.copy,
                        besides: StopSharing.permissions(besides: share, in: all))
                }
            } catch {
                if error.endsRun { throw error }
                return group.end(.failed, .sharingFailed, "it is still shared: \(error.detail)")
            }
            do throws(IndexError) {
                _ = try run.index.noteStopped(share, at: environment.clock.now)
            } catch {
                throw UploadError(.failed, "the end of a share cannot be recorded: \(error)")
            }
        }
    }

    private func takeBack(_ group: inout GroupToRetract) async throws(UploadError) {
        guard group.isOpen else { return }
        // Sidecars first: what is left of a group after a kill is found by its photos.
        for place in group.members.indices.reversed() {
            guard let ticketed = group.members[place].ticketed else { continue }
            let (original, files) = (group.members[place].original, run.context.files)
            let (receipt, interruption) = (group.members[place].receipt, environment.interruption)
            do throws(UploadError) {
                try await destination.service.call { _ throws(UploadError) in
                    try await retracting.takeBack(ticketed, of: receipt) {
                        guard let original else { return false }
                        return ProvenFile.isLost(
                            original.path, of: receipt.sha256, in: files, interruption: interruption)
                    }
                }
            } catch  where error.kind == .missing {
                group.members[place].isGone = true
            }
        }
        group.endIfGone()
        guard group.isOpen else { return }
        if let loss = group.loss { group.add(loss) }
        (group.action.state, group.action.why) = (.done, nil)
    }

    /// Records the outcomes. A group that failed has leftovers if it is unknown which of its copies are still there.
    private func conclude(_ ended: [GroupToRetract]) async throws -> [GroupToRetract] {
        var groups = ended
        let settling = InterruptedRetractions(
            index: run.index, environment: environment, run: run.number, service: destination.service)
        var outcomes: [ActionOutcome] = []
        for place in groups.indices {
            var outcome = ActionOutcome(action: groups[place].action)
            if groups[place].isAnnounced, groups[place].action.state != .done {
                do throws(UploadError) {
                    outcome.receipts = try await settling.remaining(of: groups[place].action)
                } catch {
                    groups[place].hasLeftovers = true
                    continue
                }
            }
            outcomes.append(outcome)
        }
        let counting = outcomes.flatMap(\.receipts).map(\.receipt)
        let added = try await receipts.add(counting)
        try run.index.conclude(outcomes, run: run.number, at: environment.clock.now)
        try receipts.note(added)
        return groups
    }
}
