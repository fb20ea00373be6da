import GRDB
package import PhotoModel
import SystemPackage

extension PhotoIndex {
    /// How much of each root has been removed lately, by all runs together, in the order of the roots' paths.
    ///
    /// A removal counts for the root in which its file lay, from when it was concluded until it is undone; one that is
    /// dated in the future counts too, since then the clock was set back. What lay in no root of today counts nowhere.
    ///
    /// - Parameter since: the moment from which removals count, nanoseconds since 1970-01-01T00:00:00Z;
    ///   ``RemovalCap/span`` ago.
    /// - Returns: one for each root that has files or removals.
    /// - Throws: what befalls a read.
    package func removalCaps(since: Int64) throws(IndexError) -> [RemovalCap] {
        let roots = try roots()
        return try read { db in
            let removals = try Self.removals(since: since, in: db)
            return try roots.compactMap { root in
                let removed = removals[root.id] ?? 0
                let tally = try Tally.load(root: root.id, in: db)
                if tally.files == 0, removed == 0 { return nil }
                let until = since.addingReportingOverflow(RemovalCap.span)
                let peak = try RootPeaks.largest(
                    root: root.id, from: since, to: until.overflow ? .max : until.partialValue, in: db)
                return RemovalCap(
                    root: root.id, path: root.path, largest: max(peak ?? 0, tally.photos), removed: removed)
            }
        }
    }

    /// The photos that were removed and are not back.
    static let removedPhotos = """
        SELECT m.path FROM action a CROSS JOIN actionMember m ON m.action = a.id
        WHERE \(Removals.areThese) AND a.concludedAt >= ? AND m.role <> 'sidecar' AND NOT \(Removals.areUndone)
        """

    /// - Returns: how many photos were removed, by the root that they lay in.
    private static func removals(since: Int64, in db: Database) throws -> [Int64: Int] {
        let roots = try RootPaths(db)
        var counts: [Int64: Int] = [:]
        let query = try PreparedQuery(db, removedPhotos)
        query.bind(since, at: 1)
        try query.forEachRow { if let root = roots.find(query.bytes(0))?.root { counts[root, default: 0] += 1 } }
        return counts
    }
}
