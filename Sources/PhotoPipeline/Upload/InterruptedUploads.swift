import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Settles what killed runs had under way at a destination: finishes what is there whole, and takes away what is not,
/// unless it can be gone on with.
struct InterruptedUploads {
    let index: PhotoIndex
    let files: LibraryFiles
    let environment: Environment
    let run: Int64
    let destination: Destination
    let service: any UploadService
    let sessions: DestinationSessions

    /// Settles the actions of one destination.
    ///
    /// Whatever fails leaves its action as it is, for the next run.
    ///
    /// - Parameter actions: announced in the journal, with no outcome.
    /// - Returns: how many are settled.
    /// - Throws: `IndexError`.
    func settle(_ actions: [Action]) async throws -> Int {
        var outcomes: [ActionOutcome] = []
        for action in actions {
            if let outcome = try? await settle(action) { outcomes.append(outcome) }
        }
        let receipts = DestinationReceipts(
            index: index, destination: destination, service: service,
            progress: ListProgress(known: try index.listed(ofDestination: destination.id)))
        for some in outcomes.chunks(of: PhotoIndex.actionsOfACommit) {
            try await receipts.add(some.flatMap(\.receipts).map(\.receipt))
            try index.conclude(Array(some), run: run, at: environment.clock.now)
        }
        try await receipts.close()
        return outcomes.count
    }

    private func settle(_ action: Action) async throws(UploadError) -> ActionOutcome {
        var action = action
        var receipts: [Receipt] = []
        for place in action.members.indices {
            if let receipt = try await settle(action.members[place]) {
                action.members[place].sha256 = receipt.sha256
                receipts.append(receipt)
            }
        }
        let isDone = receipts.count == action.members.count
        action.state = isDone ? .done : .skipped
        action.why = isDone ? nil : .interrupted
        return ActionOutcome(action: action, receipts: receipts.map { ($0, destination.id) })
    }

    /// - Returns: the receipt of a member that is there whole.
    private func settle(_ member: Action.Member) async throws(UploadError) -> Receipt? {
        guard let target = member.target else { return nil }
        let source = try unchanged(member)
        var receipt = try await Self.receipt(of: member, at: target, by: service, now: environment.clock.now)
        // The intent says what was to be sent, not that it was: what has the name may be a sync client's copy of the
        // photo. What has an id that the intent names was sent by nobody else.
        let sender: CopySender = target.id == nil ? .anybody : .us
        if receipt == nil, let source, service.takesFoundCopies || sender == .us,
            case .good(let copy) = try source.verify(try await service.inspect(target), sentBy: sender)
        {
            receipt = Receipt(of: copy, at: target, now: environment.clock.now)
        }
        if let ticket = member.ticket, receipt != nil || sessions[ticket] == nil {
            let upload = TicketedUpload(target: target, ticket: ticket, modified: member.fingerprint.modified)
            try await sessions.abandon(upload, by: service, source: source)
        }
        return receipt
    }

    /// The receipt of what lies under the id that an intent names, whatever became of the library's file: nobody else
    /// can have sent it, and it is the photo where the destination's SHA-256 is the one that was written down.
    ///
    /// - Returns: nil where there is no id, or nothing whole under it.
    static func receipt(
        of member: Action.Member, at target: CopyLocation, by service: any UploadService, now: Int64
    ) async throws(UploadError) -> Receipt? {
        guard target.id != nil, let sha256 = member.sha256, let stored = try await service.inspect(target),
            case .good = CopyPolicy.compare(stored, with: RecordedContent(member)),
            let checksum = stored.evidence.checksum, checksum.kind == .sha256
        else { return nil }
        return Receipt(
            sha256: sha256, size: stored.size, target: target, checksum: checksum, received: now, checked: now)
    }

    /// The member's file, where it is still the one that was being sent.
    private func unchanged(_ member: Action.Member) throws(UploadError) -> UploadSource? {
        guard let source = try? UploadSource(member.path, in: files, interruption: environment.interruption),
            source.fingerprint == member.fingerprint
        else { return nil }
        return source
    }
}
