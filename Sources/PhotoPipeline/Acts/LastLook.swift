import PhotoFiles
import PhotoIndex
import PhotoIntake
import PhotoModel
import Synchronization
import SystemPackage

/// The last look at a group before its bytes leave and before a copy gets its name.
///
/// The index says what was. Here the disk and the rules of the moment say what is: objections in the index, partners in
/// the directory, and the facts of each file, read from the very descriptor whose bytes are sent. What is compared is
/// group, verdict and fence, not raw facts. Several tasks share it.
final class LastLook: Sendable {
    /// A group that is about to go.
    struct Group: Sendable {
        /// Its action as it was announced.
        var action: Action
        /// The fence whose folder and destination it goes to; nil for none.
        var fence: String?
        /// The open files, in the order of the action's; nil for one that is not open.
        var sources: [OpenFile?] = []
        /// Its files that do not go, as they were when it was planned.
        var bystanders: [KnownGroup.Member] = []

        /// A file as it was when the group was planned; nil where that is not known.
        fileprivate func planned(_ path: FilePath) -> Fingerprint? {
            action.members.first { $0.path == path }?.fingerprint
                ?? bystanders.first { $0.path == path }?.fingerprint
        }
    }

    private let index: PhotoIndex
    private let files: LibraryFiles
    private let judging: CurrentJudging
    private let leavingOut: Set<SidecarFormat>
    private let act: GroupRule.Acts
    private let verdicts: Set<Verdict>
    private let clock: any Clock

    /// What the index said of a group, and when.
    private struct Known {
        let moment: Moment
        let group: KnownGroup
        /// The SHA-256 of its files about which the index was asked; nil if they are compared elsewhere.
        var hashes: [[UInt8]?]?
    }

    private struct State: ~Copyable {
        var reader = PhotoReader()
        var partners: PartnerLook
        /// The patterns by which ``partners`` leaves files out.
        var excludes: [String] = []
        /// Read when first used.
        var bindings: TakeoutBindings?
        /// By the leader's path. A change of the index by others, or of the rules, ends what is known.
        var known: [FilePath: Known] = [:]
        /// What files said, and the status of each and of its sidecars then, where that reveals every change.
        var read: [FilePath: (statuses: [FilePath: Fingerprint], facts: PhotoFacts)] = [:]
    }
    private static let mostRead = 4_096
    private let state: Mutex<State>
    private let obstacle = Mutex<(any Error)?>(nil)

    /// - Parameters:
    ///   - files: reads the library's files.
    ///   - judging: the rules of the moment.
    ///   - leavingOut: the sidecar formats that are not sent.
    ///   - act: what is done with the groups.
    ///   - verdicts: with which that may be done.
    init(
        _ index: PhotoIndex, files: LibraryFiles, judging: CurrentJudging, leavingOut: Set<SidecarFormat>,
        for act: GroupRule.Acts = .send, among verdicts: Set<Verdict> = [.work], clock: any Clock
    ) {
        (self.index, self.files, self.judging) = (index, files, judging)
        (self.leavingOut, self.act, self.verdicts, self.clock) = (leavingOut, act, verdicts, clock)
        state = Mutex(State(partners: PartnerLook(index: index, files: files, clock: clock, excludes: [])))
    }

    /// The index's changes by others and the rules, which tell whether what it said still holds.
    struct Moment: Hashable, Sendable {
        fileprivate let changes: Int64
        /// By which the index is judged.
        let basis: JudgingBasis
    }

    /// This moment.
    ///
    /// - Throws: as ``objection(to:)``.
    func moment() throws -> Moment {
        let basis = try judging.basis()
        return Moment(changes: try index.changesByOthers(), basis: basis)
    }

    /// Notes that the index was asked about groups after a moment and objects to none.
    ///
    /// - Parameters:
    ///   - leaders: the paths of their leaders.
    ///   - moment: the moment, taken before the index was asked.
    func note(_ leaders: [FilePath], askedAfter moment: Moment) throws {
        let groups = try index.groups(ofFilesAt: leaders, .facts)
        state.withLock { state in
            if state.known.count >= Self.mostRead { state.known = [:] }
            for (leader, group) in zip(leaders, groups) {
                state.known[leader] = group.map { Known(moment: moment, group: $0) }
            }
        }
    }

