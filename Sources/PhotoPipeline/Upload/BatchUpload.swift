import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Groups that go to one destination together, sharing the commits of the journal and the waits for disks.
///
/// The order of the steps must not change: look at what is there, choose names, prepare; record the intents; send,
/// finish, read back; write the receipts. An error ends only its own group, unless it ends the run. The last look is
/// taken before each file is sent, and again before it gets its name.
struct BatchUpload: Sendable {
    let run: RunContext
    let destination: KnownDestination
    let service: PatientService
    let settings: UploadSettings
    let reservations: TargetReservations
    let aliases: LibraryAliases
    let receipts: DestinationReceipts
    let sessions: DestinationSessions
    let look: LastLook

    var index: PhotoIndex { run.index }
    var files: LibraryFiles { run.context.files }
    var environment: Environment { run.environment }
    var progress: ByteProgress { run.progress }

    /// How often a group is sent at most if its name is taken each time. Where many machines send at the same moment,
    /// several of them also choose the same next name.
    private static let mostAttempts = 8

    /// Sends the groups. Those whose name another program took after the look are sent again, under another name.
    ///
    /// - Returns: the groups that ended, already recorded in the journal unless they have leftovers; the deferred
    ///   groups; and the error that ends the run, if there was one.
    /// - Throws: `PipelineError` where the rules cannot be read any more, `IndexError`; what was sent is recorded.
    func send(_ planned: [GroupToSend]) async throws -> BatchOutcome<GroupToSend> {
        var sent = try await sendOnce(planned)
        var leftovers: [FilePath] = []
        for _ in 1..<Self.mostAttempts where sent.ending == nil {
            let taken = sent.ended.filter(\.group.foundNameTaken)
            let late = taken.map { planned, group in
                var planned = planned
                planned.named = group.named.map(\.recorded)
                return planned
            }
            if late.isEmpty { break }
            leftovers += taken.flatMap(\.group.leftovers)
            sent.ended.removeAll(where: \.group.foundNameTaken)
            let again = try await sendOnce(late)
            sent.ended += again.ended
            sent.deferred += again.deferred
            sent.ending = again.ending
        }
        leftovers += sent.ended.flatMap(\.group.leftovers)
        return BatchOutcome(
            groups: sent.ended.map(\.group), deferred: sent.deferred, ending: sent.ending, leftovers: leftovers)
    }

    /// What became of groups. Those that ended stand with what they were before.
    private typealias SentGroups = (
        ended: [(planned: GroupToSend, group: GroupToSend)], deferred: [GroupToSend], ending: UploadError?
    )

    private func sendOnce(_ planned: [GroupToSend]) async throws -> SentGroups {
        var groups = planned
        var ending: UploadError?
        let unwanted = Set(try index.contentsNotToSend(to: destination.id).keys.map(\.size))
        for place in groups.indices { groups[place].begin() }
        var finder = try PlaceFinder(self, for: groups)
        await finder.reserveFirst(&groups)
        for place in groups.indices where !groups[place].isDeferred {
            await attempt(place, of: &groups, &ending) { (groups) async throws(UploadError) in
                try open(&groups[place], unwanted: unwanted)
            }
        }
        await finder.searchCopies(for: &groups, &ending)
        for place in groups.indices where !groups[place].isDeferred {
            await attempt(place, of: &groups, &ending) { [finder] (groups) async throws(UploadError) in
                try await choosePlaces(for: &groups[place], by: finder)
            }
        }
        let deferred = zip(planned, groups).filter(\.1.isDeferred).map(\.0)
        let others = zip(planned, groups).filter { !$1.isDeferred }.map(\.0)
        groups.removeAll(where: \.isDeferred)
        await prepare(&groups, &ending)
        try announce(&groups)
        for place in groups.indices where groups[place].isAnnounced {
            await attempt(place, of: &groups, &ending) { (groups) async throws(UploadError) in
                try await transfer(&groups[place])
            }
        }
        await finish(&groups, &ending)
        let isReachable = ending.map { $0.kind != .unavailable && $0.kind != .signIn } ?? true
        let sent = groups
        let ended = try await environment.threads.uncancelled {
            try await conclude(sent, isReachable: isReachable)
        }
        if let failure = look.failure { throw failure }
        return (Array(zip(others, ended)), deferred, ending)
    }

    /// Takes back what nobody wants to be sent any more, removes what is unfinished, and records the groups' outcomes.
    private func conclude(_ sent: [GroupToSend], isReachable: Bool) async throws -> [GroupToSend] {
        var groups = sent
        for index in groups.indices { try await takeBackUnwanted(&groups[index]) }
        for index in groups.indices { await tidyUp(&groups[index], isReachable: isReachable) }
        try index.noteLeftovers(
            groups.flatMap(\.leftovers), atDestination: destination.id, at: environment.clock.now)
        try await writeDown(groups.filter { !$0.hasLeftovers })
        // Only now others find them by their receipts.
        for group in groups { reservations.release(group.contents) }
        return groups
    }

