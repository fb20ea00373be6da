import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

/// The scan of one root, or of a part of one.
struct RootScan {
    let index: PhotoIndex
    let rules: JudgingRules
    let options: ScanOptions
    let environment: Environment
    let progress: any ProgressReporter
    let target: ScanTarget
    let record: (Finding) -> Void
    /// When the scan began, in nanoseconds since 1970-01-01T00:00:00Z.
    let started: Int64
    /// Records in the index, every few seconds, how many files were seen.
    let note: (Int) -> Void

    /// The number of descriptors that directories may use while they wait, and those of each job that reads.
    private var descriptors: Int { environment.openFiles / 16 }

    /// Walks, reads and saves, and then determines what is gone and what has moved.
    ///
    /// - Returns: the result; nil where the root was not walked, because it is on another file system.
    func run() async throws -> ScanOutcome? {
        if target.root.fileSystem.name != target.fileSystem.name, !options.acceptsMissing {
            record(
                problem(
                    .rootChanged,
                    "is on another file system than before; is it mounted? The index keeps what it knows of it"))
            return nil
        }
        try noteLinks()
        var walkOptions = options.walk
        walkOptions.unopened = index.files()
        let estimate = Estimate(root: walkRoot, options: walkOptions, isWanted: progress.isVisible)
        defer { estimate.cancel() }
        var ahead = WalkAhead(
            Walk(root: walkRoot, options: walkOptions), descriptors: descriptors)
        defer { ahead.finish() }
        let known = try index.knownFiles(
            root: target.root.id, below: target.start, readerVersion: options.rereads ? .max : PhotoReader.version)
        var comparison = IndexComparison(root: walkRoot.id, known: known)
        let writer = try index.scanWriter(
            root: target.root.id, readerVersion: PhotoReader.version, basis: rules.basis)
        let wasFinished = try await read(&ahead, &comparison, estimate: estimate, into: writer)
        let walk = ahead.finish()
        var outcome = wasFinished ? try settle(walk, comparison.known, writer: writer) : ScanOutcome()
        outcome.trashes = walk.trashes
        if wasFinished { return outcome }
        (outcome.new, outcome.changed, outcome.same) = (writer.counts.new, writer.counts.changed, writer.counts.same)
        outcome.returned = writer.counts.returned
        outcome.markers = walk.markers
        try writer.note(walk.markers)
        return outcome
    }

    /// Records whether files may be behind links. A scan of a part of the root says nothing of the rest.
    private func noteLinks() throws(IndexError) {
        let follows = options.followsSymlinks || (target.root.followsLinks && !target.start.isEmpty)
        if follows != target.root.followsLinks { try index.setFollowsLinks(follows, root: target.root.id) }
    }

    /// Reads everything that the walk finds, several jobs at a time.
    ///
    /// - Returns: whether the walk was completed; false where the user stopped it.
    private func read(
        _ walk: inout WalkAhead, _ comparison: inout IndexComparison, estimate: Estimate, into writer: ScanWriter
    ) async throws -> Bool {
        let parked = try UnknownParked(index: index, environment: environment)
        let bindings = try index.takeoutBindings()
        return try await withThrowingTaskGroup(of: [ReadingJob.Entry].self) { group in
            var done = 0
            var jobs = 0
            var next = ReadingJob()
            var wasFinished = true
            while let examined = walk.next() {
                let batch = comparison.compare(examined)
                guard environment.interruption.signal == nil else {
                    wasFinished = false
                    break
                }
                batch.findings.forEach(record)
                batch.parked.compactMap(parked.finding).forEach(record)
                done += batch.unchanged
                next.add(batch)
                if next.isFull(descriptors: descriptors) {
                    start(&next, bindings, in: &group)
                    jobs += 1
                }
                if jobs > environment.readers, let entries = try await group.next() {
                    jobs -= 1
                    done += entries.count
                    try save(entries, writer)
                }
                progress.update(done: done, total: estimate.total)
                note(done)
            }
            start(&next, bindings, in: &group)
            while let entries = try await group.next() {
                done += entries.count
                try save(entries, writer)
                progress.update(done: done, total: estimate.total)
            }
            return wasFinished
        }
    }

    /// Starts reading a job, and replaces it with an empty one.
    private func start(
        _ job: inout ReadingJob, _ bindings: TakeoutBindings,
        in group: inout ThrowingTaskGroup<[ReadingJob.Entry], any Error>
    ) {
        guard !job.isEmpty else { return }
        let clock = environment.clock
        group.addTask { [job, started] in job.read(clock: clock, since: started, bindings) }
        job = ReadingJob()
    }

