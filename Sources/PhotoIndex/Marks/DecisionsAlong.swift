import GRDB
import PhotoFiles
import PhotoModel
import SystemPackage

/// Takes decisions that stay with paths along with the files: one that a scan finds under another path is still the
/// file that a person decided on, even if it was edited meanwhile.
///
/// A file is known by its inode, where its file system keeps inodes. A rename keeps it, and so does an edit in place.
/// The inode of a removed file may be used again, but a file made later than the index last saw the removed one is
/// another, if the file system tells when files were made. A file that was saved by another's rename has a new inode:
/// it is known by its name in its directory, which is known in the same way.
///
/// A file that nobody named, whose bytes a decision reaches as those of a photo's other file, is known by its inode
/// too. If it was moved and edited between two scans, the decision stays with it from then on. If it was also saved by
/// a rename, nothing tells what it was but a file of its group that is still the same. So it is if its row is gone
/// (``FormerFiles``), and in a root that was forgotten it is known by its path too.
///
/// A killed scan may have saved an edited file, or a new one of a photo, before it was hashed, so that the decision
/// does not reach its bytes. Then the file is known by its inode too, or by its size and the digest of its ends,
/// also on another disk.
///
/// What was said at the new path before the scan takes precedence. Then the changes that can be undone take the
/// decision along, as they do what they have ended.
struct DecisionsAlong {
    private struct Key: Hashable {
        let fileSystem: String
        let inode: UInt64
    }

    /// What the index knows of bytes that nobody has hashed.
    private struct Ends: Hashable {
        let size: Int64
        let digest: UInt64
    }

    private struct Place {
        let path: [UInt8]
        /// When the file, or the directory, was made at the latest.
        let made: Int64
    }

    /// By files.
    private var places: [Key: [Place]] = [:]
    /// By directories; the places are of files in them.
    private var namesInDirectories: [Key: [Place]] = [:]
    /// The contents that decisions reach, by files that had them, with when the file was made at the latest.
    private var contents: [Key: [(content: Int64, made: Int64)]] = [:]
    /// The contents that decisions reach, by paths in forgotten roots at which files had them.
    private var contentsOfPaths: [[UInt8]: Set<Int64>] = [:]
    /// By photos that nobody has hashed, at decided paths or in groups with these; the paths are the decided ones.
    private var unhashed: [Ends: Set<[UInt8]>] = [:]
    private var names: Set<[UInt8]> = []
    private var changesByOthers: Int64?
    /// The paths whose decisions were taken along, and where to.
    private var left: [FilePath: [UInt8]] = [:]

    /// Reads the decisions, if anybody else changed the index since the last time.
    mutating func refresh(_ index: PhotoIndex, in db: Database) throws {
        let changes = try PhotoIndex.changes(db) - index.ownChanges.count
        if changes == changesByOthers { return }
        changesByOthers = changes
        try read(in: db)
    }

    /// Reads the decisions.
    mutating func read(in db: Database) throws {
        (places, namesInDirectories, unhashed, names) = ([:], [:], [:], [])
        contents = try Self.decidedContents(in: db)
        contentsOfPaths = try Self.forgottenContents(in: db)
        let finder = try FileFinder(db)
        let (directories, filesOfPaths) = try (DecisionPlaces.directories(in: db), DecisionPlaces.files(in: db))
        for path in try DecisionPlaces.paths(in: db) {
            if let directory = directories[path] {
                Self.add(path, directory, to: &namesInDirectories)
                names.insert(Self.name(of: path))
            }
            let files = filesOfPaths[path] ?? []
            for file in files { Self.add(path, file, to: &places) }
            if let (id, group) = try finder.file(at: path) {
                try add(path, id, group, isKnown: !files.isEmpty, in: db)
            }
        }
    }

    /// Adds the file at a decided path, and the photos of its group that nobody has hashed. The index may know another
    /// file at the path than the one that was decided on: it does not count where that `isKnown`.
    private mutating func add(
        _ path: [UInt8], _ file: Int64, _ group: Int64?, isKnown: Bool, in db: Database
    ) throws {
        let row = try db.query(
            """
            SELECT f.id, f.size, f.digest, f.state = 'photo' AND f.content IS NULL,
              s.name, s.keepsInodes, f.inode, f.changed FROM file f CROSS JOIN fileSystem s ON s.id = f.fileSystem
            WHERE f.id = \(file) OR f.assetGroup = \(group) AND f.state = 'photo' AND f.content IS NULL
            """)
        try row.forEachRow {
            if row.bool(3) {
                let ends = Ends(size: row.integer(1), digest: UInt64(bitPattern: row.integer(2)))
                unhashed[ends, default: []].insert(path)
            }
            if isKnown && row.integer(0) == file || !row.bool(5) { return }
            let key = Key(fileSystem: row.text(4) ?? "", inode: UInt64(bitPattern: row.integer(6)))
            places[key, default: []].append(Place(path: path, made: row.integer(7)))
        }
    }

