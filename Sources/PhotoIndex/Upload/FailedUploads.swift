import GRDB
import PhotoModel
package import SystemPackage

/// The last time that a group was to be sent to a destination, where it could not be.
package struct FailedUpload: Hashable, Sendable {
    /// The action, whose number is higher than those before.
    package let action: Int64
    /// Whether it was broken off: it may have been under way when the destination ended the run, or be what that hangs
    /// at.
    package let isBrokenOff: Bool
}

extension PhotoIndex {
    /// The groups that could not be sent to a destination when that was last tried here.
    ///
    /// - Parameter leaders: the paths of groups' leaders.
    /// - Returns: what became of those that failed or were broken off then, by the paths.
    package func failedUploads(
        of leaders: [FilePath], to destination: Int64
    ) throws(IndexError) -> [FilePath: FailedUpload] {
        try read { db in
            let last = try PreparedQuery(
                db,
                """
                SELECT a.id, a.state = 'done', a.why = 'interrupted' FROM actionMember m JOIN action a ON a.id = m.action
                WHERE m.path = ? AND m.place = 0 AND a.kind = 'upload' AND a.destination = ?
                  AND (a.state IN ('done', 'failed') OR a.why = 'interrupted') AND NOT \(MergedRuns.haveAction)
                ORDER BY a.id DESC LIMIT 1
                """)
            var failed: [FilePath: FailedUpload] = [:]
            last.bind(destination, at: 2)
            for leader in leaders {
                last.bind(leader.bytes, at: 1)
                let attempt = try last.first {
                    (action: last.integer(0), isDone: last.bool(1), isBrokenOff: last.bool(2))
                }
                guard let attempt, !attempt.isDone else { continue }
                failed[leader] = FailedUpload(action: attempt.action, isBrokenOff: attempt.isBrokenOff)
            }
            return failed
        }
    }
}