    /// Why a group must not go now; nil if it may.
    ///
    /// - Returns: `notWork` or another objection of the index, also where only the disk says so by now, be it by a
    ///   partner that no scan has seen; `membersDiffer` for any other such partner, `companyUnreadable` for one that
    ///   scans cannot read; `changedSinceScan` where a file says something else than in the last scan. The next scan
    ///   reads such a file again, whatever its status. `unreadable` where a file, or the directory, cannot be read.
    /// - Throws: `IndexError`, `PipelineError` where the rules cannot be read.
    func objection(to group: Group) throws -> Action.Reason? {
        guard let leader = group.action.members.first?.path else { return .membersDiffer }
        let rules = try judging.current()
        let moment = Moment(changes: try index.changesByOthers(), basis: rules.basis)
        let known: KnownGroup
        // A file that was hashed since then may have a content that is marked personal.
        let hashes = group.action.members.map(\.sha256)
        if let asked = state.withLock({ $0.known[leader] }), asked.moment == moment,
            asked.hashes == nil || asked.hashes == hashes
        {
            known = asked.group
        } else {
            let objections = try index.objections(
                to: [group.action], basis: moment.basis, leavingOut: leavingOut, for: act, among: verdicts)
            if let why = objections.first ?? nil { return why }
            guard let found = try index.group(ofFileAt: leader, .facts) else { return .membersDiffer }
            state.withLock { $0.known[leader] = Known(moment: moment, group: found, hashes: hashes) }
            known = found
        }
        if let why = try difference(of: group, from: known, by: rules) { return why }
        // A fence names a folder and a destination; a person's mark names none.
        let judgement = known.judgement
        return judgement.reason == .marked || judgement.fence == group.fence ? nil : .changedSincePlan
    }

    /// Why a group must not go now, as ``objection(to:)`` says; `interrupted` where that cannot be found out, which
    /// ends the run: see ``failure``.
    func whyNot(_ group: Group) -> Action.Reason? {
        do {
            return try objection(to: group)
        } catch {
            obstacle.withLock { $0 = $0 ?? error }
            return .interrupted
        }
    }

    /// Why it could not be found out of a group whether it may go, such as rules that cannot be read any more; nil if
    /// it always could.
    var failure: (any Error)? { obstacle.withLock { $0 } }

    /// What differs on the disk from the last scan, so that the group must not go; nil if nothing does.
    ///
    /// - Returns: `notWork`, `membersDiffer`, `companyUnreadable`, `changedSinceScan` or `unreadable`, as in
    ///   ``objection(to:)``.
    /// - Throws: as there.
    func difference(of group: Group) throws -> Action.Reason? {
        guard let leader = group.action.members.first?.path, let known = try index.group(ofFileAt: leader, .facts)
        else { return .membersDiffer }
        return try difference(of: group, from: known, by: try judging.current())
    }

    private func difference(of group: Group, from known: KnownGroup, by rules: JudgingRules) throws -> Action.Reason? {
        let judgement = known.judgement
        return try state.withLock { state in
            if state.excludes != rules.excludes {
                state.excludes = rules.excludes
                state.partners = PartnerLook(index: index, files: files, clock: clock, excludes: rules.excludes)
            }
            let photos = known.members.filter { $0.sidecar == nil }
            let sidecars = known.members.filter { $0.sidecar != nil }.map(\.path)
            let identifier = known.leader.contentIdentifier
            var partners: [PartnerLook.Partner] = []
            while let partner = state.partners.newPartner(
                of: photos.map(\.path), sidecars + partners.map(\.path), contentIdentifier: identifier)
            {
                if partner.kind == .unreadableDirectory { return .unreadable }
                partners.append(partner)
            }
            var difference = partners.first?.reason
            let bindings = try state.bindings ?? index.takeoutBindings()
            state.bindings = bindings
            var found: [PhotoFacts] = []
            for (file, facts) in zip(known.members, known.facts) {
                let place = group.action.members.firstIndex { $0.path == file.path }
                let content = Self.content(
                    of: file, facts, place.flatMap { group.sources.isEmpty ? nil : group.sources[$0] },
                    planned: group.planned(file.path), bindings, files, clock, &state)
                if let facts = content.facts, file.sidecar == nil || facts.saidBy != nil { found.append(facts) }
                guard let why = content.difference else { continue }
                if why == .changedSinceScan { try index.distrust(file.path) }
                // What the sidecars say now may still tell that it is private; what the photo says is unknown.
                if why == .unreadable || file.sidecar == nil { return why }
                difference = difference ?? why
            }
            if judgement.reason == .marked { return difference }
            let now = rules.triage.judge(members: found)
            if (now.verdict, now.reason, now.fence) == (judgement.verdict, judgement.reason, judgement.fence) {
                for partner in partners {
                    if let facts = Self.facts(of: partner, bindings, files, clock, &state) { found.append(facts) }
                }
                return verdicts.contains(rules.triage.judge(members: found).verdict) ? difference : .notWork
            }
            for file in known.members { try index.distrust(file.path) }
            return verdicts.contains(now.verdict) ? .changedSinceScan : .notWork
        }
    }

