import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// The roots, in the order of their paths.
    package func roots() throws(IndexError) -> [Root] {
        try read(Self.roots)
    }

    /// Makes a directory a root. Known roots below it become part of it, with all that is known of their files; a
    /// directory within a known root gives that root back, and nothing is written.
    ///
    /// - Parameters:
    ///   - path: absolute, with its links resolved.
    ///   - fileSystem: the one that holds it.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the root that the directory is, or lies in.
    /// - Throws: what befalls a write.
    package func addRoot(
        _ path: FilePath, fileSystem: FileSystemIdentity, now: Int64
    ) throws(IndexError) -> Root {
        let known = try roots()
        if let around = known.first(where: { path.isWithin($0.path) }) { return around }
        return try write { db in
            let insert = try PreparedQuery(
                db, "INSERT INTO root (path, fileSystem, added) VALUES (?, ?, ?) RETURNING id")
            insert.bind(path.bytes, at: 1)
            insert.bind(try FileSystemNames.row(of: fileSystem, in: db), at: 2)
            insert.bind(now, at: 3)
            guard let id = try insert.first({ insert.integer(0) }) else { throw IndexError.failed(self.path, "no row") }
            try Tally.makeRows(root: id, in: db)
            try Places.make(root: id, at: path, in: db)
            let within = known.filter { $0.path.isWithin(path) }
            if !within.isEmpty { try PlacePeaks.noteAll(at: now, in: db) }
            for root in within { try Self.absorb(root, into: id, at: path, now: now, in: db) }
            return Root(id: id, path: path, fileSystem: fileSystem, added: now, lastScan: nil, followsLinks: false)
        }
    }

    /// Tells the index that a root and all in it is found under another path now. Nothing is read; the next scan finds
    /// what has changed.
    ///
    /// - Parameters:
    ///   - old: the root as it is known.
    ///   - new: where it is now; absolute, with its links resolved.
    ///   - fileSystem: the one that holds the new path. Files that were on the root's own are taken to be on it.
    /// - Throws: `notARoot`; `overlap` where the new path lies in another root or another root in it.
    package func rename(
        root old: FilePath, to new: FilePath, fileSystem: FileSystemIdentity
    ) throws(IndexError) {
        let known = try roots()
        guard let root = known.first(where: { $0.path == old }) else { throw .notARoot(path, directory: old) }
        for other in known where other.id != root.id && (new.isWithin(other.path) || other.path.isWithin(new)) {
            throw .overlap(path, directory: new, root: other.path)
        }
        try write { db in
            let before = try FileSystemNames.row(of: root.fileSystem, in: db)
            let after = try FileSystemNames.row(of: fileSystem, in: db)
            let update = try PreparedQuery(db, "UPDATE root SET path = ?, fileSystem = ? WHERE id = ?")
            update.bind(new.bytes, at: 1)
            update.bind(after, at: 2)
            update.bind(root.id, at: 3)
            try update.run()
            try Places.rename(root: root.id, to: new, in: db)
            try PathWords.move(from: old, to: new, in: db)
            if before == after { return }
            try db.execute(
                sql: "UPDATE file SET fileSystem = ? WHERE root = ? AND fileSystem = ?",
                arguments: [after, root.id, before])
        }
    }

    /// Forgets a root with its files, their groups and verdicts. Marks, holds, receipts and the journal stay: they hang
    /// on contents and runs. So does what caps on removals go by, for a month.
    ///
    /// - Parameters:
    ///   - directory: the root.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `notARoot`.
    package func forget(root directory: FilePath, at now: Int64) throws(IndexError) {
        guard let root = try roots().first(where: { $0.path == directory }) else {
            throw .notARoot(path, directory: directory)
        }
        try SecondaryIndexes.complete(self)
        try write { db in
            try PlacePeaks.noteAll(at: now, in: db)
            try Places.end(root: root.id, at: now, in: db)
            try db.execute(sql: "CREATE TEMP TABLE forgotten (assetGroup INTEGER PRIMARY KEY)")
            let groups = "SELECT DISTINCT assetGroup FROM file WHERE root = ? AND assetGroup IS NOT NULL"
            try db.execute(sql: "INSERT INTO forgotten \(groups)", arguments: [root.id])
            try db.execute(sql: "DELETE FROM file WHERE root = ?", arguments: [root.id])
            try db.execute(
                sql: """
                    DELETE FROM forgotten WHERE assetGroup IN (SELECT assetGroup FROM file);
                    DELETE FROM verdict WHERE assetGroup IN (SELECT assetGroup FROM forgotten);
                    DELETE FROM assetGroup WHERE id IN (SELECT assetGroup FROM forgotten);
                    DROP TABLE forgotten
                    """)
            for table in ["tally", "looseDirectory", "markerSighting"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE root = ?", arguments: [root.id])
            }
            try db.execute(sql: "DELETE FROM root WHERE id = ?", arguments: [root.id])
        }
    }

    /// Notes whether scans of a root follow symbolic links from now on.
    ///
    /// - Throws: what befalls a write.
    package func setFollowsLinks(_ follows: Bool, root: Int64) throws(IndexError) {
        try write { db in
            try db.execute(sql: "UPDATE root SET followsLinks = ? WHERE id = ?", arguments: [follows, root])
        }
    }

    /// What a root holds now; all zero for a root that is none.
    package func counts(inRoot root: Int64) throws(IndexError) -> RootCounts {
        try read { db in
            let tally = try Tally.load(root: root, in: db)
            return RootCounts(
                byVerdict: Dictionary(uniqueKeysWithValues: Verdict.allCases.map { ($0, tally[.verdict($0)].count) }),
                groups: tally[.group].count, unreadable: tally[.broken].count, unsupported: tally[.other].count,
                gone: tally[.gone].count)
        }
    }

    private static func roots(_ db: Database) throws -> [Root] {
        let query = try PreparedQuery(
            db,
            """
            SELECT r.id, r.path, s.name, s.keepsInodes, r.added, r.lastScan, r.followsLinks
            FROM root r JOIN fileSystem s ON s.id = r.fileSystem ORDER BY r.path
            """)
        var roots: [Root] = []
        try query.forEachRow {
            let fileSystem = FileSystemIdentity(name: query.text(2) ?? "", keepsInodes: query.bool(3))
            roots.append(
                Root(
                    id: query.integer(0), path: FilePath(bytes: query.bytes(1)), fileSystem: fileSystem,
                    added: query.integer(4), lastScan: query.optionalInteger(5), followsLinks: query.bool(6)))
        }
        return roots
    }

    /// Makes the files of a root those of the one around it. The new root has none yet, so no two paths meet.
    private static func absorb(
        _ root: Root, into id: Int64, at path: FilePath, now: Int64, in db: Database
    ) throws {
        try Places.end(root: root.id, at: now, in: db)
        let prefix = root.path.bytes(below: path) + [UInt8(ascii: "/")]
        let rebase = try PreparedQuery(
            db, "UPDATE file SET root = ?, path = CAST(? || path AS BLOB) WHERE root = ?")
        rebase.bind(id, at: 1)
        rebase.bind(prefix, at: 2)
        rebase.bind(root.id, at: 3)
        try rebase.run()
        let loose = try PreparedQuery(
            db,
            """
            UPDATE looseDirectory SET root = ?1,
              path = CASE WHEN length(path) = 0 THEN substr(?2, 1, length(?2) - 1) ELSE CAST(?2 || path AS BLOB) END
            WHERE root = ?3
            """)
        loose.bind(id, at: 1)
        loose.bind(prefix, at: 2)
        loose.bind(root.id, at: 3)
        try loose.run()
        try MarkerSightings.move(from: root.id, to: id, below: prefix, in: db)
        try Tally.move(from: root.id, to: id, in: db)
        try db.execute(sql: "DELETE FROM root WHERE id = ?", arguments: [root.id])
    }
}
