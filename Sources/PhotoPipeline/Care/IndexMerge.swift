import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Merges another machine's index into this one.
package struct IndexMerge {
    private let index: FilePath
    private let other: FilePath
    private let rules: () throws -> JudgingRules
    private let isDryRun: Bool
    private let wait: Duration
    private let environment: Environment
    private let progress: any ProgressReporter

    /// - Parameters:
    ///   - index: this index, which has to be there.
    ///   - rules: returns the current rules; called again if somebody changes them meanwhile.
    ///   - isDryRun: whether it all happens in a copy in memory.
    ///   - wait: how long to wait for another run that holds the lock.
    ///   - progress: where the number of photos that are hashed is shown.
    package init(
        of other: FilePath, into index: FilePath, rules: @escaping () throws -> JudgingRules, isDryRun: Bool,
        wait: Duration, environment: Environment, progress: any ProgressReporter
    ) {
        (self.other, self.index, self.rules, self.isDryRun) = (other, index, rules, isDryRun)
        (self.wait, self.environment, self.progress) = (wait, environment, progress)
    }

    /// Merges, in one transaction. What it would do is found out in a copy in memory: `mark` need not wait for that.
    ///
    /// - Parameter ask: called with what would be merged, unless this is a dry run. If it throws, nothing is written.
    /// - Throws: `IndexError`; `PipelineError`: `unusableIndex` and `unsettled` of the other index, `locked`; what
    ///   `ask` and the rules throw.
    package func run(asking ask: (MergedIndex) async throws -> Void) async throws -> MergedIndex {
        let owner = environment.owner
        let known = try PhotoIndex.open(forReadingAt: index, owner: owner)
        if known.owns(other) { throw PipelineError(.unknown, "This is the index itself", path: other) }
        let there = try openOther()
        let lock = isDryRun ? nil : try await takeLock(beside: index, waiting: wait, in: environment)
        defer { withExtendedLifetime(lock) {} }
        let (hashed, unread, preview) = try look(at: there)
        if isDryRun { return preview }
        try await ask(preview)
        let open = try writeIndex(at: index, owner: owner, isDryRun: false)
        return try merge(there, hashed: hashed, unread: unread, into: open)
    }

    private func openOther() throws(PipelineError) -> OtherIndex {
        do throws(IndexError) {
            return try OtherIndex(at: other, owner: environment.owner)
        } catch {
            var failure = PipelineError(error)
            let another = "on the other machine, workphotos index backup FILE writes one that can be merged"
            switch error {
            case .inUse, .unsettled, .twoNames, .newer, .inaccessible: break
            // It is not this index that is missing, and may be lost.
            case .missing(let path):
                let directory = path.removingLastComponent()
                failure = PipelineError(
                    .unusableIndex, "there is no such file; \(another)", path: path,
                    remedy: .command("ls -la \(shellQuoted(directory.bytes))"))
            default:
                failure.message += "; \(another)"
                failure.remedy = nil
            }
            throw failure
        }
    }

    /// What a merge needs to know of the photos here, and what it would do.
    private func look(
        at there: OtherIndex
    ) throws -> (hashed: [Int64: HashedFile], unread: Set<Int64>, preview: MergedIndex) {
        let copy = try writeIndex(at: index, owner: environment.owner, isDryRun: true)
        let (hashed, unread) = try hash(there, copy)
        return (hashed, unread, try merge(there, hashed: hashed, unread: unread, into: copy))
    }

    /// Hashes the photos here on which the other index may decide.
    ///
    /// - Returns: the photos by row, and the rows of those that cannot be read, which are left to the next scan.
    private func hash(
        _ there: OtherIndex, _ index: PhotoIndex
    ) throws -> (hashed: [Int64: HashedFile], unread: Set<Int64>) {
        let copies = try index.possibleCopies(ofContentsIn: there)
        let library = try index.libraryFiles()
        var hasher = FileHasher()
        var hashed: [Int64: HashedFile] = [:]
        progress.begin("Reading", counting: .things)
        defer { progress.end() }
        for (number, copy) in copies.enumerated() {
            if environment.interruption.signal != nil {
                throw PipelineError(.interrupted, "Stopped; nothing was added")
            }
            progress.update(done: number, total: copies.count)
            hashed[copy.row] = try? hasher.hash(copy.path, in: library)
        }
        return (hashed, Set(copies.map(\.row)).subtracting(hashed.keys))
    }

    private func merge(
        _ there: OtherIndex, hashed: [Int64: HashedFile], unread: Set<Int64>, into index: PhotoIndex
    ) throws -> MergedIndex {
        try index.changing(by: rules) { rules in
            let result = try index.merge(
                there, hashed: hashed, unread: unread, at: environment.clock.now, basis: rules.basis
            ) { rules.triage.judge(members: $0) }
            guard var merged = result else { return nil }
            var fences = NeverFencesOnDisk(rules, clock: environment.clock)
            for path in merged.work where fences.keep(path) {
                merged.reverses.neverFences += 1
                merged.becameWork += 1
            }
            return merged
        }
    }
}
