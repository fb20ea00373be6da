import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

/// Some groups that go to one destination together: they share the commits of the journal and the waiting for disks.
///
/// The order is the law (SAFETY.md, "Writing down" and "Sending"): look at what is there, choose names, prepare; write
/// the intent down; send, finish, read back; write the receipts down. Whatever fails ends its own group only, but for
/// what ends the run.
struct BatchUpload: Sendable {
    let index: PhotoIndex
    let run: Int64
    let basis: JudgingBasis
    let destination: Destination
    let service: any UploadService
    let settings: UploadSettings
    let environment: Environment
    let reservations: TargetReservations
    let progress: UploadProgress

    private var retry: Retry {
        Retry(clock: environment.clock, interruption: environment.interruption, random: environment.random)
    }

    /// Sends the groups.
    ///
    /// - Returns: what became of each, in the journal already where nothing is left to be settled; those that wait for
    ///   another to be done; and the error that ends the run, where one did.
    /// - Throws: `IndexError`.
    func send(_ planned: [PlannedGroup]) async throws -> Result {
        var groups = planned.map(GroupInHand.init)
        var ending: UploadError?
        for place in groups.indices {
            await attempt(&groups[place], &ending) { (group) async throws(UploadError) in
                try open(&group)
                try await choosePlaces(for: &group)
            }
        }
        let deferred = zip(planned, groups).filter(\.1.isDeferred).map(\.0)
        groups.removeAll(where: \.isDeferred)
        try announce(&groups)
        for place in groups.indices where groups[place].isAnnounced {
            await attempt(&groups[place], &ending) { (group) async throws(UploadError) in
                try await bringOver(&group)
            }
        }
        await finish(&groups, &ending)
        let isReachable = ending.map { $0.kind != .unavailable && $0.kind != .signIn } ?? true
        for place in groups.indices { await tidyUp(&groups[place], isReachable: isReachable) }
        try await writeDown(groups.filter { !$0.hasLeftovers })
        return Result(groups: groups, deferred: deferred, ending: ending)
    }

    /// What became of a batch.
    struct Result: Sendable {
        /// The groups that are over.
        var groups: [GroupInHand]
        /// Those whose names others of the run were about to take.
        var deferred: [PlannedGroup]
        /// What no other group can be sent for.
        var ending: UploadError?
    }

    /// Does a step of a group; an error ends the group, and one that ends the run all others.
    private func attempt(
        _ group: inout GroupInHand, _ ending: inout UploadError?,
        _ step: (inout GroupInHand) async throws(UploadError) -> Void
    ) async {
        guard group.isOpen else { return }
        if let ending { return group.end(ending) }
        do throws(UploadError) {
            if environment.interruption.signal != nil { throw UploadError(.interrupted, "stopped") }
            try await step(&group)
        } catch {
            group.end(error)
            if error.endsRun { ending = error }
        }
    }
}

// MARK: - Before the intent

extension BatchUpload {
    /// Whether a file that cannot be opened is not known to be gone or another one.
    private func mayBeSame(_ member: Action.Member) -> Bool {
        do {
            return try FileStatus(at: member.path).fingerprint == member.fingerprint
        } catch {
            return error != .noSuchFileOrDirectory && error != .notDirectory
        }
    }

    /// Opens the members, which have to be the files that were planned, as those have to be that are not sent.
    private func open(_ group: inout GroupInHand) throws(UploadError) {
        for file in group.besides where (try? FileStatus(at: file.path))?.fingerprint != file.fingerprint {
            return group.end(.skipped, .changedSinceScan)
        }
        for place in group.members.indices {
            let member = group.action.members[place]
            let source: UploadSource
            do throws(UploadError) {
                source = try UploadSource(member.path, interruption: environment.interruption)
            } catch {
                if mayBeSame(member) { throw error }
                return group.end(.skipped, .changedSinceScan)
            }
            guard source.fingerprint == member.fingerprint else { return group.end(.skipped, .changedSinceScan) }
            group.members[place].source = source
            if member.sha256 == nil, member.role != .sidecar, try mayBePersonal(source) {
                group.action.members[place].sha256 = try source.hash()
            }
        }
    }

    /// Whether a file that nobody hashed is as large as one that is marked personal: what it is, the intent says then.
    private func mayBePersonal(_ source: UploadSource) throws(UploadError) -> Bool {
        do {
            return try index.hasPersonalContent(ofSize: source.fingerprint.size)
        } catch {
            throw UploadError(.failed, "the index cannot be asked for marks: \(error)")
        }
    }

    /// Finds what is at the destination already, and a name for each of the others.
    private func choosePlaces(for group: inout GroupInHand) async throws(UploadError) {
        guard group.isOpen else { return }
        let finder = PlaceFinder(
            index: index, destination: destination.id, service: service, retry: retry,
            reservations: reservations, now: environment.clock.now)
        try await finder.find(&group)
        for member in group.members { if let receipt = member.receipt { progress.add(receipt.size) } }
        for place in group.members.indices where group.members[place].receipt == nil && group.isOpen {
            guard !group.isDeferred, let target = group.action.members[place].target else { continue }
            let ticket = try await retry.run { () async throws(UploadError) in try await service.prepare(target) }
            group.action.members[place].ticket = ticket
            group.members[place].upload = TicketedUpload(
                target: target, ticket: ticket, modified: group.action.members[place].fingerprint.modified)
        }
    }

