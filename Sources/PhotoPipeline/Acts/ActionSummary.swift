package import PhotoModel
package import SystemPackage

/// The result of a run that uploads or removes. Programs get the counts of ``groups``, people those of ``photos``.
package struct ActionSummary: Sendable {
    /// The run's number in the journal; nil for a dry run or if there was nothing to do.
    package var run: Int64?
    /// What became of the groups.
    package var groups = Counts()
    /// The same in stills and videos. A group of sidecars alone counts as one photo.
    package var photos = Counts()
    /// The number of files in groups that are done, planned or staged.
    package var files = 0
    /// The size of those files, in bytes.
    package var bytes: Int64 = 0
    /// Unfinished removals, undos and (for runs that upload) uploads of killed runs that could not be settled. Their
    /// files may still have temporary names. For an undo, also groups that are back but that the trash still lists.
    package var unsettled = 0
    /// Copies that were checked and do not match their receipts, which no longer count.
    package var lost = 0
    /// The number of files in groups that were already there.
    package var filesThere = 0
    /// The size of those files, in bytes.
    package var bytesThere: Int64 = 0
    /// The targets of sidecars that changed since they were sent: each was sent beside its earlier version.
    package var newVersions: [FilePath] = []
    /// Photos of restored groups with files that were fetched from a destination. These have the bytes, name, time and
    /// permissions that they had, but no extended attributes.
    package var fetched = 0
    /// Takeout files that stay where they are, since they are not sent, though their photos go.
    package var staying = 0
    /// Of each group that is kept only by sidecars that are not sent, the first one.
    package var unsentSidecars: [FilePath] = []
    /// Requested numbers that no staged action has.
    package var unknown: [Int64] = []
    /// When the last scan ended, in nanoseconds since 1970-01-01T00:00:00Z; nil if there was none.
    package var lastScan: Int64?
    /// The number of destinations that must have a group before it is removed.
    package var require = 1
    /// What the planned removal reads back from destinations to prove the copies.
    package var readBack: [ReadBack] = []
    /// The duration of the run, without the time spent waiting for an answer.
    package var seconds = 0.0
    /// Groups whose upload was refused since they became personal while they were sent.
    package var withdrawn = 0
    /// What has a temporary name at a destination and is not what was sent under it; paths below its top.
    var leftovers: [FilePath] = []
    /// Why destinations' own lists of receipts are incomplete, with the destinations' names.
    var listFailures: Set<String> = []
    /// How long the run waited for an answer, in nanoseconds.
    var waitedForAnswer: Int64 = 0
    /// The signal that ended the run; nil if none did.
    package var signal: InterruptionSignal?
    /// The caps that the removals would exceed, each root's and the total. If there are any, nothing was removed.
    package var breaches: [CapBreach] = []
    /// How many of the groups, from the first one on, may be removed without exceeding any cap; 0 without a breach.
    package var fitting = 0
    /// The least whole number of days, 1 or more, for which the groups taken at least so long ago exceed no cap; nil
    /// without a breach, and if none was.
    package var fittingDays: Int?
    /// Whether a run is dated ahead of the clock, so that removals may count for longer than seven days.
    package var countsAhead = false
    /// How long it takes until the last group that changed too recently may be sent; nil if there is none.
    package var settles: Duration?
    /// The error of a destination that ended the run or prevented sending there.
    package var endedBy: UploadError?

    /// How many groups or photos there are of each kind.
    package struct Counts: Hashable, Sendable {
        /// By their final state. A dry run counts them as planned, staging as staged.
        package var byState: [Action.State: Int] = [:]
        /// By the reason for which they were skipped, refused or failed.
        package var reasons: [Action.Reason: Int] = [:]
        /// Already at their destination according to receipts.
        package var upToDate = 0
        /// Staged before this run, which stages them no second time.
        package var alreadyStaged = 0
        /// Selected, but stay because they are personal.
        package var personal = 0
        /// Selected, but stay because their verdict is unsure.
        package var unsure = 0
        /// Not reached by the run before it ended.
        package var left = 0
        /// Completed without sending anything because all their files were already there.
        package var alreadyThere = 0

        /// The number in a state.
        package func count(_ state: Action.State) -> Int { byState[state] ?? 0 }

        /// The number that is done, planned or staged.
        package var handled: Int { [.done, .planned, .staged].reduce(0) { $0 + count($1) } }

        fileprivate mutating func add(_ later: Counts) {
            byState.merge(later.byState, uniquingKeysWith: +)
            reasons.merge(later.reasons, uniquingKeysWith: +)
            upToDate += later.upToDate
            alreadyStaged += later.alreadyStaged
            personal += later.personal
            unsure += later.unsure
            left += later.left
            alreadyThere += later.alreadyThere
        }
    }

    /// A cap that the planned removals would exceed.
    package struct CapBreach: Hashable, Sendable {
        /// The root, or all roots together, with what was recently removed from it.
        package var cap: RemovalCap
        package var limit: CountOrShare
        /// The number of photos that were to be removed.
        package var planned: Int

        package init(cap: RemovalCap, limit: CountOrShare, planned: Int) {
            self.cap = cap
            self.limit = limit
            self.planned = planned
        }
    }

    package init() {}

    /// Counts an action by its state and reason, and its files and bytes if something is done with it.
    mutating func count(_ action: Action) {
        count(action.photos) { $0.byState[action.state, default: 0] += $1 }
        settles = [settles, action.settles].compactMap(\.self).max()
        if action.state == .done, action.why == .alreadyThere {
            count(action.photos) { $0.alreadyThere += $1 }
            filesThere += action.members.count
            bytesThere += action.bytes
        } else if action.state == .done, action.kind == .undo {
            let isFetched = action.members.contains { $0.ticket.flatMap(RemovalWay.init(ticket:)) == .permanent }
            fetched += isFetched ? action.photos : 0
        }
        if action.state == .done, action.kind == .upload {
            newVersions += action.members.filter { $0.earlier != nil }.compactMap(\.target?.path)
        }
        if action.kind == .upload, action.state == .refused, action.why == .notWork { withdrawn += 1 }
        if let why = action.why, ![.done, .planned].contains(action.state) {
            count(action.photos) { $0.reasons[why, default: 0] += $1 }
        }
        if [.done, .planned, .staged].contains(action.state) {
            files += action.members.count
            bytes += action.bytes
            staying += action.staying
        }
    }

    /// Counts a group of so many photos, and these: `add` adds a number to one of the counts.
    mutating func count(_ photos: Int, _ add: (inout Counts, Int) -> Void) {
        add(&groups, 1)
        add(&self.photos, photos)
    }

    /// Counts the groups that the run did not reach.
    mutating func countLeft(_ actions: some Sequence<Action>) {
        for action in actions { count(action.photos) { $0.left += $1 } }
    }

    /// Sets the numbers of selected groups that are not work.
    mutating func set(_ others: KnownGroup.LeftOut) {
        (groups.personal, groups.unsure) = (others.personal, others.unsure)
        (photos.personal, photos.unsure) = (others.personalPhotos, others.unsurePhotos)
    }

    /// Notes what ended the run. Of several errors, the most actionable one is kept: a missing sign-in, or a used-up
    /// quota.
    mutating func end(by error: UploadError) {
        let order: [UploadError.Kind?] = [.quota, .signIn]
        let old = order.firstIndex(of: endedBy?.kind) ?? -1
        let new = order.firstIndex(of: error.kind) ?? -1
        if endedBy == nil || new > old { endedBy = error }
    }

    /// The counts that the journal records.
    var runCounts: KeyValuePairs<String, Int> {
        [
            "done": count(.done), "failed": count(.failed), "skipped": count(.skipped),
            "refused": count(.refused), "files": files, "missing": lost,
        ]
    }

    /// The number of groups in a state.
    package func count(_ state: Action.State) -> Int { groups.count(state) }

    /// Whether it ended before it came to everything.
    package var endedEarly: Bool { endedBy != nil || signal != nil || groups.left > 0 }
}