    /// Selects the contents that decisions reach which keep a photo.
    private static let decided: SQL = """
        SELECT content FROM mark WHERE followsContent AND verdict = 'personal'
        UNION SELECT content FROM hold WHERE followsContent
        """

    private static func forgottenContents(in db: Database) throws -> [[UInt8]: Set<Int64>] {
        let rows = try db.query("SELECT path, content FROM forgottenPath WHERE content IN (\(decided))")
        var contents: [[UInt8]: Set<Int64>] = [:]
        try rows.forEachRow { contents[rows.bytes(0), default: []].insert(rows.integer(1)) }
        return contents
    }

    private static func decidedContents(in db: Database) throws -> [Key: [(content: Int64, made: Int64)]] {
        let rows = try Row.fetchCursor(
            db.statement(
                """
                SELECT s.name, f.inode, f.changed, f.content FROM (\(decided)) d
                  CROSS JOIN file f ON f.content = d.content CROSS JOIN fileSystem s ON s.id = f.fileSystem
                  WHERE s.keepsInodes AND f.state = 'photo' AND f.goneAt IS NULL
                UNION ALL
                SELECT s.name, f.inode, f.made, f.content FROM formerFile f
                  CROSS JOIN fileSystem s ON s.id = f.fileSystem WHERE f.content IN (\(decided))
                """))
        var contents: [Key: [(content: Int64, made: Int64)]] = [:]
        while let row = try rows.next() {
            let key = try Key(
                fileSystem: row.value("name"), inode: UInt64(bitPattern: row.value("inode") as Int64))
            contents[key, default: []].append(try (row.value("content"), row.value("changed")))
        }
        return contents
    }

    private static func add(_ path: [UInt8], _ known: PlacedInode, to places: inout [Key: [Place]]) {
        let key = Key(fileSystem: known.fileSystem, inode: known.thing.inode)
        places[key, default: []].append(Place(path: path, made: known.thing.made ?? .max))
    }

