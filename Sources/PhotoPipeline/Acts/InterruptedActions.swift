import PhotoFiles
import PhotoIndex
import PhotoModel
import Synchronization
import SystemPackage

/// What became of actions that killed runs had under way.
struct Settlement {
    /// How many have an outcome now.
    let settled: Int
    /// How many of these have left something behind that stays.
    var untidy = 0
    /// What is left as it is, and why.
    let left: [Unsettled]
}

/// The uploads that a run settles.
enum UploadsToSettle: Hashable {
    case none
    /// Those at these destinations, by row: a destination that does not answer delays only what goes there.
    case at(Set<Int64>)
    case all

    fileprivate func contain(_ destination: Int64?) -> Bool {
        switch self {
        case .none: false
        case .at(let rows): destination.map(rows.contains) ?? false
        case .all: true
        }
    }
}

/// Settles what killed runs left unfinished: removals first, then undos, copies
/// that were to be taken back, and uploads. Every run that acts does this
/// before its own work, with the lock held.
///
/// Each action with an intent and no outcome is examined, and then finished or undone. What cannot be settled now is
/// left for the next run.
struct InterruptedActions {
    let index: PhotoIndex
    let destinations: OpenDestinations
    let environment: Environment
    /// The command under whose name the settling is recorded.
    let command: String
    /// Whether a person has confirmed that files found in no directory of the library are gone.
    var acceptsMissing = false
    private let notes = GatheredNotes()

    /// Ends the runs that were killed and settles what they left, in runs of its own. Does nothing if nothing was left.
    ///
    /// A signal ends the waiting for destinations; what they were asked about is left for the next run.
    ///
    /// - Parameters:
    ///   - uploads: which uploads to settle too. They are at destinations, which are opened for it.
    ///   - shared: the row of a destination at which to look for what was stored late, though no upload is settled.
    ///   - note: called in the end with what a person may want to know.
    /// - Returns: the number of actions left for the next run.
    /// - Throws: `IndexError`; `PipelineError` where the configuration gives a name to two places, and `interrupted`
    ///   where a signal came and something is left.
    func settle(
        _ uploads: UploadsToSettle, lookingAt shared: Int64? = nil, note: (ActionNote) -> Void
    ) async throws -> Int {
        defer { for one in notes.all { note(one) } }
        let left = try await environment.untilSignal {
            let left = try await settleAll(uploads)
            if let shared {
                let late = try index.leftovers().filter { $0.isAwaited && $0.destination.id == shared }
                try await lookAgain(at: late, try index.libraryFiles())
            }
            return left
        }
        if left > 0, environment.interruption.signal != nil {
            throw PipelineError(.interrupted, "Stopped; the next run settles what is left of earlier ones")
        }
        return left
    }

    private func note(_ note: ActionNote) { notes.add(note) }

    private func settleAll(_ uploads: UploadsToSettle) async throws -> Int {
        _ = try index.endInterruptedRuns(at: environment.clock.now)
        var left = try await settle(try index.underWay(.purge), .removal) { run, actions in
            try await InterruptedPurges(
                index: index, destinations: destinations, environment: environment, run: run,
                acceptsMissing: acceptsMissing
            ).settle(actions)
        }
        left += try await settle(try index.underWay(.undo), .undo) { run, actions in
            try await InterruptedUndos(
                index: index, destinations: destinations, environment: environment, run: run, note: note
            ).settle(actions)
        }
        left += try await settleRetractions()
        return uploads == .none ? left : try await left + settleUploads(uploads)
    }

    private func settleRetractions() async throws -> Int {
        let actions = try index.underWay(.retract)
        if actions.isEmpty { return 0 }
        var left = 0
        let configured = try destinations.known()
        // What was removed from the configuration cannot be asked, and is told until it is added again.
        for (name, some) in Dictionary(
            grouping: actions.filter { action in !configured.contains { $0.id == action.destination?.id } },
            by: { $0.destination?.name ?? "" }
        ).sorted(by: { $0.key < $1.key }) {
            left += some.count
            note(.retractionsLeft(some.count, destination: name))
        }
        for known in configured {
            let some = actions.filter { $0.destination?.id == known.id }
            if some.isEmpty { continue }
            guard case .success(let open) = await destinations.open(known) else {
                left += some.count
                note(.retractionsLeft(some.count, destination: known.name))
                continue
            }
            left += try await settle(some, .retraction, at: known.name) { run, actions in
                try await InterruptedRetractions(
                    index: index, environment: environment, run: run, service: open.service
                ).settle(actions)
            }
        }
        return left
    }

    /// What earlier runs left of uploads.
    private struct Leftovers {
        /// Actions that were announced and have no outcome.
        let actions: [Action]
        let sessions: UploadSessions
        /// Sessions that will not be resumed.
        let over: [UploadSessions.Known]
        let files: LibraryFiles
    }