    /// What a file that would join a group says, with its sidecars; nil where it cannot be read.
    private static func facts(
        of partner: PartnerLook.Partner, _ bindings: TakeoutBindings, _ files: LibraryFiles, _ clock: any Clock,
        _ state: inout State
    ) -> PhotoFacts? {
        guard let file = try? files.open(partner.path) else { return nil }
        defer { try? file.close() }
        let sidecars = state.partners.sidecars(of: partner.path) ?? ([], [])
        let reading = try? state.reader.read(
            descriptor: file.rawValue, path: partner.path, now: clock.now, sidecars: sidecars.own,
            neighbours: sidecars.neighbours, bindings: bindings
        ).get()
        return switch reading?.content {
        case .photo(let facts): facts
        case .sidecar(let format, let said): said?.kept(of: format).map { PhotoFacts($0, by: format) }
        default: nil
        }
    }

    /// What the look finds in a file.
    private struct Content {
        /// What it says, with its sidecars; nil where that is unknown.
        var facts: PhotoFacts?
        /// `changedSinceScan` where it is gone, is not the planned one any more, or has other ends than in the last
        /// scan; `unreadable` where it, or a sidecar that it depends on, cannot be read.
        var difference: Action.Reason?

        static let differs = Content(difference: .changedSinceScan)
        static let unreadable = Content(difference: .unreadable)
    }

    private static func content(
        of file: KnownGroup.Member, _ known: PhotoFacts?, _ source: OpenFile?, planned: Fingerprint?,
        _ bindings: TakeoutBindings, _ files: LibraryFiles, _ clock: any Clock, _ state: inout State
    ) -> Content {
        var opened: FileDescriptor?
        defer { try? opened?.close() }
        do throws(Errno) {
            if source == nil { opened = try files.open(file.path) }
        } catch {
            return error.isOfOtherPath ? .differs : .unreadable
        }
        guard let descriptor = source?.number ?? opened?.rawValue,
            let status = try? FileStatus(of: FileDescriptor(rawValue: descriptor))
        else { return .unreadable }
        let isPlanned = planned?.isSame(as: status.fingerprint, withInode: file.keepsInodes) != false
        if file.sidecar == nil, !isPlanned { return .differs }
        guard let sidecars = file.sidecar != nil ? ([], []) : state.partners.sidecars(of: file.path) else {
            return .unreadable
        }
        var statuses = [file.path: status.fingerprint]
        for path in sidecars.own + sidecars.neighbours { statuses[path] = (try? files.status(of: path))?.fingerprint }
        if isPlanned, let read = state.read[file.path], read.statuses == statuses { return Content(facts: read.facts) }
        let reading: FileReading
        switch state.reader.read(
            descriptor: descriptor, path: file.path, now: clock.now, sidecars: sidecars.own,
            neighbours: sidecars.neighbours, bindings: bindings)
        {
        case .success(let read): reading = read
        case .failure(let failure): return failure.kind == .unreadable ? .unreadable : .differs
        }
        let isKnown = isPlanned && reading.digest == file.digest
        if file.sidecar == nil, !isKnown { return .differs }
        var facts = PhotoFacts(format: .jpeg)
        switch (reading.content, file.sidecar) {
        case (.photo(let found), nil):
            guard let known else { return .differs }
            if found.sidecars.contains(.unreadable), !known.sidecars.contains(.unreadable) { return .unreadable }
            facts = found
            if known.positionSource == .inferred, facts.position == .absent {
                facts.position = known.position
                facts.positionSource = .inferred
                (facts.horizontalAccuracy, facts.gpsTime) = (known.horizontalAccuracy, known.gpsTime)
            }
        case (.sidecar(let format, let said), _?):
            if let kept = said?.kept(of: format) { facts = PhotoFacts(kept, by: format) }
        default: return .differs
        }
        if !isKnown { return Content(facts: facts, difference: .changedSinceScan) }
        let isRacy = reading.isRacy || statuses.values.contains { $0.isRacy(readAt: clock.now) }
        if file.keepsInodes, !isRacy {
            if state.read.count >= mostRead { state.read = [:] }
            state.read[file.path] = (statuses, facts)
        }
        return Content(facts: facts)
    }
}
