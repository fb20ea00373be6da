package import PhotoModel
package import PhotoPipeline
import Synchronization
import SystemPackage

extension RcloneService {
    /// How often to check a copy's progress, and whether the user wants to stop.
    private static let interval: Duration = .milliseconds(250)
    /// The size below which no progress is requested: such files are done before.
    private static let smallest: Int64 = 4 << 20

    package func send(
        _ source: UploadSource, as upload: TicketedUpload, resuming token: ResumeToken?,
        checkpoint: @Sendable (ResumeToken?) throws(UploadError) -> Void, progress: @Sendable (Int64) -> Void
    ) async throws(UploadError) -> SentUpload {
        try await checkMarker(isFresh: false)
        let place = try Self.place(ofDescriptor: source.descriptor)
        let target = try part(of: upload)
        let group = source.fingerprint.size < Self.smallest ? nil : upload.ticket
        // Nobody else can know the name before the first attempt. A later one would replace what has it.
        let isLater = begun.withLock { $0.updateValue($0[upload.ticket] ?? [], forKey: upload.ticket) != nil }
        if isLater, let there = try await file(at: target) {
            try await checkPart(target, there, of: upload, source)
        }
        try await copy(place, to: target, group, source, progress)
        do throws(UploadError) {
            // The copy's checksum is compared with the hash of the source itself: what rclone has read does not count.
            let hashes = try source.hashes(with: try await trustedChecksum())
            begun.withLock { $0[upload.ticket] = hashes.sha256 }
            return SentUpload(upload: upload, hashes: hashes, source: source.identity)
        } catch  where error.kind == .sourceChanged {
            // The source cannot tell any more that this is ours.
            try? await remove(target)
            throw error
        }
    }

    /// Makes rclone copy, reports progress, and cancels if the user wants to stop.
    func copy(
        _ source: RclonePlace, to target: RclonePlace, _ group: String?, _ file: UploadSource,
        _ progress: @Sendable (Int64) -> Void
    ) async throws(UploadError) {
        let (rclone, clock) = (rclone, clock)
        var told: Int64 = 0
        let outcome = await withTaskGroup(of: Result<Void, UploadError>?.self) { tasks in
            func wait() {
                tasks.addTask {
                    try? await clock.sleep(for: Self.interval)
                    return nil
                }
            }
            tasks.addTask {
                await Result { () async throws(UploadError) in
                    try await rclone.copyMakingDirectory(
                        from: source, to: target, isRepeated: false, group: group)
                }
            }
            wait()
            for await outcome in tasks {
                if let outcome {
                    tasks.cancelAll()
                    return outcome
                }
                if file.isStopped {
                    tasks.cancelAll()
                    continue
                }
                if let group {
                    let bytes = min((try? await rclone.stats(group).bytes) ?? told, file.fingerprint.size)
                    if bytes > told { progress(bytes - told) }
                    told = max(told, bytes)
                }
                wait()
            }
            return .failure(UploadError(.interrupted, "stopped"))
        }
        if let group { try? await rclone.forgetStats(group) }
        do throws(UploadError) {
            try outcome.get()
        } catch {
            progress(-told)
            throw file.isStopped ? UploadError(.interrupted, "stopped") : error
        }
        progress(file.fingerprint.size - told)
    }

    /// How long to wait for a remote's answer after a request to stop.
    private static let patience: Duration = .seconds(2)

    /// Runs work, and gives it up after a while; without a limit never.
    private func within(
        _ limit: Duration?, _ work: @escaping @Sendable () async throws(UploadError) -> Void
    ) async throws(UploadError) {
        guard let limit else { return try await work() }
        let clock = clock
        let outcome = await withTaskGroup(of: Result<Void, UploadError>.self) { tasks in
            tasks.addTask { await Result { () async throws(UploadError) in try await work() } }
            tasks.addTask {
                try? await clock.sleep(for: limit)
                return .failure(UploadError(.unavailable, "did not answer"))
            }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? .success(())
        }
        if case .failure = outcome { isHanging.withLock { $0 = true } }
        try outcome.get()
    }

