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
