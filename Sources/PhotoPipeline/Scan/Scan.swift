import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

/// Walks directories, reads what is new or changed, judges it and saves it all.
///
/// One task walks and saves; a bounded group of others reads. What a scan has saved stays when it is ended at any
/// moment, and the next one goes on from there.
struct Scan {
    private let index: PhotoIndex
    private let rules: JudgingRules
    private let currentRules: () throws -> JudgingRules
    private let options: ScanOptions
    private let environment: Environment
    private let progress: any ProgressReporter
    private let report: (Finding) -> Void

    /// - Parameters:
    ///   - index: where to; a copy in memory for a dry run.
    ///   - rules: what is judged by. The index has been judged by them already.
    ///   - currentRules: gives the rules as they are when it is called: others, where they were changed meanwhile.
    ///   - options: what is scanned, and how.
    ///   - environment: the world.
    ///   - progress: what shows how far it has come.
    ///   - report: called for each problem, as it is met.
    init(
        index: PhotoIndex, rules: JudgingRules, currentRules: @escaping () throws -> JudgingRules,
        options: ScanOptions, environment: Environment, progress: any ProgressReporter,
        report: @escaping (Finding) -> Void
    ) {
        self.index = index
        self.rules = rules
        self.currentRules = currentRules
        self.options = options
        self.environment = environment
        self.progress = progress
        self.report = report
    }

    /// Scans every directory, in order.
    ///
    /// - Throws: `IndexError` where the index fails; what was saved before stays.
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
        for target in targets.found where environment.interruption.signal == nil {
            try await scan(target, into: &summary, recorder: recorder, notes)
            notes.endRoot()
        }
        let inference = InferenceSources(index: index, rules: rules, options: options, record: recorder.record)
        summary.unknownCameras = try inference.keep()
        summary.infers = rules.basis.infers
        summary.hasFences = try lastRules().hasFences
        try complete(&summary, roots: targets.found)
        try index.note(recorder.problems, at: environment.clock.now)
        summary.problems = recorder.count
        summary.accepted = recorder.accepted
        summary.isPartial = recorder.leavesWorkUndone
        summary.signal = environment.interruption.signal
        summary.seconds = Double(environment.clock.uptime - began) / 1e9
        try index.endRun(run, at: environment.clock.now, isComplete: summary.signal == nil, counts: summary.counts)
        return summary
    }

    private func scan(
        _ target: ScanTarget, into summary: inout ScanSummary, recorder: FindingRecorder, _ notes: ScanNotes
    ) async throws {
        let rootScan = RootScan(
            index: index, rules: rules, options: options, environment: environment, progress: progress,
            target: target, record: recorder.record, started: environment.clock.now,
            note: notes.note)
        guard let outcome = try await rootScan.run() else {
            summary.failedRoots += 1
            return
        }
        if environment.interruption.signal == nil {
            recorder.problems.covered.append(target.root.path.appending(bytes: target.start))
        }
        summary.new += outcome.new
        summary.returned += outcome.returned
        summary.changed += outcome.changed
        summary.moved += outcome.moved
        summary.gone += outcome.gone
        summary.trashes += outcome.trashes.map { target.root.path.appending(bytes: $0) }
        summary.markers += outcome.markers.map { target.root.path.appending(bytes: $0.directory) }
    }

    /// Somebody who changed the fences while photos were read judged what was there by then, and the scan the rest by
    /// the rules it began with: now all is judged by the new ones. So it is where positions are inferred, and what they
    /// are inferred from has changed.
    ///
    /// - Returns: the rules by which all is judged.
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

/// Counts the problems on their way to whoever shows them. What a person has accepted goes no further.
final class FindingRecorder {
    private(set) var count = 0
    /// How many of them a person has accepted.
    private(set) var accepted = 0
    /// Whether one of them left something of the scan undone.
    private(set) var leavesWorkUndone = false
    /// All of them, and where was looked, for the index.
    var problems = FoundProblems()
    private let book: ProblemBook
    private let report: (Finding) -> Void

    init(book: ProblemBook, report: @escaping (Finding) -> Void) {
        self.book = book
        self.report = report
    }

    /// Notes one problem.
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