    // MARK: - Finishing

    package func finish(
        _ sent: [SentUpload], unless isUnwanted: @escaping @Sendable (SentUpload) -> Bool,
        announcing announce: @escaping @Sendable ([SentUpload]) throws(UploadError) -> Void
    ) async -> [Result<StoredFile, UploadError>] {
        do throws(UploadError) {
            try await checkMarker()
            let moved = await forEach(of: sent) { one throws(UploadError) in
                // What an earlier attempt has moved is proved first, so that it can be taken back.
                if !self.named.withLock({ $0.contains(one.upload.ticket) }), isUnwanted(one) { throw .objected }
                try await self.giveName(one, announce)
            }
            try await syncDisks()
            let stored = await forEach(of: Array(zip(sent, moved))) { one, moved throws(UploadError) in
                try moved.get()
                return try await self.prove(one, at: try self.place(of: one.upload.target.path))
            }
            // Otherwise the proved file may be on another disk, in the directory below the mount.
            try await checkMarker()
            for case (let one, .success) in zip(sent, stored) {
                proved.withLock { _ = $0.insert(one.upload.ticket) }
            }
            return stored
        } catch {
            return sent.map { _ in .failure(error) }
        }
    }

    private func giveName(
        _ sent: SentUpload, _ announce: ([SentUpload]) throws(UploadError) -> Void
    ) async throws(UploadError) {
        let part = try part(of: sent.upload)
        let target = try place(of: sent.upload.target.path)
        let ticket = sent.upload.ticket
        let isNamed = named.withLock { $0.contains(ticket) }
        // An earlier attempt has moved it, whatever its answer was. The proof that follows tells whether it is
        // complete. What has the temporary name besides may be what an attempt to send it has left to be stored late.
        if isNamed {
            if try await file(at: part) == nil { return }
            if let there = try await file(at: target), try await hasArrived(sent, at: target, there) {
                return try await remove(part)
            }
        }
        _ = try await prove(sent, at: part)
        if let there = try await file(at: target) {
            // The next try takes another name: what was listed before does not count any more.
            listings.note(there.size ?? 0, at: target.path)
            throw UploadError(.taken, "another file has the name")
        }
        try announce([sent])
        try await giveName(ticket, from: part, to: target)
        listings.note(sent.size, at: target.path)
    }

    /// Gives a file its name, which was seen free before that was announced.
    ///
    /// - Parameter ticket: under which this run remembers that it did.
    /// - Throws: `taken` where another file has it by now, `transient` where that may be this one, and what else the
    ///   remote answers.
    func giveName(_ ticket: String, from part: RclonePlace, to target: RclonePlace) async throws(UploadError) {
        let isNamed = !named.withLock { $0.insert(ticket).inserted }
        do throws(UploadError) {
            try await move(part, to: target)
        } catch  where error.kind == .taken {
            // An earlier request without an answer may be what has taken it. Else this file was not moved.
            if isNamed { throw UploadError(.transient, "may be getting its name") }
            named.withLock { _ = $0.remove(ticket) }
            throw error
        }
    }

    /// Whether a file has its name although its temporary file is there too: some servers move by copying, go on after
    /// they have stopped to answer, and remove the temporary file in the end. The name was announced and seen free.
    ///
    /// - Throws: `transient` while it may still be copied.
    private func hasArrived(
        _ sent: SentUpload, at target: RclonePlace, _ there: RcloneItem
    ) async throws(UploadError) -> Bool {
        if let size = there.size, size > sent.size { return false }
        do throws(UploadError) {
            _ = try await prove(sent, at: target)
            return true
        } catch  where error.kind == .corrupted {
            throw UploadError(.transient, "is not complete under its name yet")
        }
    }

