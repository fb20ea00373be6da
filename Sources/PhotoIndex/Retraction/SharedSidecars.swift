import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// The sidecars of other photos that rest on copies of sidecars that are to be taken back: many photos have the
    /// same edit, and a destination needs it once.
    ///
    /// - Parameter actions: actions that take copies back together.
    /// - Returns: for each action, in order, a sidecar that rests on the copy of each member; nil where there is none.
    package func sidecars(restingOn actions: [Action]) throws(IndexError) -> [[FilePath?]] {
        let groups = Set(actions.map(\.group))
        let taken = Set(actions.flatMap(\.members).compactMap(\.target?.path))
        return try read { db in
            try actions.map { action in
                try action.members.map { member in
                    guard member.role == .sidecar, let destination = action.destination?.id,
                        let sha256 = member.sha256
                    else { return nil }
                    return try SharedSidecars(db).sidecar(of: sha256, at: destination, besides: groups, without: taken)
                }
            }
        }
    }
}

/// Finds sidecars with equal bytes, within a transaction.
struct SharedSidecars {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Whether a copy is of a sidecar, and that of another group rests on it.
    func need(_ copy: SentPhoto.Copy, besides group: Int64) throws -> Bool {
        let receipt = copy.receipt.receipt
        return try copy.role == .sidecar
            && sidecar(
                of: receipt.sha256, at: copy.receipt.destination.id, besides: [group], without: [receipt.target.path])
                != nil
    }

    /// A sidecar of a photo that has a copy at a destination, while the sidecar itself would have none left there.
    ///
    /// - Parameters:
    ///   - sha256: the bytes of the sidecar.
    ///   - groups: the groups whose sidecars do not count.
    ///   - taken: the targets of the copies that would be left no more.
    /// - Returns: where it is; nil if there is none.
    func sidecar(
        of sha256: [UInt8], at destination: Int64, besides groups: Set<Int64>, without taken: Set<FilePath>
    ) throws -> FilePath? {
        let copies = try Blob.fetchAll(
            db.statement(
                """
                SELECT r.target FROM content c CROSS JOIN receipt r ON r.content = c.id
                WHERE c.sha256 = \(sha256) AND r.destination = \(destination) AND r.failedAt IS NULL
                """))
        if copies.isEmpty || !copies.allSatisfy({ taken.contains($0.path) }) { return nil }
        let sidecars = try Row.fetchAll(
            db.statement(
                """
                SELECT f.assetGroup, \(sql: FileFinder.path(of: "f", in: "r")) AS path
                FROM content c CROSS JOIN file f ON f.content = c.id CROSS JOIN root r ON r.id = f.root
                WHERE c.sha256 = \(sha256) AND f.state = 'sidecar' AND f.goneAt IS NULL AND f.assetGroup NOTNULL
                  AND EXISTS (
                    SELECT 1 FROM file p CROSS JOIN receipt o ON o.content = p.content
                    WHERE p.assetGroup = f.assetGroup AND p.state = 'photo' AND p.goneAt IS NULL
                      AND o.destination = \(destination) AND o.failedAt IS NULL)
                ORDER BY 2
                """))
        return try sidecars.first { try !groups.contains($0.value("assetGroup")) }?.path("path")
    }
}
