import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

extension BatchUpload {
    /// Sends the bytes of the members of a group that are not there, for as long as nobody objects.
    func bringOver(
        _ group: Int, of groups: inout [UploadAct.Group], _ objections: inout Objections
    ) async throws(UploadError) {
        for place in groups[group].members.indices {
            guard let upload = groups[group].members[place].upload, let source = groups[group].members[place].source
            else { continue }
            try objections.apply(to: &groups)
            if !groups[group].isOpen { return }
            groups[group].members[place].sent = try await send(source, as: upload)
            groups[group].members[place].hashes = try source.end()
        }
    }

    /// Sends a file, and goes on where an earlier run was cut off.
    private func send(_ source: UploadSource, as upload: TicketedUpload) async throws(UploadError) -> SentUpload {
        let token = try await token(for: source, of: upload)
        return try await service.send(source, as: upload, resuming: token) { token throws(UploadError) in
            try sessions.keep(token, of: upload, source)
        } progress: {
            progress.add($0)
        }
    }

    /// By what to go on. What was sent of a file that begins with other bytes by now is abandoned.
    private func token(for source: UploadSource, of upload: TicketedUpload) async throws(UploadError) -> ResumeToken? {
        guard let session = sessions[upload.ticket] else { return nil }
        if try source.begins(with: session.sent) { return session.token }
        try await sessions.abandon(upload, by: service, source: source)
        return nil
    }

    /// Takes back what somebody has objected to while the last of it was sent. Where nobody can be asked nothing gets a
    /// name.
    func hearOnceMore(_ groups: inout [UploadAct.Group], _ objections: inout Objections) {
        do throws(UploadError) {
            try objections.apply(to: &groups)
        } catch {
            for place in groups.indices where groups[place].isAnnounced { groups[place].end(error) }
        }
    }

    /// Gives the copies their names, those of all groups at once.
    ///
    /// - Throws: `IndexError`.
    func finish(_ groups: inout [UploadAct.Group], _ ending: inout UploadError?, heard: Int64) async throws {
        let actions = groups.openPlaces().map { groups[$0].action }
        let hearing = LastHearing(index, heard: heard) { [index, basis, settings] in
            let objections = try index.objections(
                to: actions, basis: basis, leavingOut: settings.unsentSidecars)
            return Set(zip(actions, objections).filter { $0.1 != nil }.flatMap(\.0.members).compactMap(\.ticket))
        }
        let open = groups.openPlaces().flatMap { group in
            groups[group].members.indices.filter { groups[group].members[$0].sent != nil }.map { (group, $0) }
        }
        let sent = open.compactMap { groups[$0.0].members[$0.1].sent }
        for (place, result) in zip(
            open, sent.isEmpty ? [] : await service.finish(sent, unless: { hearing.speaksAgainst($0.upload.ticket) })
        ) {
            let member = groups[place.0].members[place.1]
            guard let upload = member.upload else { continue }
            switch checked(result, member) {
            case .success(let copy):
                groups[place.0].receive(place.1, copy, target: upload.target, at: environment.clock.now)
            case .failure(let error):
                groups[place.0].stop(error)
                if error.endsRun { ending = ending ?? error }
            }
        }
        for place in groups.openPlaces() where groups[place].members.allSatisfy({ $0.receipt != nil }) {
            groups[place].action.state = .done
        }
    }

    /// What the service says counts only where it is the checksum of all of the bytes that the source gave.
    private func checked(
        _ result: Result<StoredFile, UploadError>, _ member: FileToSend
    ) -> Result<VerifiedCopy, UploadError> {
        Result { () throws(UploadError) in
            let stored = try result.get()
            guard let source = member.source, var hashes = member.hashes else {
                throw UploadError(.sourceUnreadable, "is not open any more")
            }
            if let kind = stored.evidence.checksum?.kind, hashes.value(of: kind) == nil {
                hashes = try source.hashes(with: kind)
            }
            let others = OtherFiles(sources: [source.identity])
            return try CopyPolicy.verify(stored, of: hashes, besides: others, sentBy: .us).finished()
        }
    }

    /// Takes away the unfinished copies of a group that ended early, but for those that can be gone on with later, and
    /// gives its names back. What cannot be taken away now stays under way in the journal, for the next run to settle.
    func tidyUp(_ group: inout UploadAct.Group, isReachable: Bool) async {
        if group.action.state != .done, group.isAnnounced {
            for member in group.members where member.receipt == nil {
                guard let upload = member.upload else { continue }
                if group.details.mayGoOn, sessions[upload.ticket] != nil { continue }
                do throws(UploadError) {
                    if !isReachable { throw UploadError(.unavailable, "cannot be asked") }
                    try await sessions.abandon(upload, by: service, source: member.source)
                } catch {
                    group.hasLeftovers = true
                }
            }
        }
        reservations.giveBack(group.details.reserved)
        for place in group.members.indices { group.members[place].source = nil }
    }

    /// Writes receipts at the destination and in the index, and what became of each group.
    ///
    /// - Parameter groups: those of which nothing is left that would have to be taken away.
    /// - Throws: `IndexError`.
    func writeDown(_ groups: [UploadAct.Group]) async throws {
        let added = try await receipts.add(groups.flatMap { $0.members.compactMap(\.receipt) })
        try index.conclude(
            groups.map { $0.outcome(destination: destination.id) }, run: run, at: environment.clock.now)
        try receipts.note(added)
        for upload in groups.flatMap(\.members).filter({ $0.receipt != nil }).compactMap(\.upload) {
            // One that cannot be forgotten now is over, and the next run finds that.
            try? sessions.forget(upload)
        }
    }
}