    private func save(_ entries: [ReadingJob.Entry], _ writer: ScanWriter) throws {
        var files: [ScannedFile] = []
        files.reserveCapacity(entries.count)
        for entry in entries {
            switch entry {
            case .file(let file) where file.isOfNoUse: continue
            case .file(let file): files.append(file)
            case .finding(let finding): record(finding)
            }
        }
        try save(files, writer)
    }

    /// Saves what was read. Files with the size of a content that a person marked or holds, or that only a destination
    /// has, are hashed first. Files that a signal keeps from being hashed are new to the next scan.
    private func save(_ files: [ScannedFile], _ writer: ScanWriter) throws {
        let unhashed = try writer.save(files) { rules.triage.judge(members: $0) }
        if unhashed.isEmpty { return }
        var hasher = FileHasher()
        var hashed: [ScannedFile] = []
        for file in unhashed where environment.interruption.signal == nil {
            let path = target.root.path.appending(bytes: file.path)
            do throws(ReadFailure) {
                hashed.append(try hasher.hash(file, at: path, followingLinks: options.followsSymlinks))
            } catch {
                record(Finding(path: path, kind: error.kind == .missing ? .vanished : error.kind, detail: error.detail))
            }
        }
        try writer.save(hashed) { rules.triage.judge(members: $0) }
    }

    private func settle(_ walk: Walk, _ known: KnownFiles, writer: ScanWriter) throws -> ScanOutcome {
        let walked = walk.coverage
        let unseen = known.unseen
        var coverage = ScanCoverage(
            unseen: unseen, isWholeRoot: target.start.isEmpty, rootFileSystem: target.fileSystem,
            now: environment.clock.now
        ) { walked.fileSystem(of: $0) }
        coverage.markers = walk.markers
        coverage.acceptsMissing = options.acceptsMissing
        let leftOut = SkippedByRules(root: walkRoot, options: options.walk)
        coverage.isLeftOut = { leftOut.contains($0) }
        let outcome = try writer.finish(coverage) { rules.triage.judge(members: $0) }
        for finding in try index.brokenFiles(root: target.root, below: target.start) { record(finding) }
        for finding in try index.orphanSidecars(root: target.root, below: target.start) { record(finding) }
        if outcome.keptBack > 0 {
            let isEmpty = unseen.count == known.count && outcome.new == 0
            record(isEmpty ? emptyRoot : lostFiles(outcome.keptBack, of: known.count))
        }
        if outcome.keptElsewhere > 0 { record(unmounted(outcome.keptElsewhere)) }
        return outcome
    }

    private func unmounted(_ lost: Int) -> Finding {
        problem(
            .rootChanged,
            "lacks \(lost) files of a file system that is not mounted in it now; the index keeps what it knows of them",
            remedy: .acceptMissing(.files))
    }

    private var emptyRoot: Finding {
        problem(
            .rootMissing, "is empty; is it mounted? The index keeps what it knows of it",
            remedy: .acceptMissing(.files))
    }

    private func lostFiles(_ lost: Int, of known: Int) -> Finding {
        problem(
            .rootChanged, "lost \(lost) of \(known) files; the index keeps what it knows of them",
            remedy: .acceptMissing(.files))
    }

    private var walkRoot: WalkRoot {
        WalkRoot(id: target.root.id, path: target.root.path, start: target.start)
    }

    private func problem(_ kind: Finding.Kind, _ detail: String, remedy: Remedy? = nil) -> Finding {
        Finding(path: target.root.path, kind: kind, detail: detail, remedy: remedy)
    }
}

/// Distinguishes parked files of the journal, which the next act settles, from those to which no command would return,
/// since their index was lost or their directory was moved.
struct UnknownParked {
    private let service: any TrashService
    private let known: Set<FilePath>

    init(index: PhotoIndex, environment: Environment) throws(IndexError) {
        service = environment.trashService(.permanent)
        known = service.places(of: try index.underWay(nil))
    }

    /// The problem with a parked file; nil if there is none.
    func finding(_ path: FilePath) -> Finding? {
        guard service.beside?.ticket(ofParked: path) != nil, !known.contains(path) else { return nil }
        return Finding(path: path, kind: .parked, detail: words(on: path))
    }

    private func words(on path: FilePath) -> String {
        if let own = ParkedFileName(path)?.own {
            return
                "is \(terminalSafe(own.bytes)), which a killed run parked and no journal knows any more"
        }
        return
            "is a photo that a killed run parked, or part of one that was being restored, and no journal knows it any "
            + "more"
    }
}

extension TrashService {
    /// The paths at which this service has parked the files of actions, or may have.
    func places(of actions: [Action]) -> Set<FilePath> {
        Set(actions.flatMap(\.members).compactMap { member in member.ticket.flatMap { try? place(of: $0) } })
    }
}
