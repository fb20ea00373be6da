import PhotoIndex
import PhotoModel

extension PhotoIndex {
    /// Whether a run was killed that had removals under way, and nobody has settled them: what it removed is not known
    /// before somebody does.
    private func hasUnsettledRemovals(ofRun run: Int64) throws(PipelineError) -> Bool {
        var isAny = false
        try fromIndex {
            try actions(ofRun: run) { action in
                isAny = action.kind == .purge && action.state == .running
                return !isAny
            }
        }
        return isAny
    }

    /// Makes sure that a run removed something, or may have: whoever settles what it had under way will know.
    ///
    /// - Parameters: as for ``removedGroups(knownToBeOf:settler:)``.
    /// - Throws: `PipelineError`: `unknown`.
    func checkRemovals(ofRun run: Int64, settler: String) throws(PipelineError) {
        if try !hasUnsettledRemovals(ofRun: run) { _ = try removedGroups(knownToBeOf: run, settler: settler) }
    }

    /// What a run removed.
    ///
    /// - Parameters:
    ///   - run: the run.
    ///   - settler: the command that is typed for it, which settles first what the run had under way where it was killed.
    /// - Returns: the groups, one at least.
    /// - Throws: `PipelineError`: `unknown` where there is no such run, or it removed nothing.
    func removedGroups(knownToBeOf run: Int64, settler: String) throws(PipelineError) -> [RemovedGroup] {
        let groups = try fromIndex { try removedGroups(ofRun: run) }
        if !groups.isEmpty { return groups }
        var command: String?
        try fromIndex {
            try runs(limit: nil) { record in
                if record.id == run { command = record.command }
                return record.id > run
            }
        }
        if let command, try hasUnsettledRemovals(ofRun: run) {
            throw PipelineError(
                .unknown, "Run \(run), \(command), was killed, and what it had under way is not settled",
                next: "workphotos \(settler) \(run)")
        }
        let why = command.map { "Run \(run), \($0), has removed nothing" } ?? "There is no run \(run)"
        throw PipelineError(.unknown, why, next: "workphotos runs")
    }
}