extension ActionSummary {
    /// Adds the result of a later run of the same command, such as the removals of an `apply` after its uploads.
    ///
    /// The later run's number is kept if it has one. Of two errors that ended runs, the most actionable one is kept.
    ///
    /// - Parameter later: the summary of the later run.
    package mutating func add(_ later: ActionSummary) {
        run = later.run ?? run
        groups.add(later.groups)
        photos.add(later.photos)
        files += later.files
        bytes += later.bytes
        // Each part has counted the same unsettled actions.
        unsettled = max(unsettled, later.unsettled)
        lost += later.lost
        withdrawn += later.withdrawn
        filesThere += later.filesThere
        bytesThere += later.bytesThere
        newVersions += later.newVersions
        fetched += later.fetched
        staying += later.staying
        unsentSidecars += later.unsentSidecars
        unknown += later.unknown
        lastScan = later.lastScan ?? lastScan
        readBack += later.readBack
        require = max(require, later.require)
        seconds += later.seconds
        signal = signal ?? later.signal
        breaches += later.breaches
        fitting += later.fitting
        fittingDays = later.fittingDays ?? fittingDays
        countsAhead = countsAhead || later.countsAhead
        settles = [settles, later.settles].compactMap(\.self).max()
        if let error = later.endedBy { end(by: error) }
    }
}
