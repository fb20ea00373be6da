import PhotoFiles
import PhotoIndex
import PhotoModel
import Synchronization
import SystemPackage

extension BatchUpload {
    /// Sends the missing members of a group, unless the last look objects.
    func transfer(_ group: inout GroupToSend) async throws(UploadError) {
        for index in group.members.indices {
            guard let upload = group.members[index].upload, let source = group.members[index].source else { continue }
            do throws(UploadError) {
                let sent = try await send(source, as: upload, of: &group, index)
                group.members[index].sent = sent
            } catch  where error.kind == .objected {
                return
            }
            let hashes = try source.end()
            group.members[index].hashes = hashes
            group.note(hashes, of: index)
            if !group.isOpen { return }
        }
    }

    /// Sends a file, resuming where an earlier run was interrupted. Each try sends its bytes anew, maybe hours after
    /// the one before, and looks before its first byte.
    private func send(
        _ source: UploadSource, as upload: TicketedUpload, of group: inout GroupToSend, _ index: Int
    ) async throws(UploadError) -> SentUpload {
        let last = Mutex(try await token(for: source, of: upload))
        return try await service.call(sending: group.action.id) { service throws(UploadError) in
            if let why = look.whyNot(group.toLookAt) {
                group.end(why)
                throw .objected
            }
            group.members[index].isBegun = true
            let sent = Mutex<Int64>(0)
            do throws(UploadError) {
                return try await service.send(source, as: upload, resuming: last.withLock(\.self)) {
                    token throws(UploadError) in
                    last.withLock { $0 = token }
                    try sessions.keep(token, of: upload, source)
                } progress: { bytes in
                    sent.withLock { $0 += bytes }
                    progress.add(bytes)
                }
            } catch {
                progress.add(-sent.withLock { $0 })
                // Where there are ids, nothing becomes a file before it is finished.
                if error.leavesDoubt, upload.target.id == nil { try noteAwaited([upload]) }
                throw error
            }
        }
    }

    /// Notes what the destination may store later: later runs look for it.
    private func noteAwaited(_ uploads: [TicketedUpload]) throws(UploadError) {
        guard service.once.storesLate else { return }
        do throws(IndexError) {
            try index.noteLeftovers(
                uploads.map(\.part), atDestination: destination.id, areAwaited: true, at: environment.clock.now)
        } catch {
            throw UploadError(.failed, "the journal cannot be written: \(error)")
        }
    }

    /// The token with which to resume. If the file no longer begins with the bytes that were sent, the session is
    /// abandoned.
    private func token(for source: UploadSource, of upload: TicketedUpload) async throws(UploadError) -> ResumeToken? {
        guard let session = sessions[upload.ticket] else { return nil }
        if try source.begins(with: session.sent) { return session.token }
        _ = try await sessions.abandon(upload, by: service, source: source)
        return nil
    }

    /// Gives the copies of all groups their names, in one call. A group to which somebody objected before all its files
    /// had theirs ends.
    func finish(_ groups: inout [GroupToSend], _ ending: inout UploadError?) async {
        let open = groups.openPlaces().flatMap { group in
            groups[group].members.indices.filter { groups[group].members[$0].sent != nil }.map { (group, $0) }
        }
        let sent = open.compactMap { groups[$0.0].members[$0.1].sent }
        let groupsOfTickets = Dictionary(
            open.compactMap { place in groups[place.0].members[place.1].upload.map { ($0.ticket, place.0) } },
            uniquingKeysWith: { first, _ in first })
        let objections = FinalObjections(look, groups.map(\.toLookAt))
        let isUnwanted = { @Sendable (sent: SentUpload) in
            groupsOfTickets[sent.upload.ticket].map(objections.reject) ?? true
        }
        let actions = groupsOfTickets.mapValues { groups[$0].action.id }
        for (place, result) in zip(open, sent.isEmpty ? [] : await finish(sent, of: actions, unless: isUnwanted)) {
            let member = groups[place.0].members[place.1]
            guard let upload = member.upload else { continue }
            switch checked(result, member) {
            case .success(let copy):
                groups[place.0].receive(place.1, copy, target: upload.target, at: environment.clock.now)
                groups[place.0].noteNamed(place.1, copy.stored)
            case .failure(let error):
                if error.kind == .objected, let why = objections[place.0] { groups[place.0].end(why) }
                groups[place.0].stop(error, isItsOwn: !error.endsRun || ending == nil)
                if error.endsRun { ending = ending ?? error }
            }
        }
        for place in groups.openPlaces() where !groups[place].named.isEmpty && objections.reject(place) {
            groups[place].end(objections[place] ?? .notWork)
        }
        for place in groups.openPlaces() where groups[place].members.allSatisfy({ $0.receipt != nil }) {
            groups[place].action.state = .done
        }
    }

    /// Takes the copies of a group back that have got their names in this run, if the judgement objects to it by now
    /// and the library still has their bytes. What stays keeps its receipt, so that it is told of. Whatever else has
    /// happened to the library's files takes nothing back: the copies may be the last ones.
    func takeBackUnwanted(_ group: inout GroupToSend) async throws {
        let named = group.named
        if named.isEmpty || group.action.state == .done { return }
        var objection = group.objection
        if objection?.forbidsCopies != true { objection = look.whyNot(group.toLookAt) ?? objection }
        guard let objection else { return }
        if !objection.forbidsCopies {
            for copy in named {
                group.members[copy.member].receipt = copy.receipt
                group.add("its copy \(copy.shownPath) has its name and stays at \(terminalSafe(destination.name))")
            }
            return
        }
        group.named = []
        for copy in named {
            if await !takeBack(copy, of: &group) {
                group.named.append(copy)
            } else if copy.isRecorded {
                try await end(copy.receipt)
            }
        }
    }

