import GRDB
package import PhotoModel
package import SystemPackage

/// A directory whose photos are in the index. No root is inside another.
package struct Root: Hashable, Sendable {
    /// Its row.
    package let id: Int64
    /// The path; absolute, without a trailing slash unless it is the top directory.
    package let path: FilePath
    /// The file system it was on when it was added, or when another was last accepted.
    package let fileSystem: FileSystemIdentity
    /// When it was added, nanoseconds since 1970-01-01T00:00:00Z.
    package let added: Int64
    /// When a complete scan of it last ended; nil if there was none.
    package let lastScan: Int64?
    /// Whether its scans follow symbolic links, so that files may be behind one.
    package let followsLinks: Bool
}

/// A row of the table `root`, with the file system that it names.
private struct RootRecord: Decodable, FetchableRecord {
    let id: Int64
    let path: Blob
    let fileSystem: String
    let keepsInodes: Bool
    let added: Int64
    let lastScan: Int64?
    let followsLinks: Bool

    var root: Root {
        Root(
            id: id, path: path.path, fileSystem: FileSystemIdentity(name: fileSystem, keepsInodes: keepsInodes),
            added: added, lastScan: lastScan, followsLinks: followsLinks)
    }
}

/// The current contents of a root, without photos that are gone.
package struct RootCounts: Hashable, Sendable {
    /// Photos by verdict, including verdicts with zero photos.
    package var byVerdict: [Verdict: Int]
    package var groups: Int
    /// Files with a photo's name whose content is damaged or not a photo.
    package var unreadable: Int
    /// Files of unsupported formats.
    package var unsupported: Int
    /// Photos that are gone from the disk.
    package var gone: Int

    /// Stills and videos.
    package var photos: Int { byVerdict.values.reduce(0, +) }
}

/// Finds the root of a path by comparing bytes: for many paths in a row.
struct RootPaths {
    private static let slash = UInt8(ascii: "/")
    private let roots: [(id: Int64, path: [UInt8])]

    init(_ db: Database) throws {
        let query = try db.query("SELECT id, path FROM root")
        var roots: [(id: Int64, path: [UInt8])] = []
        try query.forEachRow { roots.append((query.integer(0), query.bytes(1))) }
        self.roots = roots
    }

    /// The path of each root, by its row.
    static func byRow(_ db: Database) throws -> [Int64: [UInt8]] {
        try Dictionary(uniqueKeysWithValues: RootPaths(db).roots.map { ($0.id, $0.path) })
    }

    /// The prefix of the paths of each root's files, by its row.
    static func prefixes(_ db: Database) throws -> [Int64: [UInt8]] {
        try byRow(db).mapValues(\.withSlash)
    }

    /// The root of an absolute path, and the path below it; nil for a path in no root and for a root itself. No root is
    /// inside another, so there is at most one.
    func find(_ path: [UInt8]) -> (root: Int64, below: [UInt8])? {
        for root in roots where path.starts(with: root.path) {
            let rest = path[root.path.count...]
            guard root.path.last == Self.slash || rest.first == Self.slash else { continue }
            let below = rest.drop { $0 == Self.slash }
            if !below.isEmpty { return (root.id, Array(below)) }
        }
        return nil
    }
}

extension PhotoIndex {
    /// The roots, in the order of their paths.
    package func roots() throws(IndexError) -> [Root] {
        try read(Self.roots)
    }

    /// Makes a directory a root. Known roots below it become part of it, with all that is known of their files. For a
    /// directory inside a known root, returns that root and writes nothing.
    ///
    /// - Parameters:
    ///   - path: absolute, with its links resolved.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the root that the directory is, or is in.
    package func addRoot(
        _ path: FilePath, fileSystem: FileSystemIdentity, now: Int64
    ) throws(IndexError) -> Root {
        let known = try roots()
        if let around = known.first(where: { path.isWithin($0.path) }) { return around }
        return try write { db in
            try db.execute(
                sql: "INSERT INTO root (path, fileSystem, added) VALUES (?, ?, ?)",
                arguments: [Blob(path), try FileSystemNames.row(of: fileSystem, in: db), now])
            let id = db.lastInsertedRowID
            try FileTally.makeRows(root: id, in: db)
            let within = known.filter { $0.path.isWithin(path) }
            if !within.isEmpty { try DailyPeaks.noteAll(at: now, in: db) }
            for root in within { try Self.absorb(root, into: id, at: path, in: db) }
            return Root(id: id, path: path, fileSystem: fileSystem, added: now, lastScan: nil, followsLinks: false)
        }
    }

