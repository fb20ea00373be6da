import GRDB
import PhotoFiles
import PhotoModel
import SystemPackage

/// The contents of files whose row is another file's now, is marked as gone, or was forgotten with its root. Only
/// contents that were sent or decided on are noted. Such a file may be anywhere, also edited, or below another root.
/// Used within a transaction.
///
/// It is known as ``DecisionsAlong`` knows it: by the inode, unless the file with it was made later. Of a forgotten
/// root the paths are known too, since no row tells any more that a file there has been edited.
enum FormerFiles {
    /// Selects the contents that files have or had, each with the row of its file. The bytes of a sidecar decide
    /// nothing.
    ///
    /// - Parameter condition: which rows `f` of `file`.
    private static func contents(where condition: SQL) -> SQL {
        """
        SELECT f.id AS file, f.content FROM file f CROSS JOIN content c ON c.id = f.content
          WHERE \(condition) AND (EXISTS (SELECT 1 FROM receipt WHERE content = c.id)
            OR (f.state = 'photo' AND \(sql: ContentRows.hasDecision)))
        UNION SELECT f.id, e.content FROM file f CROSS JOIN earlierContent e ON e.file = f.id WHERE \(condition)
        """
    }

    /// Records the files of rows by their inodes.
    private static func note(where condition: SQL, in db: Database) throws {
        try db.run(
            """
            INSERT OR REPLACE INTO formerFile (inode, fileSystem, content, made)
            SELECT f.inode, f.fileSystem, h.content, f.changed FROM (\(contents(where: condition))) h
            CROSS JOIN file f ON f.id = h.file CROSS JOIN fileSystem s ON s.id = f.fileSystem WHERE s.keepsInodes
            """)
    }

    /// Records the file that a row has been until now. If a purge removed it, its path too: it may come back under any
    /// name, since another file has its own.
    ///
    /// - Returns: whether it is worth looking for.
    static func note(row: Int64, in db: Database) throws -> Bool {
        let file: SQL = "f.id = \(row)"
        try note(where: file, in: db)
        let isNoted = db.changesCount > 0
        try notePaths(where: file, among: "\(sql: removal) NOTNULL", in: db)
        return isNoted || db.changesCount > 0
    }

    /// Records the files of a root that is about to be forgotten. What is decided on the whole of a photo, and does not
    /// reach the contents of all its files yet, stays with their paths.
    static func note(root: Int64, in db: Database) throws {
        for group in try DecisionReach(db).groupsLacking(inRoot: root) {
            try PhotoWords(ofGroup: group, in: db)?.stay(withGroup: group, in: db)
        }
        try DecisionPlaces(db).noteKnown(inRoot: root)
        // Also what no scan has seen there of late: it may be back by the next one, and edited.
        let files: SQL = "f.root = \(root)"
        try note(where: files, in: db)
        try notePaths(where: files, in: db)
    }

    /// - Parameter files: which of the files and contents that ``contents(where:)`` finds.
    private static func notePaths(where condition: SQL, among files: SQL = "TRUE", in db: Database) throws {
        try db.run(
            """
            INSERT INTO forgottenPath (path, content, removedBy)
            SELECT \(sql: FileFinder.path(of: "f", in: "r")), h.content, \(sql: removal)
            FROM (\(contents(where: condition))) h CROSS JOIN file f ON f.id = h.file CROSS JOIN root r ON r.id = f.root
            WHERE \(files)
            ON CONFLICT (path, content) DO UPDATE SET removedBy = coalesce(excluded.removedBy, removedBy)
            """)
    }

    /// Selects the purge that removed the file `f` with the content `h.content`; NULL if none did, or it is back.
    private static let removal = """
        (SELECT max(a.id) FROM action a
          WHERE a.assetGroup = f.assetGroup AND f.goneAt NOTNULL AND f.content = h.content
            AND \(Removals.areThese) AND NOT \(Removals.areUndone))
        """

    /// Whether any file is recorded, so that it is worth asking for one.
    static func areNoted(in db: Database) throws -> Bool {
        try db.has("SELECT 1 FROM formerFile UNION ALL SELECT 1 FROM forgottenPath")
    }

    /// Whether the file of a row is gone and was not found elsewhere.
    static func isMissing(_ row: Int64, in db: Database) throws -> Bool {
        try db.has(
            """
            SELECT 1 FROM file f CROSS JOIN formerFile h
              ON h.inode = f.inode AND h.fileSystem = f.fileSystem AND h.content = f.content
            WHERE f.id = \(row) AND f.goneAt NOTNULL
            """)
    }

    /// Ends what is known of a path, at which a scan has found a file. What a purge removed there may still come back
    /// under another name, unless it is this file.
    static func end(_ path: [UInt8], content: Int64?, in db: Database) throws {
        try db.run("DELETE FROM forgottenPath WHERE path = \(path) AND (removedBy IS NULL OR content IS \(content))")
    }

    /// A file with a row whose inode is recorded: the recorded file, or another that got its inode.
    struct Candidate {
        let row: Int64
        let inode: UInt64
        let path: [UInt8]

        /// When it was made; before everything where the file system does not tell.
        var birth: Int64 { FileStatus.birth(ofInode: inode, at: FilePath(bytes: path)) ?? .min }
    }

    static func candidates(in db: Database) throws -> [Candidate] {
        let query = try db.query(
            """
            SELECT f.id, f.inode, \(sql: FileFinder.path(of: "f", in: "r"))
            FROM file f CROSS JOIN root r ON r.id = f.root
            WHERE f.goneAt IS NULL AND (f.inode, f.fileSystem) IN (SELECT inode, fileSystem FROM formerFile)
            """)
        var found: [Candidate] = []
        try query.forEachRow {
            found.append(
                Candidate(
                    row: query.integer(0), inode: UInt64(bitPattern: query.integer(1)), path: query.bytes(2)))
        }
        return found
    }

    /// Ends what is known of files that have rows again: these tell the rest. A file that was made later is another,
    /// which got the inode when the one before was moved to another disk.
    static func endFound(_ candidates: [Candidate], in db: Database) throws {
        for file in candidates {
            try db.run(
                """
                DELETE FROM formerFile WHERE made >= \(file.birth)
                  AND (inode, fileSystem) = (SELECT inode, fileSystem FROM file WHERE id = \(file.row))
                """)
        }
    }
}
