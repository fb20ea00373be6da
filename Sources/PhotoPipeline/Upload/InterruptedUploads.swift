import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Settles what killed runs left unfinished at a destination: completes the files that are there in full, and removes
/// the others unless they can be resumed.
struct InterruptedUploads {
    let index: PhotoIndex
    let files: LibraryFiles
    let environment: Environment
    let run: Int64
    let destination: KnownDestination
    /// The same, open.
    let open: OpenDestination
    let sessions: DestinationSessions

    /// Settles the actions of one destination.
    ///
    /// An action that fails is left as it is for the next run.
    ///
    /// - Parameter actions: announced actions without an outcome.
    /// - Returns: how many are settled, and what may be theirs and is not known to be what was sent.
    func settle(_ actions: [Action]) async throws -> Settlement {
        var outcomes: [ActionOutcome] = []
        var left: [FilePath] = []
        var unsettled: [Unsettled] = []
        var untidy = 0
        let moved = MovedCopies(of: actions, at: open, environment.interruption)
        for action in actions {
            let before = left.count
            do throws(UploadError) {
                outcomes.append(try await settle(action, moved, &left))
            } catch {
                if error.kind == .failed {
                    let target = action.members.first?.target?.path
                    unsettled.append(Unsettled(path: target, detail: error.detail, remedy: error.remedy))
                }
                continue
            }
            if left.count > before { untidy += 1 }
        }
        if open.service.once.storesLate {
            try index.noteLeftovers(
                outcomes.flatMap(\.awaited), atDestination: destination.id, areAwaited: true,
                at: environment.clock.now)
        }
        try index.noteLeftovers(left, atDestination: destination.id, at: environment.clock.now)
        let known = try index.listed(ofDestination: destination.id)
        let receipts = DestinationReceipts(
            index: index, destination: destination, open: open, progress: ListProgress(known: known))
        for some in outcomes.chunks(of: PhotoIndex.actionsOfACommit) {
            try await receipts.add(some.flatMap(\.receipts).map(\.receipt))
            try index.conclude(Array(some), run: run, at: environment.clock.now)
        }
        try await receipts.close()
        // The killed run may have had lines of its own in memory: the upload reads the list from its start.
        if known.isEmpty { try index.setListed([:], ofDestination: destination.id) }
        return Settlement(settled: outcomes.count, untidy: untidy, left: left.map(Unsettled.foreign) + unsettled)
    }

    private func settle(
        _ action: Action, _ moved: MovedCopies, _ left: inout [FilePath]
    ) async throws(UploadError) -> ActionOutcome {
        var action = action
        var receipts: [Receipt] = []
        for index in action.members.indices {
            if let receipt = try await settle(action.members[index], moved, &left) {
                action.members[index].sha256 = receipt.sha256
                action.members[index].target = receipt.target
                receipts.append(receipt)
            } else if open.service.once.storesLate, action.members[index].sha256 == nil {
                // What the destination stores later is known by it, even if the photo is another by then.
                action.members[index].sha256 = try unchanged(action.members[index])?.hashes().sha256
            }
        }
        let isDone = receipts.count == action.members.count
        action.state = isDone ? .done : .skipped
        action.why = isDone ? nil : .interrupted
        return ActionOutcome(action: action, receipts: receipts.map { ($0, destination.id) })
    }

    /// - Returns: the receipt of a member that is there in full.
    private func settle(
        _ member: Action.Member, _ moved: MovedCopies, _ left: inout [FilePath]
    ) async throws(UploadError) -> Receipt? {
        guard let target = member.target else { return nil }
        let source = try unchanged(member)
        var receipt = try await Self.receipt(of: member, at: target, by: open.service, now: environment.clock.now)
        // The intent says what was to be sent, not that it was: a file with the target's name may be a sync client's
        // copy of the photo. Only a file with an id from the intent, or that was about to be moved to a name that was
        // free, was sent by us.
        let sender: CopySender = member.isOursAtTarget ? .us : .anybody
        if receipt == nil, let source, open.service.once.takesFoundCopies || sender == .us {
            let stored = try await open.service.call { service throws(UploadError) in
                try await service.inspect(target)
            }
            if case .good(let copy) = try source.verify(stored, sentBy: sender) {
                receipt = Receipt(of: copy, at: target, now: environment.clock.now)
            }
        }
        if let ticket = member.ticket, receipt != nil || sessions[ticket] == nil {
            let now = source ?? UploadSource.left(member, index, files, environment.interruption)
            let places = moved.targets(of: member)
            for place in places.isEmpty ? [target] : places {
                let upload = TicketedUpload(
                    target: place, ticket: ticket, modified: member.fingerprint.modified, sha256: member.sha256,
                    isMoving: member.isMoving)
                if let other = try await sessions.abandon(upload, by: open.service, source: now) { left.append(other) }
            }
        }
        // What is gone under its temporary name may have got its own after the look at that.
        if receipt == nil, member.isMoving {
            receipt = try await Self.receipt(of: member, at: target, by: open.service, now: environment.clock.now)
        }
        if receipt == nil { left += moved.likeCopies(of: member) }
        if receipt == nil, moved.mayHide(member) {
            throw UploadError(.unavailable, "not all of the destination can be searched for it")
        }
        return receipt
    }

