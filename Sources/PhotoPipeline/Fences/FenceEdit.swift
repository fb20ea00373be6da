import PhotoIndex
package import PhotoModel
package import SystemPackage

/// A change of the fences, and its effect on the library's verdicts.
package struct FenceEdit {
    package let store: FenceStore
    private let index: FilePath
    private let owner: String
    private let settings: JudgingSettings
    private let command: String
    private let now: Int64

    /// - Parameters:
    ///   - index: the index to judge again; made where there is none.
    ///   - command: the words of the command, to name the change.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    package init(
        store: FenceStore, index: FilePath, owner: String, settings: JudgingSettings, command: String, now: Int64
    ) {
        self.store = store
        self.index = index
        self.owner = owner
        self.settings = settings
        self.command = command
        self.now = now
    }

    /// Changes the file and judges the index again, without opening a photo. The change can be undone.
    ///
    /// - Parameters:
    ///   - isDryRun: whether nothing is written, so that verdicts change only in a copy in memory.
    ///   - shown: what a person was shown of the change; nil where nobody was shown anything.
    ///   - listing: receives each photo whose verdict changes, in the order of the paths; nil saves looking at every
    ///     photo.
    ///   - edit: receives the file as it is and returns its new bytes.
    /// - Returns: how many photos change from which verdict to which, compared with the verdicts by the file as it was,
    ///   whatever the index contained.
    /// - Throws: what `edit` and `listing` throw; ``FenceEffect/Outdated`` where the file has other bytes than those of
    ///   what was shown; `PipelineError`; `IndexError`. Where the index cannot be used the file is not changed either.
    package func make(
        isDryRun: Bool, asShown shown: FenceEffect? = nil, listing: ((ChangedPhoto) throws -> Void)? = nil,
        _ edit: (FenceFile) throws -> [UInt8]
    ) throws -> [VerdictChange] {
        try make(isDryRun: isDryRun, asShown: shown, listing: listing, edit) { index, old, new in
            try index.noteFenceChange(command, of: store.path, from: old, to: new, at: now)
        }
    }

    /// Undoes the last change, if the file still has the bytes that it made, and judges the index again.
    ///
    /// - Parameter listing: as for ``make(isDryRun:asShown:listing:_:)``.
    /// - Returns: as for ``make(isDryRun:asShown:listing:_:)``.
    /// - Throws: as for ``make(isDryRun:asShown:listing:_:)``; `PipelineError`, `unwritable`, where the file has other
    ///   bytes.
    package func undo(
        _ change: FenceChangeRecord, isDryRun: Bool, listing: ((ChangedPhoto) throws -> Void)? = nil
    ) throws -> [VerdictChange] {
        try make(
            isDryRun: isDryRun, asShown: nil, listing: listing, { try undone(change, in: $0) },
            then: { index, _, _ in try index.forget(change) })
    }

    /// What undoing a change would do. Nothing is written.
    ///
    /// - Throws: as for ``undo(_:isDryRun:listing:)``.
    package func effect(undoing change: FenceChangeRecord) throws -> FenceEffect {
        try effect { try undone(change, in: $0) }
    }

    private func undone(_ change: FenceChangeRecord, in file: FenceFile) throws -> [UInt8] {
        guard file.bytes == change.after else {
            throw PipelineError(
                .unwritable, "The fences were changed by other means since \(change.command); nothing was undone",
                path: store.path)
        }
        return change.before
    }

    /// The last change of the file by this program that was not undone, and how many files were sent since; nil where
    /// there is none.
    package func lastChange() throws -> (change: FenceChangeRecord, sent: Int)? {
        let index = try PhotoIndex.open(forReadingAt: index, owner: owner)
        guard let change = try index.lastFenceChange(of: store.path) else { return nil }
        return (change, try index.filesSent(since: change.at))
    }

    /// What a change would do. Nothing is written.
    ///
    /// - Throws: as for ``make(isDryRun:asShown:listing:_:)``.
    package func effect(of edit: (FenceFile) throws -> [UInt8]) throws -> FenceEffect {
        var bytes: [UInt8] = []
        let changes = try make(isDryRun: true) { file in
            bytes = file.bytes
            return try edit(file)
        }
        let after = try store.preview(edit).fences.filter { $0.kind == .never }
        let altered = try store.load().fences.filter { fence in
            fence.kind == .never && !after.contains { $0.protection == fence.protection }
        }.map(\.name)
        let lost = altered.filter { name in !after.contains { $0.name == name } }
        return FenceEffect(changes: changes, altersNever: !altered.isEmpty, lostNever: lost, file: bytes)
    }

    private func make(
        isDryRun: Bool, asShown shown: FenceEffect?, listing: ((ChangedPhoto) throws -> Void)?,
        _ edit: (FenceFile) throws -> [UInt8], then note: (PhotoIndex, _ old: [UInt8], _ new: [UInt8]) throws -> Void
    ) throws -> [VerdictChange] {
        let before = try JudgingRules(fences: try store.load(), settings: settings)
        if isDryRun, listing == nil, let changes = try counted(edit, insteadOf: before) { return changes }
        let index = try writeIndex(at: self.index, owner: owner, isDryRun: isDryRun)
        _ = try index.judgeAnew(by: before)
        // The new content must be valid before it is written.
        let preview = try store.preview(edit)
        _ = try JudgingRules(fences: preview, settings: settings)
        let snapshot = try listing.map { _ in try index.verdictSnapshot() }
        var old: [UInt8] = []
        let written =
            try isDryRun
            ? preview
            : store.change { file in
                old = file.bytes
                if let shown, shown.file != old { throw FenceEffect.Outdated() }
                return try edit(file)
            }
        if !isDryRun { try note(index, old, written.file.bytes) }
        let after = try JudgingRules(fences: written, settings: settings)
        let changes = try index.judgeAnew(by: after, insteadOf: before)
        if let snapshot, let listing { try index.list(changesSince: snapshot, listing) }
        return changes
    }

    /// The changes of verdicts by an edit, counted in the index itself: a copy of a large one in memory takes as much
    /// memory as the file has bytes, and half of the time.
    ///
    /// - Returns: nil where a copy has to be changed: where positions are inferred, and where there is no index.
    private func counted(
        _ edit: (FenceFile) throws -> [UInt8], insteadOf before: JudgingRules
    ) throws -> [VerdictChange]? {
        if before.basis.infers { return nil }
        let current: PhotoIndex
        do throws(IndexError) {
            current = try PhotoIndex.current(at: index, owner: owner, rules: before)
        } catch .missing {
            return nil
        }
        let after = try JudgingRules(fences: try store.preview(edit), settings: settings)
        return try current.changes(by: after, insteadOf: before)
    }

    /// How the current fences and settings would change the verdicts in the index: after the file or the configuration
    /// was edited by hand. Nothing is written.
    ///
    /// - Parameter listing: as for ``make(isDryRun:asShown:listing:_:)``.
    package func pending(listing: ((ChangedPhoto) throws -> Void)?) throws -> [VerdictChange] {
        let rules = try JudgingRules(fences: try store.load(), settings: settings)
        let copy = try writeIndex(at: index, owner: owner, isDryRun: true, mustExist: true)
        let snapshot = try listing.map { _ in try copy.verdictSnapshot() }
        let changes = try copy.judgeAnew(by: rules)
        if let snapshot, let listing { try copy.list(changesSince: snapshot, listing) }
        return changes
    }
}