    private func settleUploads(_ uploads: UploadsToSettle) async throws -> Int {
        let sessions = try UploadSessions(index: index, environment: environment)
        let files = try index.libraryFiles()
        try await lookAgain(at: try index.leftovers().filter { uploads.contain($0.destination.id) }, files)
        let leftovers = Leftovers(
            actions: try index.underWay(.upload), sessions: sessions, over: try sessions.over(in: index, files),
            files: files)
        if leftovers.actions.isEmpty, leftovers.over.isEmpty { return 0 }
        let configured = try destinations.known()
        // The destination is not configured any more, so there is no server to tell.
        for one in leftovers.over where !configured.contains(where: { $0.id == one.action.destination?.id }) {
            try? sessions.forget(one.session.key)
        }
        var left = 0
        for destination in configured {
            left += try await settle(leftovers, at: destination, isAsked: uploads.contain(destination.id))
        }
        return left
    }

    /// Looks at what earlier runs found, and for what may have come since. What has a temporary name and is proved by
    /// now to be what was sent is removed; the rest is told of as long as it is there. What may be a copy in a
    /// directory that was moved is told of once more: nothing will ever prove it.
    private func lookAgain(at found: [Leftover], _ files: LibraryFiles) async throws {
        if found.isEmpty { return }
        let uploads = try index.uploads(withTickets: Set(found.compactMap { $0.path.lastComponent?.string }))
        for known in try destinations.known() {
            var here = found.filter { $0.destination.id == known.id }
            guard !here.isEmpty, case .success(let open) = await destinations.open(known) else { continue }
            try await lookForAwaited(here.filter(\.isAwaited), of: uploads, at: known, by: open.service, files)
            here.removeAll(where: \.isAwaited)
            var gone: [Leftover] = []
            let places = here.map { CopyLocation($0.path) }
            let sizes = await open.service.call(for: places) { await $0.sizes(at: $1) }
            // A listing may lack what is there, and nobody asks again about what is forgotten.
            let checks = await open.service.call(for: places) { await $0.identify($1) }
            for (leftover, answers) in zip(here, zip(sizes, checks)) {
                if case (.success(nil), .success(.missing)) = answers {
                    gone.append(leftover)
                } else if await isRemoved(leftover, of: uploads, by: open.service, files) {
                    gone.append(leftover)
                } else {
                    note(.unsettled(.foreign(leftover.path)))
                    if !leftover.isTemporary { gone.append(leftover) }
                }
            }
            try index.forgetLeftovers(gone.map(\.path), atDestination: known.id)
        }
    }

    /// For how long an upload without an answer is looked for, in nanoseconds.
    private static let patience: Int64 = 86_400_000_000_000

    /// Looks whether a destination has stored what it did not answer, by listing the directories. Several attempts may
    /// come one after another, so that what was removed is awaited on. Uploads that are under way are settled instead.
    /// Copies in albums are left to whoever goes on with an album, or takes them out.
    private func lookForAwaited(
        _ awaited: [Leftover], of uploads: [String: TicketedCopy], at known: KnownDestination,
        by service: PatientService, _ files: LibraryFiles
    ) async throws {
        if awaited.isEmpty { return }
        let copies = try index.albums(ofDestination: known.id).flatMap(\.copies).filter(\.mayBeThere)
        let kept = copies.flatMap { copy in
            copy.isProved ? [copy.location.path] : service.once.albums?.latePlaces(of: copy.location) ?? []
        }
        let upload = { (leftover: Leftover) in leftover.path.lastComponent.flatMap { uploads[$0.string] } }
        let ended = awaited.filter { upload($0)?.isUnderWay != true && !kept.contains($0.path) }
        let isOver = { (leftover: Leftover) in environment.clock.now - leftover.since > Self.patience }
        var (over, foreign): ([Leftover], [FilePath]) = (awaited.filter { kept.contains($0.path) && isOver($0) }, [])
        let named = ended.filter { upload($0)?.target.id == nil }
        let sizes = await service.call(for: named.map { CopyLocation($0.path) }) { await $0.sizes(at: $1) }
        for (leftover, size) in zip(named, sizes) {
            guard case .success(let size) = size else { continue }
            if size != nil, await !isRemoved(leftover, of: uploads, by: service, files), leftover.isTemporary {
                foreign.append(leftover.path)
                note(.unsettled(.foreign(leftover.path)))
            } else if isOver(leftover) {
                over.append(leftover)
            }
        }
        for leftover in ended {
            guard let copy = upload(leftover), copy.target.id != nil else { continue }
            switch await receipt(ofLate: copy, by: service) {
            case .success(let receipt?):
                _ = try index.addReceipts([receipt], destination: known.id)
                over.append(leftover)
            case .success(nil) where isOver(leftover): over.append(leftover)
            default: break
            }
        }
        try index.forgetLeftovers(over.map(\.path), atDestination: known.id)
        try index.noteLeftovers(foreign, atDestination: known.id, at: environment.clock.now)
    }

