import Crypto
import PhotoIndex
package import PhotoModel
package import SystemPackage

/// The settings of judging, apart from the fences.
package struct JudgingSettings: Sendable {
    /// The configuration's `[triage]`.
    package var triage: TriageSettings
    package var zones: TimeZoneFiles
    /// The tracks that the configuration names, as absolute paths and patterns of glob(7).
    package var tracks: [FilePath] = []
    /// The patterns of what scans leave out, the configuration's `[scan] exclude`.
    package var excludes: [String] = []
    /// The present, in nanoseconds since 1970: no photo was taken later. Nil where that does not matter.
    package var now: Int64?
    /// The file that sets ``TriageSettings/timeZone``, for its error.
    package var path: FilePath?
    /// The line there, from 1.
    package var line: Int?

    package init(triage: TriageSettings, zones: TimeZoneFiles, path: FilePath? = nil, line: Int? = nil) {
        self.triage = triage
        self.zones = zones
        self.path = path
        self.line = line
    }

    /// The configuration's time zone; nil if it sets none.
    ///
    /// - Throws: `configuration`, with file and line, where there is no such zone.
    package func zone() throws(PipelineError) -> TimeZoneFiles.Zone? {
        guard let name = triage.timeZone else { return nil }
        do {
            return try zones.zone(named: name)
        } catch {
            throw PipelineError(
                .configuration, "time-zone in [triage]: \(error.message)", path: path, line: line)
        }
    }
}

/// The rules of judging at one moment: the fences as read from the file, the settings, and the time zones that both
/// name.
package struct JudgingRules: Sendable {
    /// The rules, ready to judge.
    package let triage: Triage
    /// The fences as they were read, for other uses.
    package let fences: LoadedFences
    /// Identifies the rules.
    let basis: JudgingBasis
    /// Whether there is a fence at all.
    package let hasFences: Bool
    /// The patterns of what scans leave out: no such file joins a group. Verdicts do not depend on them.
    let excludes: [String]
    /// The tracks that the configuration names, as they are on the disk; none where no positions are inferred.
    let tracks: [TrackFile]
    /// The paths and patterns of the configuration that name no file; none where no positions are inferred.
    package let emptyTrackPatterns: [FilePath]

    /// - Throws: `PipelineError` with file and line for a time zone that does not exist.
    package init(fences: LoadedFences, settings: JudgingSettings) throws(PipelineError) {
        let zones = try Self.zones(of: fences, settings)
        triage = Triage(
            fences: fences.fences, settings: settings.triage, zones: zones.mapValues(\.rules), now: settings.now)
        self.fences = fences
        excludes = settings.excludes
        hasFences = !fences.fences.isEmpty
        var hash = SHA256()
        hash.update(data: Array(settings.triage.canonicalText.utf8))
        for (name, zone) in zones.sorted(by: { $0.key < $1.key }) {
            hash.update(data: Array("\nzone=\(name)\n".utf8))
            hash.update(data: zone.digest)
        }
        let infers = settings.triage.inference != nil
        basis = JudgingBasis(
            fences: fences.digest, settings: Array(hash.finalize()), rulesVersion: Triage.rulesVersion, infers: infers)
        (tracks, emptyTrackPatterns) = TrackFile.named(by: infers ? settings.tracks : [])
    }

    private static func zones(
        of fences: LoadedFences, _ settings: JudgingSettings
    ) throws(PipelineError) -> [String: TimeZoneFiles.Zone] {
        var zones: [String: TimeZoneFiles.Zone] = [:]
        for fence in fences.fences {
            guard let name = fence.schedule.timeZone, zones[name] == nil else { continue }
            do {
                zones[name] = try settings.zones.zone(named: name)
            } catch {
                throw PipelineError(
                    .fences, "\"timeZone\": \(error.message)", path: fences.path,
                    line: fences.line(of: "timeZone", fence: fence.name))
            }
        }
        if let name = settings.triage.timeZone, zones[name] == nil { zones[name] = try settings.zone() }
        return zones
    }
}