/// What a change of the fences would do, for a person who is asked about it. Two are equal if the same would happen.
package struct FenceEffect: Hashable, Sendable {
    /// The file is not the one that was shown.
    package struct Outdated: Error {}

    /// How many photos would change from which verdict to which.
    package let changes: [VerdictChange]
    /// Whether it takes away or alters a fence that is never work.
    package let altersNever: Bool
    /// The names of the fences that are never work before, and neither there nor replaced by an equal one afterwards.
    package let lostNever: [String]
    /// The bytes of the file that would be changed.
    let file: [UInt8]
}

extension Fence {
    /// What the fence keeps personal, if it is never work; its name does not matter.
    fileprivate var protection: Fence { Fence(name: "", kind: kind, shape: shape, schedule: schedule.withoutHours) }
}

extension PhotoIndex {
    fileprivate func list(changesSince snapshot: VerdictSnapshot, _ listing: (ChangedPhoto) throws -> Void) throws {
        try photosJudgedOtherwise(than: snapshot) { photo in
            try listing(photo)
            return true
        }
    }
}

/// A fence's destination, and where it is written.
package struct FenceDestination: Hashable, Sendable {
    /// As users write it: a name or a spec.
    package let text: String
    /// The fences file.
    package let path: FilePath
    /// The line there, from 1.
    package let line: Int

    package init(text: String, path: FilePath, line: Int) {
        self.text = text
        self.path = path
        self.line = line
    }
}
