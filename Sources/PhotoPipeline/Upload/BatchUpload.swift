import PhotoIndex
import PhotoIntake
import PhotoModel

/// Some groups that go to one destination together: they share the commits of the journal and the waiting for disks.
///
/// The order is the law (SAFETY.md, "Writing down" and "Sending"): look at what is there, choose names, prepare; write
/// the intent down; send, finish, read back; write the receipts down. Whatever fails ends its own group only, but for
/// what ends the run. What people say meanwhile is heard before each file is sent, and before any gets its name.
struct BatchUpload: Sendable {
    let index: PhotoIndex
    let files: LibraryFiles
    let run: Int64
    let basis: JudgingBasis
    let destination: Destination
    let service: any UploadService
    let settings: UploadSettings
    let environment: Environment
    let reservations: TargetReservations
    let roads: LibraryRoads
    let receipts: DestinationReceipts
    let sessions: DestinationSessions
    let progress: ByteProgress

    /// Sends the groups.
    ///
    /// - Returns: what became of each, in the journal already where nothing is left to be settled; those that wait for
    ///   another to be done; and the error that ends the run, where one did.
    /// - Throws: `IndexError`.
    func send(_ planned: [UploadAct.Group]) async throws -> BatchOutcome<UploadAct.Group> {
        var groups = planned
        var ending: UploadError?
        let sizes = Set(groups.flatMap(\.action.members).map(\.fingerprint.size))
        let personal = try index.personalSizes(among: sizes)
        for place in groups.indices { groups[place].begin() }
        var finder = try PlaceFinder(self, for: groups)
        await finder.reserveFirst(&groups)
        for place in groups.indices where !groups[place].details.isDeferred {
            await attempt(place, of: &groups, &ending) { (groups) async throws(UploadError) in
                try open(&groups[place], personal: personal)
            }
        }
        await finder.searchCatalogue(for: &groups, &ending)
        for place in groups.indices where !groups[place].details.isDeferred {
            await attempt(place, of: &groups, &ending) { [finder] (groups) async throws(UploadError) in
                try await choosePlaces(for: &groups[place], by: finder)
            }
        }
        let deferred = zip(planned, groups).filter(\.1.details.isDeferred).map(\.0)
        groups.removeAll(where: \.details.isDeferred)
        await prepare(&groups, &ending)
        var objections = try Objections(index, basis: basis, leavingOut: settings.unsentSidecars)
        try announce(&groups)
        for place in groups.indices where groups[place].isAnnounced {
            await attempt(place, of: &groups, &ending) { (groups) async throws(UploadError) in
                try await bringOver(place, of: &groups, &objections)
            }
        }
        hearOnceMore(&groups, &objections)
        try await finish(&groups, &ending, heard: objections.heard)
        let isReachable = ending.map { $0.kind != .unavailable && $0.kind != .signIn } ?? true
        let sent = groups
        let ended = try await uncancelled { try await conclude(sent, isReachable: isReachable) }
        return BatchOutcome(groups: ended, deferred: deferred, ending: ending)
    }

    /// Why the destination's own list of receipts lacks some, with the destination's name; nil where it lacks none.
    var listFailure: String? { receipts.progress.failure.map { "\(terminalSafe(destination.name)): \($0)" } }

    /// Takes away what is unfinished, and writes down what became of the groups.
    private func conclude(_ sent: [UploadAct.Group], isReachable: Bool) async throws -> [UploadAct.Group] {
        var groups = sent
        for place in groups.indices { await tidyUp(&groups[place], isReachable: isReachable) }
        try await writeDown(groups.filter { !$0.hasLeftovers })
        return groups
    }

    /// Does a step of a group; an error ends the group, and one that ends the run all others.
    private func attempt(
        _ place: Int, of groups: inout [UploadAct.Group], _ ending: inout UploadError?,
        _ step: (inout [UploadAct.Group]) async throws(UploadError) -> Void
    ) async {
        guard groups[place].isOpen else { return }
        if let ending { return groups[place].stop(ending) }
        do throws(UploadError) {
            if environment.interruption.signal != nil { throw UploadError(.interrupted, "stopped") }
            try await step(&groups)
        } catch {
            groups[place].stop(error)
            if error.endsRun { ending = error }
        }
    }
}
