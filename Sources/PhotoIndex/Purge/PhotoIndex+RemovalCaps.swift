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
            let removed = try Self.removedPhotos(since: since, from: roots.map(\.path), in: db)
            return try zip(roots, removed).compactMap { root, removed in
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

    /// The photos that were removed and are not back; no root lies in another.
    static let removedPhotos = """
        SELECT m.path FROM action a CROSS JOIN actionMember m ON m.action = a.id
        WHERE \(Removals.areThese) AND a.concludedAt >= ? AND m.role <> 'sidecar' AND NOT \(Removals.areUndone)
        """

    /// - Returns: how many lay in each root.
    private static func removedPhotos(
        since: Int64, from roots: [FilePath], in db: Database
    ) throws -> [Int] {
        var counts = [Int](repeating: 0, count: roots.count)
        let query = try PreparedQuery(db, removedPhotos)
        query.bind(since, at: 1)
        try query.forEachRow {
            let path = query.path(0)
            if let place = roots.firstIndex(where: path.isWithin) { counts[place] += 1 }
        }
        return counts
    }
}