    /// The last name of a path.
    static func name(of path: [UInt8]) -> [UInt8] {
        Array(path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
    }

    /// Gives a file the decisions that stay with other paths of it.
    ///
    /// - Parameters:
    ///   - file: what a scan read.
    ///   - prefix: the path of its root, with a slash at its end.
    ///   - row: the row of this path; nil if the index does not know it.
    ///   - db: the database, before the file is judged.
    mutating func take(_ file: ScannedFile, below prefix: [UInt8], row: Int64?, in db: Database) throws {
        if names.isEmpty && places.isEmpty && contents.isEmpty && contentsOfPaths.isEmpty && unhashed.isEmpty { return }
        let path = prefix + file.path
        let inode = file.reading.fingerprint.inode
        var known = ofEnds(file.reading, at: path)
        var had = row == nil ? contentsOfPaths[path] ?? [] : []
        if file.fileSystem.keepsInodes {
            known.formUnion(ofFile(inode, at: path, on: file.fileSystem.name))
            known.formUnion(ofName(path, on: file.fileSystem.name))
            had.formUnion(ofContents(inode, at: path, on: file.fileSystem.name))
        }
        // What has those bytes still is a copy like others.
        if !had.isEmpty, let sha256 = file.sha256, let own = try ContentRows.row(ifKnown: sha256, in: db) {
            had.remove(own)
        }
        if try known.isEmpty && had.isEmpty || isThere(row, inode: inode, in: db) { return }
        let isMeant = try isMeant(file, at: path, in: db)
        for old in known {
            try copyMark(from: old, to: path, of: file, isMeant, in: db)
            try copyHold(from: old, to: path, in: db)
            try copyDestinations(from: old, to: path, of: file, isMeant, in: db)
            try DecisionHistory.follow("w.path = \(old) AND w.staysWithPath", to: path, of: file.sha256, in: db)
            try DecisionHistory.move(from: old, to: path, in: db)
            left[FilePath(bytes: old)] = path
        }
        for content in had { try ScanDecisions.keep(content, at: path, of: file.sha256, in: db) }
        try DecisionPlaces(db).found(inode, on: file.fileSystem.name, at: path)
    }

    /// Notes which file had a path until now, if a decision stays with it and nothing tells which file was decided on:
    /// a scan that is killed, or sees a part only, must not forget a file that it has not found yet.
    ///
    /// - Parameters:
    ///   - row: the row of the path, before it is updated.
    ///   - file: what a scan read there.
    ///   - path: the path, before the file gets decisions of other paths.
    static func noteBefore(_ row: Int64, _ file: ScannedFile, at path: [UInt8], in db: Database) throws {
        guard let old = try PlacedInode(file: row, in: db), old.thing.inode != file.reading.fingerprint.inode,
            try DecisionPlaces.files(at: path, in: db).isEmpty
        else { return }
        try DecisionPlaces(db).note(ifDecided: path, old)
    }

    /// Notes which file has a path now, if a decision stays with it.
    static func note(_ file: ScannedFile, at path: [UInt8], in db: Database) throws {
        if !file.fileSystem.keepsInodes { return }
        let fingerprint = file.reading.fingerprint
        let made = FileStatus.birth(ofInode: fingerprint.inode, at: FilePath(bytes: path)) ?? fingerprint.changed
        let thing = KnownInode(inode: fingerprint.inode, made: made)
        try DecisionPlaces(db).note(ifDecided: path, PlacedInode(fileSystem: file.fileSystem.name, thing: thing))
    }

    /// Other paths with decisions whose file, or another of its photo, was never hashed and agrees with this one.
    private func ofEnds(_ reading: FileReading, at path: [UInt8]) -> Set<[UInt8]> {
        guard reading.content.kind == .photo else { return [] }
        let ends = Ends(size: reading.fingerprint.size, digest: reading.digest)
        return (unhashed[ends] ?? []).subtracting([path])
    }

    /// Other paths with decisions that a file had.
    private func ofFile(_ inode: UInt64, at path: [UInt8], on fileSystem: String) -> [[UInt8]] {
        let known = (places[Key(fileSystem: fileSystem, inode: inode)] ?? []).filter { $0.path != path }
        if known.isEmpty { return [] }
        let made = FileStatus.birth(ofInode: inode, at: FilePath(bytes: path)) ?? .min
        return known.filter { made <= $0.made }.map(\.path)
    }

    /// The contents that decisions reach and that a file had.
    private func ofContents(_ inode: UInt64, at path: [UInt8], on fileSystem: String) -> Set<Int64> {
        let known = contents[Key(fileSystem: fileSystem, inode: inode)] ?? []
        if known.isEmpty { return [] }
        let made = FileStatus.birth(ofInode: inode, at: FilePath(bytes: path)) ?? .min
        return Set(known.filter { made <= $0.made }.map(\.content))
    }

    /// Other paths with decisions that were the same name in the same directory, which was renamed since.
    private func ofName(_ path: [UInt8], on fileSystem: String) -> [[UInt8]] {
        let name = Self.name(of: path)
        guard names.contains(name),
            let directory = KnownInode(at: FilePath(bytes: path).removingLastComponent())
        else { return [] }
        let known = namesInDirectories[Key(fileSystem: fileSystem, inode: directory.inode)] ?? []
        return known.filter {
            $0.path != path && Self.name(of: $0.path) == name && directory.made ?? .min <= $0.made
        }.map(\.path)
    }

    /// Whether the index knew this very file at this path.
    private func isThere(_ row: Int64?, inode: UInt64, in db: Database) throws -> Bool {
        guard let row else { return false }
        return try db.has(
            "SELECT 1 FROM file WHERE id = \(row) AND inode = \(Int64(bitPattern: inode)) AND goneAt IS NULL")
    }

    /// Whether this very file was there when somebody marked what has its path as work.
    private func isMeant(_ file: ScannedFile, at path: [UInt8], in db: Database) throws -> Bool {
        try DecisionPlaces.files(at: path, in: db).contains {
            $0.fileSystem == file.fileSystem.name && $0.thing.inode == file.reading.fingerprint.inode
        }
    }

    /// A later mark on this content at the new path takes precedence. If it was said of the same bytes as the one that
    /// comes there, it was so only where this file `isMeant`: what was said of a copy ends with that, and the stricter
    /// mark stands.
    private func copyMark(
        from old: [UInt8], to new: [UInt8], of file: ScannedFile, _ isMeant: Bool, in db: Database
    ) throws {
        let isMet = try db.has(
            """
            SELECT 1 FROM mark o CROSS JOIN mark n ON n.content = o.content AND n.path = \(new)
            WHERE o.path = \(old) AND o.staysWithPath AND n.verdict <> o.verdict
            """)
        try db.run(
            """
            INSERT INTO mark (content, verdict, path, followsContent, staysWithPath)
            SELECT content, verdict, \(new), 0, 1 FROM mark o WHERE path = \(old) AND staysWithPath
              AND NOT EXISTS (SELECT 1 FROM mark WHERE path = \(new) AND staysWithPath)
              AND NOT EXISTS (SELECT 1 FROM content c CROSS JOIN mark m ON m.content = c.id AND m.path = \(new)
                WHERE c.sha256 = \(file.sha256) AND m.followsContent AND m.id > o.id
                  AND (m.content <> o.content OR \(isMeant)))
            LIMIT 1
            ON CONFLICT (content, path) DO UPDATE SET staysWithPath = 1, verdict = excluded.verdict
            """)
        // Other copies are judged by that mark too.
        if isMet, db.changesCount > 0 { try PhotoIndex.forgetBasis(unless: nil, in: db) }
    }

    private func copyHold(from old: [UInt8], to new: [UInt8], in db: Database) throws {
        try RestoredHolds.replace(at: new, by: "path = \(old) AND staysWithPath", in: db)
        try db.run(
            """
            INSERT INTO hold (content, reason, path, followsContent, staysWithPath)
            SELECT content, reason, \(new), 0, 1 FROM hold WHERE path = \(old) AND staysWithPath
              AND NOT EXISTS (SELECT 1 FROM hold WHERE path = \(new) AND staysWithPath)
            LIMIT 1
            ON CONFLICT (content, path) DO UPDATE SET staysWithPath = 1
            """)
    }

    /// Takes along from which destinations a file is held. If somebody has marked it as work, at the new path too, that
    /// has lifted it, until it is undone.
    private func copyDestinations(
        from old: [UInt8], to new: [UInt8], of file: ScannedFile, _ isMeant: Bool, in db: Database
    ) throws {
        let content = try file.sha256.flatMap { try ContentRows.row(ifKnown: $0, in: db) }
        let isWork: SQL = "content = \(content) AND path = \(new) AND followsContent"
        let isOfCopy: SQL = "NOT \(isMeant) AND EXISTS (SELECT 1 FROM destinationHold WHERE content = \(content))"
        try db.run(
            """
            INSERT INTO heldPath (path, destination, liftedBy, lastMark)
            SELECT \(new), destination,
              CASE
                WHEN h.liftedBy NOTNULL THEN h.liftedBy
                WHEN \(isOfCopy) THEN NULL
                WHEN EXISTS (SELECT 1 FROM mark WHERE \(isWork) AND verdict = 'work' AND id > h.lastMark)
                  THEN coalesce((SELECT min(change) FROM decisionChangeRow
                    WHERE \(isWork) AND isAfter AND decision = 'mark' AND value = 'work' AND number > h.lastMark), 0)
              END,
              lastMark
            FROM heldPath h WHERE path = \(old)
            ON CONFLICT (path, destination) DO UPDATE SET liftedBy = NULL, lastMark = excluded.lastMark
              WHERE excluded.liftedBy IS NULL
            """)
    }

    /// Ends the decisions on the paths that files have left, once the scan has found out which of these are gone. What
    /// was decided on their contents stays. Then notes where all decisions are, and first where photos are that only
    /// a destination's list said to be taken back.
    func leave(in db: Database) throws {
        try end(in: db)
        try DestinationHolds.holdPaths(in: db)
        try DecisionPlaces(db).noteAll()
    }

    private static func isGone(_ path: FilePath) -> Bool {
        do throws(Errno) {
            return try FileStatus(ifAnyAt: path) == nil
        } catch {
            return error == .notDirectory
        }
    }

    private func end(in db: Database) throws {
        if left.isEmpty { return }
        let finder = try FileFinder(db)
        for (path, new) in left {
            let row = try finder.file(at: path.bytes)?.row
            if try db.has("SELECT 1 FROM file WHERE id = \(row) AND goneAt IS NULL") { continue }
            // No scan may know it there.
            if !Self.isGone(path) { continue }
            for table in ["mark", "hold"].map({ SQL(sql: $0) }) {
                try db.run(
                    "UPDATE \(table) SET staysWithPath = 0 WHERE path = \(path) AND staysWithPath AND followsContent")
                try db.run("DELETE FROM \(table) WHERE path = \(path) AND staysWithPath")
            }
            try DecisionHistory.leave(path, in: db)
            try db.run("DELETE FROM heldPath WHERE path = \(path)")
            try DecisionPlaces.move(from: path, to: new, in: db)
        }
    }
}
