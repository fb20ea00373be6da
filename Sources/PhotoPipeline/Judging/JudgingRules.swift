import Crypto
import PhotoIndex
package import PhotoModel
package import SystemPackage

/// What is judged by besides the fences.
package struct JudgingSettings: Sendable {
    /// The configuration's `[triage]`.
    package var triage: TriageSettings
    /// Where time zones are read from.
    package var zones: TimeZoneFiles
    /// The tracks that the configuration names, as absolute paths and patterns of glob(7).
    package var tracks: [FilePath] = []
    /// The file that names ``TriageSettings/timeZone``, for its error.
    package var path: FilePath?
    /// The line there, from 1.
    package var line: Int?

    package init(triage: TriageSettings, zones: TimeZoneFiles, path: FilePath? = nil, line: Int? = nil) {
        self.triage = triage
        self.zones = zones
        self.path = path
        self.line = line
    }

    /// The zone that the configuration names; nil where it names none.
    ///
    /// - Throws: `PipelineError`, `configuration`, with file and line, where there is no such zone.
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

/// What photos are judged by at one moment: the fences of one reading of the file, the settings, and the time zones
/// that both name.
package struct JudgingRules: Sendable {
    /// The rules, ready to judge.
    package let triage: Triage
    /// The fences as they were read, for what is asked of them besides.
    package let fences: LoadedFences
    /// By which they are known again.
    let basis: JudgingBasis
    /// Whether there is a fence at all.
    package let hasFences: Bool
    /// The tracks that the configuration names, as they are on the disk; none where no positions are inferred.
    let tracks: [TrackFile]

    /// - Parameters:
    ///   - fences: the fences file as it was read.
    ///   - settings: what is judged by besides.
    /// - Throws: `PipelineError` with file and line for a time zone that there is not.
    package init(fences: LoadedFences, settings: JudgingSettings) throws(PipelineError) {
        let zones = try Self.zones(of: fences, settings)
        triage = Triage(fences: fences.fences, settings: settings.triage, zones: zones.mapValues(\.rules))
        self.fences = fences
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
        tracks = infers ? TrackFile.named(by: settings.tracks) : []
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
                    line: fences.file.line(ofTimeZoneOf: fence.name))
            }
        }
        if let name = settings.triage.timeZone, zones[name] == nil { zones[name] = try settings.zone() }
        return zones
    }
}

extension PhotoIndex {
    /// The index at a path as a command sees it that only reads: itself where its groups and verdicts are as these
    /// rules have them, else (the rules are others, a scan was ended early, or runs) a copy in memory that is brought
    /// up to date.
    static func current(
        at path: FilePath, owner: String, rules: JudgingRules
    ) throws(IndexError) -> PhotoIndex {
        let index = try PhotoIndex.open(forReadingAt: path, owner: owner)
        let basis = try index.basis()
        let isLoose = try index.hasLooseGroups()
        if basis == rules.basis, !isLoose, try !TrackUpdate(of: index, by: rules).isNews { return index }
        let copy = try PhotoIndex.copyInMemory(of: path, owner: owner)
        try copy.judgeAnew(by: rules)
        return copy
    }

    /// Works out the groups that an ended scan left loose, reads tracks that are others on the disk than in the index,
    /// and judges every group anew where the verdicts are not by these rules; else does nothing.
    @discardableResult
    func judgeAnew(by rules: JudgingRules) throws(IndexError) -> [VerdictChange] {
        let triage = rules.triage
        try settleGroups(basis: rules.basis) { triage.judge(members: $0) }
        try TrackUpdate(of: self, by: rules).apply(to: self)
        let basis = try basis()
        guard basis != rules.basis else { return [] }
        return try judgeAnew(basis: rules.basis, inferringBy: triage) { triage.judge(members: $0) }
    }
}
