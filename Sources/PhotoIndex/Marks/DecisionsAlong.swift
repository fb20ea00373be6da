import GRDB
import PhotoFiles
import PhotoModel
import SystemPackage

/// Takes decisions that stay with paths along with the files: one that a scan finds under another path is still the
/// file that a person decided on, even if it was edited meanwhile.
///
/// A file is known by its inode, where its file system keeps inodes. A rename keeps it, and so does an edit in place.
/// The inode of a removed file may be used again, but a file made later than the index last saw the removed one is
/// another, if the file system tells when files were made.
struct DecisionsAlong {
    private struct Key: Hashable {
        let fileSystem: String
        let inode: UInt64
    }

    private struct Place {
        let path: [UInt8]
        /// The file's ctime when it was last read.
        let changed: Int64
    }

    private var places: [Key: [Place]] = [:]
    private var changesByOthers: Int64?
    /// The paths whose decisions were taken along.
    private var left: Set<FilePath> = []

    /// Reads the decisions, if anybody else changed the index since the last time.
    mutating func refresh(_ index: PhotoIndex, in db: Database) throws {
        let changes = try PhotoIndex.changes(db) - index.ownChanges.count
        if changes == changesByOthers { return }
        changesByOthers = changes
        places = [:]
        let finder = try FileFinder(db)
        let read = try PreparedQuery(
            db,
            """
            SELECT s.name, f.inode, f.changed FROM file f CROSS JOIN fileSystem s ON s.id = f.fileSystem
            WHERE f.id = ? AND s.keepsInodes
            """)
        let paths = try PreparedQuery(
            db, "SELECT path FROM mark WHERE staysWithPath UNION SELECT path FROM hold WHERE staysWithPath")
        try paths.forEachRow {
            let path = paths.bytes(0)
            guard let row = try finder.file(at: path)?.row else { return }
            read.bind(row, at: 1)
            let found = try read.first {
                (Key(fileSystem: read.text(0) ?? "", inode: UInt64(bitPattern: read.integer(1))), read.integer(2))
            }
            guard let (key, changed) = found else { return }
            places[key, default: []].append(Place(path: path, changed: changed))
        }
    }

    /// Gives a file the decisions that stay with other paths of it.
    ///
    /// - Parameters:
    ///   - file: what a scan read.
    ///   - prefix: the path of its root, with a slash at its end.
    ///   - row: the row of this path; nil if the index does not know it.
    ///   - db: the database, before the file is judged.
    /// - Throws: `IndexError` where the index cannot be written.
    mutating func take(_ file: ScannedFile, below prefix: [UInt8], row: Int64?, in db: Database) throws {
        let inode = file.reading.fingerprint.inode
        guard !places.isEmpty, file.fileSystem.keepsInodes,
            let known = places[Key(fileSystem: file.fileSystem.name, inode: inode)]
        else { return }
        let path = prefix + file.path
        guard known.contains(where: { $0.path != path }), try !isThere(row, inode: inode, in: db) else { return }
        let birth = FileStatus.birth(ofInode: inode, at: FilePath(bytes: path))
        for place in known where place.path != path {
            if let birth, birth > place.changed { continue }
            try copyMark(from: place.path, to: path, of: file, in: db)
            try copyHold(from: place.path, to: path, in: db)
            left.insert(FilePath(bytes: place.path))
        }
    }

    /// Whether the index knew this very file at this path.
    private func isThere(_ row: Int64?, inode: UInt64, in db: Database) throws -> Bool {
        guard let row else { return false }
        let query = try PreparedQuery(db, "SELECT 1 FROM file WHERE id = ? AND inode = ? AND goneAt IS NULL")
        query.bind(row, at: 1)
        query.bind(Int64(bitPattern: inode), at: 2)
        return try query.first { true } ?? false
    }

    /// A later mark on this content at the new path takes precedence.
    private func copyMark(from old: [UInt8], to new: [UInt8], of file: ScannedFile, in db: Database) throws {
        let copy = try PreparedQuery(
            db,
            """
            INSERT INTO mark (content, verdict, path, followsContent, staysWithPath)
            SELECT content, verdict, ?2, 0, 1 FROM mark WHERE path = ?1 AND staysWithPath
              AND NOT EXISTS (SELECT 1 FROM mark WHERE path = ?2 AND staysWithPath)
              AND NOT EXISTS (SELECT 1 FROM content c CROSS JOIN mark m ON m.content = c.id AND m.path = ?2
                WHERE c.sha256 = ?3 AND m.followsContent)
            LIMIT 1
            ON CONFLICT (content, path) DO UPDATE SET staysWithPath = 1 WHERE verdict = excluded.verdict
            """)
        copy.bind(old, at: 1)
        copy.bind(new, at: 2)
        if let sha256 = file.sha256 { copy.bind(sha256, at: 3) } else { copy.bindNull(at: 3) }
        try copy.run()
    }

    private func copyHold(from old: [UInt8], to new: [UInt8], in db: Database) throws {
        let copy = try PreparedQuery(
            db,
            """
            INSERT INTO hold (content, reason, path, followsContent, staysWithPath)
            SELECT content, reason, ?2, 0, 1 FROM hold WHERE path = ?1 AND staysWithPath
              AND NOT EXISTS (SELECT 1 FROM hold WHERE path = ?2 AND staysWithPath)
            LIMIT 1
            ON CONFLICT (content, path) DO UPDATE SET staysWithPath = 1
            """)
        copy.bind(old, at: 1)
        copy.bind(new, at: 2)
        try copy.run()
    }

    /// Ends the decisions on the paths that files have left, once the scan has found out which of these are gone. What
    /// was decided on their contents stays.
    func leave(in db: Database) throws {
        if left.isEmpty { return }
        let finder = try FileFinder(db)
        for path in left {
            let row = try finder.file(at: path.bytes)?.row
            let there = try PreparedQuery(db, "SELECT 1 FROM file WHERE id = ? AND goneAt IS NULL")
            there.bind(row, at: 1)
            if try there.first({ true }) ?? false { continue }
            for table in ["mark", "hold"] {
                for statement in [
                    "UPDATE \(table) SET staysWithPath = 0 WHERE path = ? AND staysWithPath AND followsContent",
                    "DELETE FROM \(table) WHERE path = ? AND staysWithPath",
                ] {
                    let end = try PreparedQuery(db, statement)
                    end.bind(path.bytes, at: 1)
                    try end.run()
                }
            }
        }
    }
}