    /// - Returns: whether the copy is gone from its place.
    private func takeBack(_ copy: NamedCopy, of group: inout GroupToSend) async -> Bool {
        let path = copy.shownPath
        let original = group.action.members[copy.member].path
        do throws(UploadError) {
            let way = try await service.call { [files] service throws(UploadError) in
                try await service.takeBack(copy.sent, storedAs: copy.stored) {
                    ProvenFile.isLost(
                        original, of: copy.receipt.sha256, in: files, interruption: NeverInterrupted())
                }
            }
            if way == .trash {
                group.add("its copy \(path) is in the trash of \(terminalSafe(destination.name))")
            }
            group.members[copy.member].receipt = nil
            return true
        } catch {
            group.members[copy.member].receipt = copy.receipt
            group.add(
                "its copy \(path) could not be taken back from \(terminalSafe(destination.name)) and stays there: "
                    + error.detail)
            return false
        }
    }

    /// Ends a receipt that an earlier attempt has written down.
    private func end(_ receipt: Receipt) async throws {
        let ended = EndedReceipt(receipt, ended: environment.clock.now, isHeld: false)
        let added = try await receipts.add([], ended: [ended])
        try index.end([ended], destination: destination.id)
        try receipts.note(added)
    }

    // The groups' actions are by the files' tickets.
    private func finish(
        _ sent: [SentUpload], of actions: [String: Int64?], unless isUnwanted: @escaping @Sendable (SentUpload) -> Bool
    ) async -> [Result<StoredFile, UploadError>] {
        await service.call(for: sent, sending: { actions[$0.upload.ticket] ?? nil }) { service, sent in
            let answers = await service.finish(sent, unless: isUnwanted) { [index, run] sent throws(UploadError) in
                do throws(IndexError) {
                    try index.noteMoving(sent.map { ($0.upload.ticket, $0.hashes.sha256) }, run: run.number)
                } catch {
                    throw UploadError(.failed, "the journal cannot be written: \(error)")
                }
            }
            var doubtful: [TicketedUpload] = []
            for case (let upload, .failure(let error)) in zip(sent.map(\.upload), answers)
            where error.leavesDoubt && upload.target.id != nil {
                doubtful.append(upload)
            }
            do throws(UploadError) {
                try noteAwaited(doubtful)
                return answers
            } catch {
                return sent.map { _ in .failure(error) }
            }
        }
    }

    /// The service's checksum counts only if it matches all bytes that the source provided.
    private func checked(
        _ result: Result<StoredFile, UploadError>, _ member: FileToSend
    ) -> Result<VerifiedCopy, UploadError> {
        Result { () throws(UploadError) in
            let stored = try result.get()
            guard let source = member.source, var hashes = member.hashes else {
                throw UploadError(.sourceUnreadable, "is no longer open")
            }
            if let kind = stored.evidence.checksum?.kind, hashes.value(of: kind) == nil {
                hashes = try source.hashes(with: kind)
            }
            let others = OtherFiles(sources: [source.identity])
            return try CopyPolicy.verify(stored, of: hashes, besides: others, sentBy: .us).finished()
        }
    }

    /// Removes the unfinished copies of a group that ended early, except those that can be resumed, and releases its
    /// names. What cannot be removed now stays under way in the journal, for the next run to settle.
    func tidyUp(_ group: inout GroupToSend, isReachable: Bool) async {
        if group.action.state != .done, group.isAnnounced {
            for (place, member) in group.members.enumerated() where member.receipt == nil {
                guard let upload = member.upload, member.isBegun || sessions[upload.ticket] != nil else { continue }
                if group.mayGoOn, sessions[upload.ticket] != nil { continue }
                // What the destination stores later is known by it, even if the photo is another by then.
                if service.once.storesLate, group.action.members[place].sha256 == nil {
                    group.action.members[place].sha256 = try? member.source?.hashes().sha256
                }
                do throws(UploadError) {
                    if !isReachable { throw UploadError(.unavailable, "cannot be asked") }
                    if let place = try await sessions.abandon(upload, by: service, source: member.source) {
                        group.leftovers.append(place)
                    }
                } catch {
                    group.hasLeftovers = true
                }
            }
        }
        reservations.release(group.reserved)
        for index in group.members.indices { group.members[index].source = nil }
    }

    /// Writes receipts at the destination and in the index, and the outcome of each group.
    ///
    /// - Parameter groups: the groups without leftovers.
    func writeDown(_ groups: [GroupToSend]) async throws {
        let added = try await receipts.add(groups.flatMap { $0.members.compactMap(\.receipt) })
        try index.conclude(
            groups.map { $0.outcome(destination: destination.id) }, run: run.number, at: environment.clock.now)
        try receipts.note(added)
        for upload in groups.flatMap(\.members).filter({ $0.receipt != nil }).compactMap(\.upload) {
            // If the session cannot be removed now, the next run finds that it is over.
            try? sessions.forget(upload)
        }
    }
}

/// The last look at groups whose files are about to get their names, one after another.
private final class FinalObjections: Sendable {
    private let look: LastLook
    private let groups: [LastLook.Group]
    private let found = Mutex<[Int: Action.Reason]>([:])

    /// - Parameters:
    ///   - look: takes the look.
    ///   - groups: the groups.
    init(_ look: LastLook, _ groups: [LastLook.Group]) {
        (self.look, self.groups) = (look, groups)
    }

    /// Whether a group must not go. An objection stands.
    func reject(_ group: Int) -> Bool {
        if self[group] != nil { return true }
        guard let why = look.whyNot(groups[group]) else { return false }
        found.withLock { $0[group] = why }
        return true
    }

    /// Why a group was rejected; nil if it was not.
    subscript(group: Int) -> Action.Reason? { found.withLock { $0[group] } }
}
