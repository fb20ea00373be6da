package import PhotoModel
package import SystemPackage

/// What a run that uploads or removes came to. Counts are of groups, unless they say otherwise.
package struct ActionSummary: Sendable {
    /// The run's number in the journal; nil for a dry run, and where there was nothing to do.
    package var run: Int64?
    /// Groups by what became of them: done, failed, skipped, refused; of a dry run planned, of staging staged.
    package var byState: [Action.State: Int] = [:]
    /// Why groups were skipped, refused or failed.
    package var reasons: [Action.Reason: Int] = [:]
    /// Files of the groups that are done, planned or staged.
    package var files = 0
    /// Their bytes.
    package var bytes: Int64 = 0
    /// Groups that are at their destination already, by receipts.
    package var upToDate = 0
    /// Groups in the selection that stay because they are personal.
    package var personal = 0
    /// Groups in the selection that stay because nobody can tell what they are.
    package var unsure = 0
    /// Groups that were not come to, because the run ended before.
    package var left = 0
    /// Removals, undos and, of a run that uploads, uploads of killed runs that could not be settled: their files may
    /// wait under other names still. Of an undo also groups that are back and that the trash shows still.
    package var unsettled = 0
    /// Copies that were asked for and are not what their receipts say: these do not count any longer.
    package var lost = 0
    /// Groups that were done without sending anything: all of their files were there.
    package var alreadyThere = 0
    /// Their files.
    package var filesThere = 0
    /// The bytes of these.
    package var bytesThere: Int64 = 0
    /// The targets of sidecars that changed since they were sent: each was sent beside its earlier version.
    package var newVersions: [FilePath] = []
    /// Files of groups that are back, and that came from a destination: with the bytes, name, time and permissions that
    /// they had, and no extended attributes.
    package var fetched = 0
    /// Numbers that were asked for and that nothing staged has.
    package var unknown: [Int64] = []
    /// When the last scan ended, nanoseconds since 1970-01-01T00:00:00Z; nil where none did.
    package var lastScan: Int64?
    /// At how many destinations a group has to be that is removed.
    package var require = 1
    /// What a removal reads back from destinations to prove the copies, as it was planned.
    package var readBack: [ReadBack] = []
    /// How long it took, without the time that a person took to answer.
    package var seconds = 0.0
    /// Why destinations' own lists of receipts lack some, with the destinations' names.
    var listFailures: Set<String> = []
    /// How long a person took to answer, in nanoseconds.
    var waitedForAnswer: Int64 = 0
    /// The wish that ended it; nil where none did.
    package var signal: InterruptionSignal?
    /// The roots, or all together, of which more would be removed than may be; nothing was removed then.
    package var breaches: [CapBreach] = []
    /// What of a destination ended the run, or kept it from being sent to.
    package var endedBy: UploadError?

    /// A root, or all together, of which more would be removed than may be.
    package struct CapBreach: Hashable, Sendable {
        /// The root, and what has been removed of it.
        package var cap: RemovalCap
        /// What is allowed.
        package var limit: CountOrShare
        /// How many photos were to go.
        package var planned: Int

        package init(cap: RemovalCap, limit: CountOrShare, planned: Int) {
            self.cap = cap
            self.limit = limit
            self.planned = planned
        }
    }

    package init() {}

    /// Counts an action by its state and reason; its files and bytes where something is done with it.
    mutating func count(_ action: Action) {
        byState[action.state, default: 0] += 1
        if action.state == .done, action.why == .alreadyThere {
            alreadyThere += 1
            filesThere += action.members.count
            bytesThere += action.bytes
        } else if action.state == .done, action.kind == .undo {
            fetched += action.members.count { $0.ticket.flatMap(RemovalWay.init(ticket:)) == .permanent }
        }
        if action.state == .done, action.kind == .upload {
            newVersions += action.members.filter { $0.earlier != nil }.compactMap(\.target?.path)
        }
        if let why = action.why, action.state != .done { reasons[why, default: 0] += 1 }
        if [.done, .planned, .staged].contains(action.state) {
            files += action.members.count
            bytes += action.bytes
        }
    }

    /// Notes what ended the run. Of several the one counts that says most of what to do: to sign in, or to wait for
    /// quota.
    mutating func end(by error: UploadError) {
        let order: [UploadError.Kind?] = [.quota, .signIn]
        let old = order.firstIndex(of: endedBy?.kind) ?? -1
        let new = order.firstIndex(of: error.kind) ?? -1
        if endedBy == nil || new > old { endedBy = error }
    }

    /// What the journal keeps of it.
    var runCounts: KeyValuePairs<String, Int> {
        [
            "done": count(.done), "failed": count(.failed), "skipped": count(.skipped),
            "refused": count(.refused), "files": files,
        ]
    }

    /// How many groups have a state.
    package func count(_ state: Action.State) -> Int { byState[state] ?? 0 }
}

extension ActionSummary {
    /// Adds what another run of the same command came to, such as the removals of an `apply` to its uploads.
    ///
    /// The later run's number counts where it has one; of two things that ended runs the one that says most of what to
    /// do.
    ///
    /// - Parameter later: the other, which ended after this.
    package mutating func add(_ later: ActionSummary) {
        run = later.run ?? run
        byState.merge(later.byState, uniquingKeysWith: +)
        reasons.merge(later.reasons, uniquingKeysWith: +)
        files += later.files
        bytes += later.bytes
        upToDate += later.upToDate
        personal += later.personal
        unsure += later.unsure
        left += later.left
        // Each part has met the same ones.
        unsettled = max(unsettled, later.unsettled)
        lost += later.lost
        alreadyThere += later.alreadyThere
        filesThere += later.filesThere
        bytesThere += later.bytesThere
        newVersions += later.newVersions
        fetched += later.fetched
        unknown += later.unknown
        lastScan = later.lastScan ?? lastScan
        readBack += later.readBack
        require = max(require, later.require)
        seconds += later.seconds
        signal = signal ?? later.signal
        breaches += later.breaches
        if let error = later.endedBy { end(by: error) }
    }
}
