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
    ///   - other: the other index.
    ///   - index: this index, which has to be there.
    ///   - rules: returns the current rules; called again if somebody changes them meanwhile.
    ///   - isDryRun: whether it all happens in a copy in memory.
    ///   - wait: how long to wait for another run that holds the lock.
    ///   - environment: the world.
    ///   - progress: where the number of photos that are hashed is shown.
    package init(
        of other: FilePath, into index: FilePath, rules: @escaping () throws -> JudgingRules, isDryRun: Bool,
        wait: Duration, environment: Environment, progress: any ProgressReporter
    ) {
        (self.other, self.index, self.rules, self.isDryRun) = (other, index, rules, isDryRun)
        (self.wait, self.environment, self.progress) = (wait, environment, progress)
    }

    /// Merges, in one transaction.
    ///
    /// - Parameter ask: called with what would be merged, unless this is a dry run. If it throws, nothing is written.
    /// - Returns: the effects.
    /// - Throws: `PipelineError`: `noIndex`, `unusableIndex` and `unsettled` of either index, `locked`, and where the
    ///   index fails. What `ask` and the rules throw.
    package func run(asking ask: (MergedIndex) async throws -> Void) async throws -> MergedIndex {
        let owner = environment.owner
        let known = try translatingIndexErrors { try PhotoIndex.open(forReadingAt: index, owner: owner) }
        if known.owns(other) { throw PipelineError(.unknown, "This is the index itself", path: other) }
        let there = try openOther()
        if isDryRun {
            let copy = try writeIndex(at: index, owner: owner, isDryRun: true)
            return try merge(there, hashed: try hash(there, copy), into: copy, isPreview: false)
        }
        let lock = try await takeLock(beside: index, waiting: wait, in: environment)
        defer { withExtendedLifetime(lock) {} }
        let open = try writeIndex(at: index, owner: owner, isDryRun: false)
        let hashed = try hash(there, open)
        try await ask(try merge(there, hashed: hashed, into: open, isPreview: true))
        return try merge(there, hashed: hashed, into: open, isPreview: false)
    }

    private func openOther() throws(PipelineError) -> OtherIndex {
        do throws(IndexError) {
            return try OtherIndex(at: other, owner: environment.owner)
        } catch {
            var failure = PipelineError(error)
            switch error {
            case .inUse, .unsettled, .twoNames: break
            // Whatever would help is to be done on the other machine.
            default: failure.remedy = nil
            }
            throw failure
        }
    }

    /// Hashes the photos here on which the other index may decide. One that cannot be read is left to the next scan.
    private func hash(_ there: OtherIndex, _ index: PhotoIndex) throws -> [Int64: HashedFile] {
        let copies = try translatingIndexErrors { try index.possibleCopies(ofContentsIn: there) }
        let library = try translatingIndexErrors { try index.libraryFiles() }
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
        return hashed
    }

    private func merge(
        _ there: OtherIndex, hashed: [Int64: HashedFile], into index: PhotoIndex, isPreview: Bool
    ) throws -> MergedIndex {
        try index.changing(by: rules) { rules in
            try translatingIndexErrors {
                try index.merge(
                    there, hashed: hashed, at: environment.clock.now, basis: rules.basis, isPreview: isPreview
                ) { rules.triage.judge(members: $0) }
            }
        }
    }
}