extension PhotoIndex {
    /// The index at a path, for commands that only read: itself if its groups and verdicts follow these rules;
    /// otherwise (the rules have changed, a time in the future has come, or a scan is running or ended early) a copy in
    /// memory that is updated.
    static func current(
        at path: FilePath, owner: String, rules: JudgingRules
    ) throws(IndexError) -> PhotoIndex {
        let index = try PhotoIndex.open(forReadingAt: path, owner: owner)
        let basis = try index.basis()
        let isLoose = try index.hasLooseGroups()
        var update = try TrackUpdate(of: index, by: rules)
        let hasTimeCome = try index.hasTimeCome(by: rules.triage.now)
        if basis == rules.basis, !isLoose, !hasTimeCome, !update.isNews() { return index }
        let copy = try PhotoIndex.copyInMemory(of: path, owner: owner)
        try copy.judgeAnew(by: rules, knowing: update.contents)
        return copy
    }

    /// The index at a path with the verdicts of these rules: as ``current(at:owner:rules:)`` if nothing may be written;
    /// otherwise the index itself, judged anew.
    static func judged(
        at path: FilePath, owner: String, rules: JudgingRules, onlyReads: Bool
    ) throws(IndexError) -> PhotoIndex {
        if onlyReads { return try current(at: path, owner: owner, rules: rules) }
        let index = try PhotoIndex.open(forWritingAt: path, owner: owner)
        try index.judgeAnew(by: rules)
        return index
    }

    /// Works out the groups that an ended scan left unfinished, reads tracks that have changed since the index read
    /// them, and judges every group again if the verdicts follow other rules, or passed over a time that has come
    /// since. Otherwise it does nothing.
    ///
    /// - Parameters:
    ///   - earlier: rules that the verdicts may follow; if they do, only verdicts near fences that changed since are
    ///     given again: for one fence and a million photos 0.5 s instead of 3. Only the `fence` commands know these
    ///     rules, so that after an edit by hand all are given again.
    ///   - tracks: files with tracks that were read already.
    @discardableResult
    func judgeAnew(
        by rules: JudgingRules, insteadOf earlier: JudgingRules? = nil, knowing tracks: [TrackFile: ReadTrack] = [:]
    ) throws(IndexError) -> [VerdictChange] {
        let triage = rules.triage
        try passTime(to: triage.now)
        try settleGroups(basis: rules.basis) { triage.judge(members: $0) }
        var update = try TrackUpdate(of: self, by: rules, knowing: tracks)
        try update.apply(to: self)
        let basis = try basis()
        guard basis != rules.basis else { return [] }
        let change = earlier.flatMap { earlier in
            ChangedGround(from: earlier.triage, to: triage).map { (earlier.basis, $0) }
        }
        return try judgeAnew(basis: rules.basis, at: triage.now, knowing: change, inferringBy: triage) {
            triage.judge(members: $0)
        }
    }

    /// How many photos would change from which verdict to which. Nothing is written.
    ///
    /// - Parameters:
    ///   - rules: other rules, which infer no positions.
    ///   - earlier: the rules that the verdicts follow.
    func changes(by rules: JudgingRules, insteadOf earlier: JudgingRules) throws(IndexError) -> [VerdictChange] {
        let triage = rules.triage
        let change = ChangedGround(from: earlier.triage, to: triage).map { (earlier.basis, $0) }
        return try changes(knowing: change) { triage.judge(members: $0) }
    }

    /// Makes a change that depends on the rules. If another program has changed them meanwhile, or what the change
    /// rests on, makes it again.
    ///
    /// - Parameters:
    ///   - rules: returns the current rules.
    ///   - change: makes it, in an index that is judged by these rules; nil where it has to be made again.
    /// - Throws: `IndexError`; `PipelineError` where the index is changed time after time; what the closures throw.
    func changing<Value>(
        by rules: () throws -> JudgingRules, _ change: (JudgingRules) throws -> Value?
    ) throws -> Value {
        for _ in 0..<20 {
            let rules = try rules()
            _ = try judgeAnew(by: rules)
            if let value = try change(rules) { return value }
        }
        throw PipelineError(.indexFailed, "Another program keeps changing the index", path: path)
    }
}