    package func takeBack(
        _ sent: SentUpload, storedAs stored: StoredFile, unless isLost: @escaping @Sendable () -> Bool
    ) async throws(UploadError) -> RemovalWay {
        try await checkMarker()
        let target = try place(of: sent.upload.target.path)
        do throws(UploadError) {
            _ = try await prove(sent, at: target)
            if isLost() { throw UploadError.lastCopy }
            try await remove(target)
        } catch  where error.kind == .transient || error.kind == .missing {
            // An earlier attempt may have removed it, whatever its answer was.
            if try await listedFile(at: target) != nil { throw error }
        }
        return .permanent
    }

    /// Gives a file another name in its directory.
    ///
    /// Over WebDAV rclone sends the requests by one remote and directory one after another, two seconds apart where
    /// some fail. By the folder below the top a move neither waits for what is sent and asked nor keeps it waiting; and
    /// rclone does not repeat it, since whoever calls does. There are few folders: some servers want rclone to sign in
    /// for each remote with its directory.
    private func move(_ part: RclonePlace, to target: RclonePlace) async throws(UploadError) {
        do throws(UploadError) {
            if try await followed().isPaced {
                try await rclone.moveFile(from: part.fromFolder, to: target.fromFolder, isRepeated: false)
            } else {
                try await rclone.moveFile(from: part, to: target)
            }
        } catch {
            try await explain(error, from: part, to: target)
        }
    }

    /// Interprets the error of a move. Some servers move files and report a failure: if the part is gone, the proof
    /// decides.
    private func explain(
        _ error: UploadError, from part: RclonePlace, to target: RclonePlace
    ) async throws(UploadError) {
        if error.endsRun || error.kind == .interrupted { throw error }
        if try await file(at: part) == nil { return }
        guard error.kind == .failed || error.kind == .refused else { throw error }
        // A directory takes a different request, for which no other file has to wait.
        guard let there = try await rclone.item(at: target), there.isDirectory else { throw error }
        listings.note(0, at: target.path)
        throw UploadError(.taken, "a directory has the name")
    }

    /// Checks that a place has the bytes that were sent.
    private func prove(_ sent: SentUpload, at place: RclonePlace) async throws(UploadError) -> StoredFile {
        let stored = try await look(at: place)
        switch CopyPolicy.verify(stored, of: sent.hashes, besides: OtherFiles(sources: [sent.source]), sentBy: .us) {
        case .good(let copy):
            // Its time of change is not significant yet: it has just got its name.
            let stored = copy.stored
            return StoredFile(size: stored.size, evidence: stored.evidence, identity: stored.identity, stamp: nil)
        case .notThere: throw UploadError(.transient, "its bytes are not there")
        default: throw UploadError(.corrupted, "the stored bytes differ from those that were sent")
        }
    }

    package func discard(_ upload: TicketedUpload, source: UploadSource?) async throws(UploadError) {
        // A request to stop does not wait for a server that hangs: the journal knows what is left.
        let isStopped = source?.isStopped == true
        if isStopped, isHanging.withLock(\.self) { throw UploadError(.unavailable, "did not answer") }
        try await within(isStopped ? Self.patience : nil) { () async throws(UploadError) in
            try await self.discard(upload, source)
        }
    }

    private func discard(_ upload: TicketedUpload, _ source: UploadSource?) async throws(UploadError) {
        let (part, target) = (try part(of: upload), try place(of: upload.target.path))
        guard let there = try await listedFile(at: part) else { return try await settleHidden(upload, target) }
        try await checkPart(part, there, of: upload, source)
        try await undoMove(of: upload, to: target, from: part, there)
        // It is seen not to have been moved, so that it is in no doubt once it is gone.
        proved.withLock { _ = $0.insert(upload.ticket) }
        try await remove(part)
    }