    /// Records that a root and everything in it has a new path. Nothing is read; the next scan finds what has changed.
    ///
    /// - Parameters:
    ///   - new: the new path; absolute, with its links resolved.
    ///   - fileSystem: the file system of the new path. Files on the root's own file system are taken to be on it.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z. Until then removals from the old path count for the root.
    /// - Returns: how many marks as work at new paths have given way to personal ones that came there.
    /// - Throws: `notARoot`; `overlap` where the new path is in another root or another root in it.
    @discardableResult
    package func rename(
        root old: FilePath, to new: FilePath, fileSystem: FileSystemIdentity, at now: Int64
    ) throws(IndexError) -> Int {
        let known = try roots()
        guard let root = known.first(where: { $0.path == old }) else { throw .notARoot(path, directory: old) }
        for other in known where other.id != root.id && (new.isWithin(other.path) || other.path.isWithin(new)) {
            throw .overlap(path, directory: new, root: other.path)
        }
        return try write { db in
            let before = try FileSystemNames.row(of: root.fileSystem, in: db)
            let after = try FileSystemNames.row(of: fileSystem, in: db)
            try db.execute(
                sql: "UPDATE root SET path = ?, fileSystem = ? WHERE id = ?", arguments: [Blob(new), after, root.id])
            try db.execute(
                sql: """
                    INSERT INTO formerPath (root, path, until) VALUES (?, ?, ?)
                    ON CONFLICT (root, path) DO UPDATE SET until = excluded.until
                    """, arguments: [root.id, Blob(old), try RemovalClock.atLeast(now, in: db)])
            let weaker = try DecisionsMoving(from: old, to: new, in: db).run()
            if before == after { return weaker }
            try db.execute(
                sql: "UPDATE file SET fileSystem = ? WHERE root = ? AND fileSystem = ?",
                arguments: [after, root.id, before])
            return weaker
        }
    }

    /// Forgets a root with its files, their groups and verdicts. Marks, holds, receipts and the journal stay, since
    /// they belong to contents and runs. It also stays known which files had contents that were sent or decided on:
    /// they are known again wherever a scan finds them. So do the counts by which removals from the whole index are
    /// limited.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `notARoot`.
    package func forget(root directory: FilePath, at now: Int64) throws(IndexError) {
        guard let root = try roots().first(where: { $0.path == directory }) else {
            throw .notARoot(path, directory: directory)
        }
        try SecondaryIndexes.complete(self)
        try write { db in
            try DailyPeaks.noteAll(at: now, in: db)
            try FormerFiles.note(root: root.id, in: db)
            try db.execute(sql: "CREATE TEMP TABLE forgotten (assetGroup INTEGER PRIMARY KEY)")
            let groups = "SELECT DISTINCT assetGroup FROM file WHERE root = ? AND assetGroup IS NOT NULL"
            try db.execute(sql: "INSERT INTO forgotten \(groups)", arguments: [root.id])
            try db.execute(sql: "DELETE FROM file WHERE root = ?", arguments: [root.id])
            try InferredRows.noteNewFacts(in: db)
            try db.execute(
                sql: """
                    DELETE FROM forgotten WHERE assetGroup IN (SELECT assetGroup FROM file);
                    DELETE FROM verdict WHERE assetGroup IN (SELECT assetGroup FROM forgotten);
                    DELETE FROM assetGroup WHERE id IN (SELECT assetGroup FROM forgotten);
                    DROP TABLE forgotten
                    """)
            for table in ["tally", "looseDirectory", "markerSighting", "problem", "rootPeak", "formerPath"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE root = ?", arguments: [root.id])
            }
            try db.execute(sql: "DELETE FROM root WHERE id = ?", arguments: [root.id])
        }
    }

    /// Records whether scans of a root follow symbolic links.
    package func setFollowsLinks(_ follows: Bool, root: Int64) throws(IndexError) {
        try write { db in
            try db.execute(sql: "UPDATE root SET followsLinks = ? WHERE id = ?", arguments: [follows, root])
        }
    }

    /// The current contents of a root; all zero for an unknown root.
    package func counts(inRoot root: Int64) throws(IndexError) -> RootCounts {
        try read { db in
            let tally = try FileTally.load(root: root, in: db)
            return RootCounts(
                byVerdict: Dictionary(uniqueKeysWithValues: Verdict.allCases.map { ($0, tally[.verdict($0)].count) }),
                groups: tally[.group].count, unreadable: tally[.broken].count, unsupported: tally[.other].count,
                gone: tally[.gone].count)
        }
    }

    private static func roots(_ db: Database) throws -> [Root] {
        try RootRecord.fetchAll(
            db,
            sql: """
                SELECT r.id, r.path, s.name AS fileSystem, s.keepsInodes, r.added, r.lastScan, r.followsLinks
                FROM root r JOIN fileSystem s ON s.id = r.fileSystem ORDER BY r.path
                """
        ).map(\.root)
    }

    /// Moves the files of a root to the one around it, which has none yet, so that no two paths collide.
    private static func absorb(
        _ root: Root, into id: Int64, at path: FilePath, in db: Database
    ) throws {
        let prefix = root.path.bytes(below: path) + [UInt8(ascii: "/")]
        try db.execute(
            sql: "UPDATE file SET root = ?, path = CAST(? || path AS BLOB) WHERE root = ?",
            arguments: [id, Blob(prefix), root.id])
        for table in ["looseDirectory", "problem"] {
            try db.execute(
                sql: """
                    UPDATE \(table) SET root = ?1, path = CASE WHEN length(path) = 0
                      THEN substr(?2, 1, length(?2) - 1) ELSE CAST(?2 || path AS BLOB) END
                    WHERE root = ?3
                    """,
                arguments: [id, Blob(prefix), root.id])
        }
        try MarkerSightings.move(from: root.id, to: id, below: prefix, in: db)
        try FileTally.move(from: root.id, to: id, in: db)
        try db.execute(sql: "UPDATE OR REPLACE formerPath SET root = ? WHERE root = ?", arguments: [id, root.id])
        try db.execute(sql: "DELETE FROM rootPeak WHERE root = ?", arguments: [root.id])
        try db.execute(sql: "DELETE FROM root WHERE id = ?", arguments: [root.id])
    }
}
