import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Walks directories, reads what is new or changed, judges it and saves it.
///
/// One task walks and saves, and several others read. What has been saved is kept whenever the scan ends, and the next
/// one continues from there.
struct Scan {
    /// A copy in memory for a dry run.
    let index: PhotoIndex
    /// The rules to judge by. The index has been judged by them already.
    let rules: JudgingRules
    /// Returns the rules at the time of the call, which may have been changed meanwhile.
    let currentRules: () throws -> JudgingRules
    let options: ScanOptions
    let environment: Environment
    let progress: any ProgressReporter
    /// Called for each problem, as it is found.
    let report: (Finding) -> Void

    /// Scans every directory, in order.
    ///
    /// - Throws: `IndexError` where the index fails; what was saved before is kept.
    func run() async throws -> ScanSummary {
        let began = environment.clock.uptime
        let recorder = FindingRecorder(book: try ProblemBook(index), report: report)
        let run = try index.beginRun("scan", at: environment.clock.now)
        var summary = ScanSummary()
        progress.begin("Scanning")
        defer { progress.end() }
        let targets = try ScanTargets(index: index, options: options, clock: environment.clock)
            .resolve(recorder.record)
        summary.failedRoots = targets.failed
        let notes = ScanNotes(run: run, index: index, clock: environment.clock)
        var hasWalked = false
        // An earlier scan may have been killed. What it left is hashed where it is, before it counts as gone.
        try extendDecisions()
        let extended = try index.changeMark()
        for target in targets.found where environment.interruption.signal == nil {
            let isThere = try await scan(target, into: &summary, recorder: recorder, notes)
            hasWalked = hasWalked || isThere
            notes.endRoot()
        }
        // Where nothing was changed, they reach all that they can.
        if try index.changeMark() != extended { try extendDecisions() }
        let inference = InferenceSources(index: index, rules: rules, options: options, record: recorder.record)
        summary.unknownCameras = try inference.keep()
        summary.infers = rules.basis.infers
        // Nothing is inferred beside what could not be read.
        try index.note(recorder.problems, at: environment.clock.now)
        summary.hasFences = try lastRules().hasFences
        if summary.infers { summary.clockless = try index.clocklessPhotos() }
        try complete(&summary, roots: targets.found)
        summary.problems = recorder.count
        summary.accepted = recorder.accepted
        summary.isPartial = recorder.leavesWorkUndone
        summary.signal = environment.interruption.signal
        summary.seconds = Double(environment.clock.uptime - began) / 1e9
        // A scan of which no root was there is not the last scan.
        try index.endRun(
            run, at: environment.clock.now, isComplete: summary.signal == nil && hasWalked, counts: summary.counts)
        return summary
    }

    /// - Returns: whether the root was there.
    private func scan(
        _ target: ScanTarget, into summary: inout ScanSummary, recorder: FindingRecorder, _ notes: ScanNotes
    ) async throws -> Bool {
        let rootScan = RootScan(
            index: index, rules: rules, options: options, environment: environment, progress: progress,
            target: target, record: recorder.record, started: environment.clock.now,
            note: notes.note)
        guard let outcome = try await rootScan.run() else {
            summary.failedRoots += 1
            return false
        }
        if environment.interruption.signal == nil, !outcome.isUnmounted {
            recorder.problems.covered.append(target.root.path.appending(bytes: target.start))
        }
        summary.new += outcome.new
        summary.returned += outcome.returned
        summary.changed += outcome.changed
        summary.moved += outcome.moved
        summary.gone += outcome.gone
        summary.trashes += outcome.trashes.map { target.root.path.appending(bytes: $0) }
        summary.markers += outcome.markers.map { target.root.path.appending(bytes: $0.directory) }
        return !outcome.isUnmounted
    }

    /// Lets decisions on photos reach the bytes that these have now, their other files and the copies of both, after a
    /// signal too: what was saved may be moved to another disk before the next scan. Photos that cannot be read are
    /// left to that.
    private func extendDecisions() throws {
        guard try index.hasDecisions() else { return }
        try index.settleGroups(basis: rules.basis) { rules.triage.judge(members: $0) }
        var hasher = FileHasher()
        var tried: Set<Int64> = []
        while let photos = try index.photosToHashForDecisions() {
            let library = try index.libraryFiles()
            var hashed: [Int64: HashedFile] = [:]
            for photo in photos where tried.insert(photo.row).inserted {
                hashed[photo.row] = try? hasher.hash(photo.path, in: library)
            }
            let hasChanged = try index.extendDecisions(hashed: hashed, basis: rules.basis) {
                rules.triage.judge(members: $0)
            }
            if !hasChanged { return }
        }
    }

    /// If somebody changed the fences during the scan, the photos that were in the index then were judged by the new
    /// rules, and the rest by the old ones. Judges everything by the new ones; also where positions are inferred and
    /// what they are inferred from has changed.
    private func lastRules() throws -> JudgingRules {
        if try index.basis() == rules.basis { return rules }
        let current = try currentRules()
        try index.judgeAnew(by: current)
        return current
    }

    private func complete(_ summary: inout ScanSummary, roots targets: [ScanTarget]) throws {
        var seen: Set<Int64> = []
        for target in targets where seen.insert(target.root.id).inserted {
            let counts = try index.counts(inRoot: target.root.id)
            summary.roots.append(target.root.path)
            summary.byVerdict.merge(counts.byVerdict, uniquingKeysWith: +)
            summary.groups += counts.groups
            summary.unreadable += counts.unreadable
            summary.unsupported += counts.unsupported
        }
        summary.photos = summary.byVerdict.values.reduce(0, +)
    }
}

/// Counts the problems before they are shown. Those that a person has accepted are not passed on.
final class FindingRecorder {
    private(set) var count = 0
    private(set) var accepted = 0
    /// Whether one of the problems left a part of the scan undone.
    private(set) var leavesWorkUndone = false
    /// All problems, and where they were looked for, for the index.
    var problems = FoundProblems()
    private let book: ProblemBook
    private let report: (Finding) -> Void

    init(book: ProblemBook, report: @escaping (Finding) -> Void) {
        self.book = book
        self.report = report
    }

    func record(_ finding: Finding) {
        let isAccepted = book.accepts(finding)
        problems.found.append((finding, isAccepted))
        if isAccepted {
            accepted += 1
            return
        }
        count += 1
        leavesWorkUndone = leavesWorkUndone || finding.kind.leavesWorkUndone
        var finding = finding
        finding.isKnown = book.knows(finding)
        report(finding)
    }
}

/// Records in the index, every few seconds, how far a scan has come. A short scan records nothing.
final class ScanNotes {
    private static let interval: Int64 = 3_000_000_000
    private let run: Int64
    private let index: PhotoIndex
    private let clock: any Clock
    private var last: Int64
    /// The number of files of earlier roots.
    private var before = 0
    private var current = 0

    init(run: Int64, index: PhotoIndex, clock: any Clock) {
        (self.run, self.index, self.clock) = (run, index, clock)
        last = clock.uptime
    }

    /// Records how many files of the current root were seen.
    func note(_ seen: Int) {
        current = seen
        let now = clock.uptime
        guard now - last >= Self.interval else { return }
        last = now
        // Progress may be lost; a lasting error of the index also ends the next save.
        try? index.noteProgress(ofRun: run, seen: before + seen)
    }

    func endRoot() {
        before += current
        current = 0
    }
}