    /// Decides on an upload whose temporary file cannot be seen. Remotes may show a name only a while after they have
    /// answered that it is there.
    ///
    /// - Throws: `failed` where this run was told that it was sent or moved, and has not proved it: the journal tells
    ///   the next run that it is ours, and to give it up now would send a second one; `taken`, with its place, where an
    ///   earlier run was about to move it and it is nowhere.
    private func settleHidden(_ upload: TicketedUpload, _ target: RclonePlace) async throws(UploadError) {
        if proved.withLock({ $0.contains(upload.ticket) }) { return }
        if named.withLock({ $0.contains(upload.ticket) }) {
            throw UploadError(.failed, "has its name and could not be proved")
        }
        if begun.withLock({ $0[upload.ticket]?.isEmpty == false }) {
            throw UploadError(.failed, "was sent and cannot be seen at the remote")
        }
        guard upload.isMoving, try await file(at: target) == nil else { return }
        var error = UploadError(.taken, "was moved to its name and cannot be seen there")
        error.place = upload.target.path
        throw error
    }

    /// Removes a file, and looks whether it is gone: some servers answer that it is and keep it. It is no error if it
    /// does not exist.
    ///
    /// - Throws: `transient` where it is still there.
    func remove(_ place: RclonePlace) async throws(UploadError) {
        let there: RcloneItem?
        do throws(UploadError) {
            try await rclone.deleteFile(place)
            there = try await file(at: place)
        } catch  where error.kind == .missing {
            there = try await listedFile(at: place)
        }
        if there != nil {
            throw UploadError(.transient, "is still there after its removal")
        }
    }

    /// Checks that what has a temporary name is what was sent so far: it begins like the source, or has the hash in the
    /// journal.
    ///
    /// - Throws: `taken` where it is another's.
    private func checkPart(
        _ part: RclonePlace, _ there: RcloneItem, of upload: TicketedUpload, _ source: UploadSource?
    ) async throws(UploadError) {
        if there.size == 0 { return }
        let (hash, size) = try await hashes(of: part)
        if let source, try source.hash(first: size) == hash { return }
        if [upload.sha256, begun.withLock { $0[upload.ticket] }].contains(hash) { return }
        throw .foreignPart(FilePath(upload.ticket))
    }

    private func hashes(of place: RclonePlace) async throws(UploadError) -> (sha256: [UInt8], size: Int64) {
        var hash = ContentHash()
        _ = try await unsafe read(place) { block throws(UploadError) in unsafe hash.add(block) }
        return (hash.hashes.sha256, hash.hashes.size)
    }

    /// Removes what has the final name if it is the beginning of a copy by rclone, for a remote that cannot move: the
    /// part still exists, and the file is shorter and has its first bytes. A server that moves by itself may go on with
    /// that after it has stopped to answer; some make room for all of the file first.
    ///
    /// - Throws: `failed` where the file may still be moved, or was and this run could not prove it: the journal tells
    ///   a later run that it is ours.
    private func undoMove(
        of upload: TicketedUpload, to target: RclonePlace, from part: RclonePlace, _ whole: RcloneItem
    ) async throws(UploadError) {
        let isNamed = named.withLock { $0.contains(upload.ticket) } && !proved.withLock { $0.contains(upload.ticket) }
        guard upload.isMoving || isNamed, let there = try await file(at: target), let count = there.size,
            let size = whole.size
        else { return }
        let isMovedByServer = try await rclone.info(top).can("Move")
        if isNamed, isMovedByServer || count == size {
            throw UploadError(.failed, "may be getting its name, and could not be proved")
        }
        if count > size { return }
        var isBeginning = count == 0
        if !isBeginning { isBeginning = try await hash(of: target, first: count) == hash(of: part, first: count) }
        if isMovedByServer {
            if isBeginning != (count == size) {
                throw UploadError(
                    .failed, "is not complete under its name; if the server does not go on, remove it there by hand")
            }
        } else if isBeginning, (1..<size).contains(count) {
            try await remove(target)
        }
    }
}
