import PhotoIndex
import PhotoModel

/// The last run that removed photos that are not back.
package struct LastRemoval: Hashable, Sendable {
    /// Its number.
    package let run: Int64
    /// When its last photo was removed, in nanoseconds since 1970-01-01T00:00:00Z; nil if unknown.
    package let removed: Int64?
    /// The number of photos that are not back.
    package let photos: Int
    /// The size of their files, in bytes.
    package let bytes: Int64
}

extension Library {
    /// The last run that removed anything that is not back; nil if there is none.
    package func lastRemoval() throws -> LastRemoval? {
        guard let run = try index.latestRemovingRun() else { return nil }
        let groups = try index.removedGroups(ofRun: run).filter { !$0.isUndone }
        var removed: Int64?
        try index.runs(limit: nil) { record in
            if record.id == run { removed = record.ended ?? record.started }
            return record.id > run
        }
        return LastRemoval(
            run: run, removed: removed, photos: groups.reduce(0) { $0 + $1.action.photos },
            bytes: groups.reduce(0) { $0 + $1.action.bytes })
    }
}