    /// Performs a step for a group. An error ends the group, and after an error that ends the run the others are
    /// skipped.
    private func attempt(
        _ index: Int, of groups: inout [GroupToSend], _ ending: inout UploadError?,
        _ step: (inout [GroupToSend]) async throws(UploadError) -> Void
    ) async {
        guard groups[index].isOpen else { return }
        if let ending { return groups[index].stop(ending, isItsOwn: false) }
        do throws(UploadError) {
            if environment.interruption.signal != nil { throw UploadError(.interrupted, "stopped") }
            try await step(&groups)
        } catch {
            groups[index].stop(error)
            if error.endsRun { ending = error }
        }
    }
}

// MARK: - The steps up to the intents

extension BatchUpload {
    /// Whether a file that cannot be opened may still be the planned one, that is, is not known to be gone or replaced.
    private func mayBeSame(_ member: Action.Member) -> Bool {
        do {
            return try files.status(of: member.path).fingerprint == member.fingerprint
        } catch {
            return !error.isOfOtherPath
        }
    }

    /// Opens the members and checks that they are the planned files. The files that are not sent are checked too.
    ///
    /// - Parameter unwanted: the sizes of contents that are marked personal or held from the destination. A file of
    ///   such a size whose hash is unknown is hashed, so that the intent can be judged by its content.
    /// - Throws: what keeps a file from being read.
    private func open(_ group: inout GroupToSend, unwanted: Set<Int64>) throws(UploadError) {
        for file in group.bystanders where (try? files.status(of: file.path))?.fingerprint != file.fingerprint {
            return group.end(.skipped, .changedSinceScan)
        }
        for index in group.members.indices {
            let member = group.action.members[index]
            let source: UploadSource
            do throws(UploadError) {
                source = try UploadSource(member.path, in: files, interruption: environment.interruption) {
                    [progress] in progress.addRead($0)
                }
            } catch {
                if mayBeSame(member) { throw error }
                return group.end(.skipped, .changedSinceScan)
            }
            guard source.fingerprint == member.fingerprint else { return group.end(.skipped, .changedSinceScan) }
            group.members[index].source = source
            if member.sha256 == nil, member.role != .sidecar, unwanted.contains(source.fingerprint.size) {
                group.note(try source.hashes(), of: index)
            }
        }
    }

    /// Finds what is already at the destination, and names for the rest.
    private func choosePlaces(for group: inout GroupToSend, by finder: PlaceFinder) async throws(UploadError) {
        try await finder.find(&group)
        if group.isDeferred { return }
        for member in group.members { if let receipt = member.receipt { progress.add(receipt.size) } }
    }

    /// Resumes what earlier runs left of the groups' files, and has the service prepare the rest, for all groups at
    /// once.
    private func prepare(_ groups: inout [GroupToSend], _ ending: inout UploadError?) async {
        for group in groups.openPlaces() {
            for place in groups[group].members.indices { await goOn(place, of: &groups[group]) }
        }
        let places = groups.openPlaces().flatMap { group in
            groups[group].members.indices.filter { groups[group].members[$0].isToPrepare }.map { (group, $0) }
        }
        let copies = places.compactMap { groups[$0.0].action.plannedCopy(of: $0.1) }
        if copies.isEmpty { return }
        for (place, result) in zip(places, await service.call(for: copies) { await $0.prepare($1) }) {
            switch result {
            case .success(let upload): groups[place.0].note(upload, of: place.1)
            case .failure(let error):
                groups[place.0].stop(error, isItsOwn: !error.endsRun || ending == nil)
                if error.endsRun { ending = ending ?? error }
            }
        }
    }

    /// Resumes the session of a file if it goes to the same target; other sessions of the file are abandoned.
    private func goOn(_ index: Int, of group: inout GroupToSend) async {
        let member = group.action.members[index]
        for known in sessions.left(of: member) {
            let isSame = known.isOf(member.path, member.fingerprint) && known.target.path == member.target?.path
            if isSame, group.members[index].isToPrepare {
                group.note(known.upload, of: index)
            } else {
                // A session that cannot be abandoned now is kept for the next run.
                _ = try? await sessions.abandon(known.upload, by: service, source: group.members[index].source)
            }
        }
    }

    /// Records the intents durably. The same transaction judges each group once more, by the current rules.
    private func announce(_ groups: inout [GroupToSend]) throws {
        let open = groups.openPlaces()
        if open.isEmpty { return }
        let moment = try look.moment()
        let intents = try index.intend(
            open.map { groups[$0].action }, run: run.number, basis: moment.basis,
            leavingOut: settings.unsentSidecars)
        for (place, intent) in zip(open, intents) { groups[place].note(intent) }
        let begun = open.filter { groups[$0].isAnnounced }.compactMap { groups[$0].action.members.first?.path }
        try look.note(begun, askedAfter: moment)
    }
}