    /// The receipt of what has come under the id that the destination gave out before it was sent, also of a photo that
    /// is not work any more: so it is told of.
    private func receipt(ofLate copy: TicketedCopy, by service: PatientService) async -> Result<Receipt?, UploadError> {
        var member = copy.source
        member.target = copy.target
        return await Result { [member] () async throws(UploadError) in
            try await InterruptedUploads.receipt(of: member, at: copy.target, by: service, now: environment.clock.now)
        }
    }

    /// Removes what was left of an upload or of a copy for an album, if it can be proved to be what was sent.
    private func isRemoved(
        _ leftover: Leftover, of uploads: [String: TicketedCopy], by service: PatientService, _ files: LibraryFiles
    ) async -> Bool {
        if let content = leftover.content {
            guard let albums = service.once.albums else { return false }
            do throws(UploadError) {
                try await service.call { _ throws(UploadError) in
                    try await albums.discard(leftover.path, having: content)
                }
                return true
            } catch {
                return false
            }
        }
        guard leftover.isTemporary, let ticket = leftover.path.lastComponent?.string, let copy = uploads[ticket],
            let name = copy.target.path.lastComponent
        else { return false }
        let target = leftover.path.removingLastComponent().appending(name)
        let upload = TicketedUpload(
            target: CopyLocation(target), ticket: ticket, modified: copy.source.fingerprint.modified,
            sha256: copy.source.sha256)
        let source = UploadSource.left(copy.source, index, files, environment.interruption)
        do throws(UploadError) {
            try await service.call { service throws(UploadError) in try await service.discard(upload, source: source) }
            return true
        } catch {
            return false
        }
    }

    /// Settles what was left at one destination, which is opened only if something was. Of one that this run does not
    /// ask it only tells, unless something there must not wait: sessions that are over, which are secrets, or what has
    /// arrived of photos that may be private by now.
    private func settle(_ leftovers: Leftovers, at known: KnownDestination, isAsked: Bool) async throws -> Int {
        let actions = leftovers.actions.filter { $0.destination?.id == known.id }
        let over = leftovers.over.filter { $0.action.destination?.id == known.id }
        if actions.isEmpty, over.isEmpty { return 0 }
        if !isAsked, over.isEmpty, try !mayBePrivate(actions) {
            note(.uploadsWaiting(actions.count, destination: known.name))
            return 0
        }
        guard case .success(let open) = await destinations.open(known), let destination = open.destination else {
            if actions.isEmpty { return 0 }
            note(.uploadsLeft(actions.count, destination: known.name))
            return actions.count
        }
        let sessions = leftovers.sessions.at(destination.marker)
        // A session that the destination does not abandon now is kept for the next run.
        for one in over {
            // The upload may be complete: the last bytes were sent, but the answer was lost.
            guard
                let receipt = try? await InterruptedUploads.receipt(
                    of: one.member, at: one.target, by: open.service, now: environment.clock.now)
            else {
                _ = try? await sessions.abandon(one.upload, by: open.service)
                continue
            }
            _ = try index.addReceipts([receipt], destination: destination.id)
            try? sessions.forget(one.upload)
        }
        return try await settle(actions, .upload, at: destination.name) {
            run, actions in
            let uploads = InterruptedUploads(
                index: index, files: leftovers.files, environment: environment, run: run, destination: destination,
                open: open, sessions: sessions)
            return try await uploads.settle(actions)
        }
    }

    /// Whether a photo may be private by now that a killed run was sending. One that was moved or edited since may be:
    /// its new path or content can say so where the old one no longer does.
    private func mayBePrivate(_ actions: [Action]) throws(IndexError) -> Bool {
        guard let basis = try index.basis() else { return true }
        return try index.objections(to: actions, basis: basis).contains { $0 != nil }
    }

    /// Settles some actions in a run of its own.
    private func settle(
        _ actions: [Action], _ act: InterruptedAct, at destination: String? = nil,
        by work: (_ run: Int64, [Action]) async throws -> Settlement
    ) async throws -> Int {
        if actions.isEmpty { return 0 }
        let run = try index.beginRun(command, at: environment.clock.now)
        let settlement = try await work(run, actions)
        let settled = settlement.settled
        try index.endRun(
            run, at: environment.clock.now, isComplete: settled == actions.count, counts: ["settled": settled])
        note(.settled(settled - settlement.untidy, of: actions.count, act, destination: destination))
        for one in settlement.left { note(.unsettled(one)) }
        return actions.count - settled
    }
}

/// What is to be told of a settlement, which is a task of its own so that a signal can cancel it.
private final class GatheredNotes: Sendable {
    private let notes = Mutex<[ActionNote]>([])

    /// In the order in which they came.
    var all: [ActionNote] { notes.withLock(\.self) }

    func add(_ note: ActionNote) { notes.withLock { $0.append(note) } }
}
