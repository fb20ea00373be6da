import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Purges and undos.
extension Uploads {
    /// Gives each file a content and a receipt, like an upload of these groups.
    func send(_ groups: [ScannedFile]..., to destination: KnownDestination? = nil, at time: Int64 = 50) throws {
        for files in groups {
            var action = action(files)
            action.destination = destination.map { DestinationName(id: $0.id, name: $0.name) } ?? action.destination
            action.state = .done
            var receipts: [(receipt: Receipt, destination: Int64)] = []
            for place in action.members.indices {
                let sha256 = Self.sha256(of: action.members[place].fingerprint)
                action.members[place].sha256 = sha256
                receipts.append((receipt(for: action.members[place], sha256, at: time), destination?.id ?? nas.id))
            }
            try index.conclude([ActionOutcome(action: action, receipts: receipts)], run: run, at: time)
        }
    }

    /// The purge of a group before it is announced, with tickets, hashes and permissions.
    func purge(_ files: [ScannedFile]) -> Action {
        var purge = action(files, kind: .purge)
        for place in purge.members.indices {
            purge.members[place].sha256 = Self.sha256(of: purge.members[place].fingerprint)
            purge.members[place].ticket = "trash \(place)"
            purge.members[place].permissions = 0o640
        }
        return purge
    }

    /// Announces a purge and records that it is done.
    ///
    /// - Returns: the action as the journal has it.
    @discardableResult
    func remove(_ files: ScannedFile..., at time: Int64 = 50, run: Int64? = nil) throws -> Action {
        try remove(files, at: time, run: run)
    }

    /// Uploads a group and another photo, and removes the group. Returns the purge as the journal has it.
    static func removed(_ files: [ScannedFile], beside other: ScannedFile) throws -> (uploads: Uploads, purge: Action) {
        let uploads = try Uploads(files + [other])
        try uploads.send(files, [other])
        return (uploads, try uploads.remove(files, at: 50))
    }

    private func remove(_ files: [ScannedFile], at time: Int64, run: Int64? = nil) throws -> Action {
        var purge = purge(files)
        let intents = try index.intend([purge], run: run ?? self.run, basis: Self.basis, leavingOut: [])
        guard case .begun(let id) = intents[0] else { throw IndexError.failed("", "\(intents)") }
        (purge.id, purge.state) = (id, .done)
        try index.conclude([ActionOutcome(action: purge)], run: run ?? self.run, at: time)
        return purge
    }

    func undo(of purge: Action) -> Action {
        var undo = purge
        (undo.id, undo.kind, undo.undoes, undo.state) = (nil, .undo, purge.id, .planned)
        return undo
    }

    /// Announces an undo.
    func begin(_ undo: Action) throws -> Action {
        var undo = undo
        let intents = try index.intendUndo([undo], run: run)
        guard case .begun(let id) = intents[0] else { throw IndexError.failed("", "\(intents)") }
        (undo.id, undo.state) = (id, .running)
        return undo
    }

    /// Records the outcome of an undo; if it is done, every file gets a new inode and ctime.
    func conclude(undo: Action, _ state: Action.State, why: Action.Reason? = nil, at time: Int64 = 60) throws {
        var undo = undo
        (undo.state, undo.why) = (state, why)
        for place in undo.members.indices where state == .done {
            undo.members[place].fingerprint.inode += 1_000
            undo.members[place].fingerprint.changed += 1_000
        }
        try index.conclude([ActionOutcome(action: undo)], run: run, at: time)
    }

    /// Announces an undo and records that it is done.
    func bringBack(_ purge: Action, at time: Int64 = 60) throws {
        try conclude(undo: begin(undo(of: purge)), .done, at: time)
    }

    /// Records a decision about a file.
    @discardableResult
    func record(_ word: UserDecision, of file: ScannedFile) throws -> DecisionResult {
        let hashed = HashedFile(
            path: library.root.path.appending(bytes: file.path), sha256: Self.sha256(of: file.reading.fingerprint),
            fingerprint: file.reading.fingerprint, digest: file.reading.digest)
        return try index.record(word, of: [hashed], copies: [:], basis: Self.basis, judge: Library.judge)
    }

    /// Scans files that come back, each hashed, as in a scan of files of a size that a destination has.
    @discardableResult
    func rescan(_ files: ScannedFile...) throws -> ScanOutcome {
        try library.scan(
            files.map { file in
                var file = file
                file.sha256 = Self.sha256(of: file.reading.fingerprint)
                return file
            })
    }

    /// The numbers of photos by verdict, of groups, and of groups that are gone.
    func counts() throws -> [Int] {
        let counts = try index.counts(inRoot: library.root.id)
        return Verdict.allCases.map { counts.byVerdict[$0] ?? 0 } + [counts.groups, counts.gone]
    }
}
