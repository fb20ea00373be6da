import PhotoIndex
import PhotoModel

/// The last run that removed photos which are not back.
package struct LastRemoval: Hashable, Sendable {
    /// Its number.
    package let run: Int64
    /// When the last of it was removed, nanoseconds since 1970-01-01T00:00:00Z; nil where nobody knows.
    package let removed: Int64?
    /// Groups that are not back.
    package let groups: Int
    /// The bytes of their files.
    package let bytes: Int64
}

extension Library {
    /// The last run that removed anything which is not back; nil where there is none.
    ///
    /// - Throws: `PipelineError` where the index fails.
    package func lastRemoval() throws(PipelineError) -> LastRemoval? {
        try translatingIndexErrors {
            guard let run = try index.latestRemovingRun() else { return nil }
            let groups = try index.removedGroups(ofRun: run).filter { !$0.isUndone }
            var removed: Int64?
            try index.runs(limit: nil) { record in
                if record.id == run { removed = record.ended ?? record.started }
                return record.id > run
            }
            return LastRemoval(
                run: run, removed: removed, groups: groups.count,
                bytes: groups.reduce(0) { $0 + $1.action.bytes })
        }
    }
}