    /// Writes down what is about to be done, durably; judged once more in the same transaction.
    private func announce(_ groups: inout [GroupInHand]) throws {
        let open = groups.indices.filter { groups[$0].isOpen }
        if open.isEmpty { return }
        let intents = try index.intend(
            open.map { groups[$0].action }, run: run, basis: basis, leavingOut: settings.unsentSidecars)
        for (place, intent) in zip(open, intents) {
            switch intent {
            case .begun(let id):
                groups[place].action.id = id
                groups[place].action.state = .running
                groups[place].isAnnounced = true
            case .notNow(let why):
                groups[place].end(.skipped, why)
            }
        }
    }
}

// MARK: - After the intent

extension BatchUpload {
    /// Sends the bytes of the members that are not there.
    private func bringOver(_ group: inout GroupInHand) async throws(UploadError) {
        for place in group.members.indices {
            guard let upload = group.members[place].upload, let source = group.members[place].source else { continue }
            group.members[place].sent = try await retry.run { () async throws(UploadError) in
                source.rewind()
                let counter = ByteCounter(progress)
                do throws(UploadError) {
                    return try await service.send(source, as: upload, from: 0) { counter.add($0) }
                } catch {
                    counter.takeBack()
                    throw error
                }
            }
        }
    }

    /// Gives the copies their names, those of all groups at once.
    private func finish(_ groups: inout [GroupInHand], _ ending: inout UploadError?) async {
        var open = groups.indices.flatMap { group in
            groups[group].isOpen
                ? groups[group].members.indices.filter { groups[group].members[$0].sent != nil }.map { (group, $0) }
                : []
        }
        var attempt = 0
        while !open.isEmpty {
            attempt += 1
            let sent = open.compactMap { groups[$0.0].members[$0.1].sent }
            var again: [(Int, Int)] = []
            for (place, result) in zip(open, await service.finish(sent)) {
                guard let copy = groups[place.0].members[place.1].sent else { continue }
                switch checked(result, copy) {
                case .success(let stored):
                    groups[place.0].receive(
                        place.1, stored, target: copy.upload.target, sha256: copy.sha256, at: environment.clock.now)
                case .failure(let error) where error.kind == .transient && attempt < Retry.tries:
                    again.append(place)
                case .failure(let error):
                    groups[place.0].end(error)
                    if error.endsRun { ending = ending ?? error }
                }
            }
            open = again.filter { groups[$0.0].isOpen }
            if open.isEmpty { break }
            do throws(UploadError) {
                try await retry.wait(afterAttempt: attempt)
            } catch {
                for place in open { groups[place.0].end(error) }
                break
            }
        }
        for place in groups.indices
        where groups[place].isOpen && groups[place].members.allSatisfy({ $0.receipt != nil }) {
            groups[place].action.state = .done
        }
    }

    /// What the service says counts only where it is the checksum of all of the bytes that went over.
    private func checked(
        _ result: Swift.Result<StoredFile, UploadError>, _ sent: SentUpload
    ) -> Swift.Result<StoredFile, UploadError> {
        guard case .success(let stored) = result else { return result }
        guard stored.proves(sha256: sent.sha256, size: sent.size, besides: sent.source) else {
            return .failure(UploadError(.corrupted, "the destination has other bytes than were sent"))
        }
        return result
    }

    /// Takes away the unfinished copies of a group that ended early, and gives its names back. What cannot be taken away
    /// now stays under way in the journal, for the next run to settle.
    private func tidyUp(_ group: inout GroupInHand, isReachable: Bool) async {
        if group.action.state != .done, group.isAnnounced {
            for member in group.members where member.receipt == nil {
                guard let upload = member.upload else { continue }
                do throws(UploadError) {
                    if !isReachable { throw UploadError(.unavailable, "cannot be asked") }
                    try await service.discard(upload, source: member.source)
                } catch {
                    group.hasLeftovers = true
                }
            }
        }
        reservations.giveBack(group.reserved)
        for place in group.members.indices { group.members[place].source = nil }
    }

    /// Writes receipts at the destination and in the index, and what became of each group.
    ///
    /// - Parameter groups: those of which nothing is left that would have to be taken away.
    /// - Throws: `IndexError`.
    private func writeDown(_ groups: [GroupInHand]) async throws {
        try await DestinationReceipts(index: index, destination: destination, service: service)
            .add(groups.flatMap { $0.members.compactMap(\.receipt) })
        try index.conclude(groups.map { $0.outcome(destination: destination.id) }, run: run)
    }
}

extension StoredFile {
    /// Whether this is a copy of such bytes, and not the very file that they came from.
    func proves(sha256: [UInt8], size: Int64, besides source: FileIdentity) -> Bool {
        checksum.kind == .sha256 && checksum.value == hexText(sha256) && self.size == size && identity != source
    }
}