    /// The receipt for the file with the id from an intent, or that was about to be moved to its target, whatever has
    /// happened to the library's file. It is the photo if its SHA-256 is the recorded one: the destination's own, or
    /// that of its bytes where the destination computes another kind.
    ///
    /// - Returns: nil where there is no id and no move, or no complete file there.
    static func receipt(
        of member: Action.Member, at target: CopyLocation, by service: PatientService, now: Int64
    ) async throws(UploadError) -> Receipt? {
        guard member.isOursAtTarget, let sha256 = member.sha256 else { return nil }
        let found = try await service.call { service throws(UploadError) in try await service.inspect(target) }
        guard var stored = found else { return nil }
        let record = RecordedContent(member)
        if case .unproven = CopyPolicy.compare(stored, with: record) { stored = try await read(target, by: service) }
        guard case .good = CopyPolicy.compare(stored, with: record), let checksum = stored.evidence.checksum else {
            return nil
        }
        return Receipt(
            sha256: sha256, size: stored.size, target: target, checksum: checksum, received: now, checked: now)
    }

    /// What is stored at a target, by reading all of it.
    private static func read(_ target: CopyLocation, by service: PatientService) async throws(UploadError)
        -> StoredFile
    {
        StoredFile(read: try await service.hashes(of: target))
    }

    /// The member's file, if it is still the one that was being sent.
    private func unchanged(_ member: Action.Member) throws(UploadError) -> UploadSource? {
        guard let source = try? UploadSource(member.path, in: files, interruption: environment.interruption),
            source.fingerprint == member.fingerprint
        else { return nil }
        return source
    }
}

extension ActionOutcome {
    /// Where the destination may store later what was being sent when its run was killed.
    fileprivate var awaited: [FilePath] {
        let found = receipts.map(\.receipt.target)
        return action.members.compactMap { member in
            guard let target = member.target, let part = member.part, !found.contains(target) else { return nil }
            return target.path.removingLastComponent().pushing(part)
        }
    }
}

extension UploadSource {
    /// The file that was being sent, or what has become of it, to compare with what its upload has left: what has its
    /// path now, else what the index knows elsewhere by its size, time and inode. Only its bytes tell whether it is.
    ///
    /// - Parameters:
    ///   - member: the file as the journal has it.
    ///   - index: knows where files were moved.
    ///   - files: opens the library's files.
    ///   - interruption: stops reading.
    /// - Returns: the open file; nil where there is none.
    static func left(
        _ member: Action.Member, _ index: PhotoIndex, _ files: LibraryFiles, _ interruption: any Interruption
    ) -> UploadSource? {
        if let source = try? UploadSource(member.path, in: files, interruption: interruption) { return source }
        for path in (try? index.paths(ofPhotoLike: member.fingerprint)) ?? [] {
            if let source = try? UploadSource(path, in: files, interruption: interruption) { return source }
        }
        return nil
    }
}

/// What killed uploads left in directories of a folder that have other paths by now. The journal knows the directories
/// by their paths; whoever moves one takes the files along.
struct MovedCopies {
    /// The folder's top; nil where nothing was searched.
    private var top: FilePath?
    /// The paths of what has the name of a copy or of its temporary file, below the top, by that name.
    private var found: [FilePath: [FilePath]] = [:]
    /// The directories of targets that do not exist under their paths any more.
    private let missing: Set<FilePath>
    private var isComplete = true

    /// Searches all of a folder, if a directory of a target does not exist.
    ///
    /// - Parameters:
    ///   - actions: uploads without an outcome.
    ///   - open: their destination; what is no folder is not searched.
    ///   - interruption: ends the search.
    init(of actions: [Action], at open: OpenDestination, _ interruption: any Interruption) {
        guard let top = open.named.spec.resolved.directory else {
            missing = []
            return
        }
        let members = actions.flatMap(\.members)
        let directories = Set(members.compactMap { $0.target?.path.removingLastComponent() })
        missing = directories.filter { (try? FileStatus(at: top.pushing($0)))?.isDirectory != true }
        let names = members.filter(isLost).flatMap { [$0.target?.path.lastComponent?.path, $0.part] }.compactMap(\.self)
        if names.isEmpty { return }
        self.top = top
        var paths: [FilePath] = []
        var search = NameSearch(for: Set(names.map(\.bytes)))
        isComplete = search.search(below: top) {
            interruption.signal != nil
        } found: { path in
            paths.append(path)
        }
        for var path in paths.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            guard path.removePrefix(top), let name = path.lastComponent else { continue }
            found[name.path, default: []].append(path)
        }
    }

    /// Whether the directory of a file's target does not exist any more.
    private func isLost(_ member: Action.Member) -> Bool {
        member.target.map { missing.contains($0.path.removingLastComponent()) } == true
    }

    /// The files that may be the copy of a file that was about to get its name: they have that name and its size. They
    /// are no copies of ours, since anybody may have put them there, whatever their bytes.
    func likeCopies(of member: Action.Member) -> [FilePath] {
        guard member.isMoving, isLost(member), let top, let name = member.target?.path.lastComponent else { return [] }
        return (found[name.path] ?? []).filter { path in
            guard let status = try? FileStatus(at: top.pushing(path)), status.isRegular else { return false }
            return status.fingerprint.size == member.fingerprint.size
        }
    }

    /// The targets of a file in the directories where its temporary file is now: several if one was copied, none where
    /// it is not found.
    func targets(of member: Action.Member) -> [CopyLocation] {
        guard isLost(member), let part = member.part, let name = member.target?.path.lastComponent else { return [] }
        return (found[part] ?? []).map { CopyLocation($0.removingLastComponent().appending(name)) }
    }

    /// Whether something of a file may be where the search did not come.
    func mayHide(_ member: Action.Member) -> Bool { !isComplete && isLost(member) }
}

extension Action.Member {
    /// The temporary name of its upload to a folder; nil if it has none.
    fileprivate var part: FilePath? { ticket.map { FilePath($0) } }
}
