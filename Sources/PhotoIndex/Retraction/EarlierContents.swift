import GRDB
import PhotoFiles
import PhotoModel
import SystemPackage

/// The contents that files had before and that were sent: copies of its former versions are copies of a photo too,
/// whatever its path was then. A file is recognised by its path, and by its inode. Used within a transaction.
enum EarlierContents {
    /// Whether a content was ever sent; `?2` is its row.
    private static let isSent = "EXISTS (SELECT 1 FROM receipt WHERE content = ?2)"

    /// Records the content that a file had until now, if it was ever sent.
    static func note(_ content: Int64, of file: Int64, in db: Database) throws {
        let insert = try PreparedQuery(
            db, "INSERT OR IGNORE INTO earlierContent (file, content) SELECT ?1, ?2 WHERE \(isSent)")
        insert.bind(file, at: 1)
        insert.bind(content, at: 2)
        try insert.run()
    }

    /// Gives a row what its file had elsewhere, and what a file at its path had in a root that was forgotten. From
    /// where that is held, the path is held too.
    ///
    /// - Returns: whether anything is known of the file.
    @discardableResult
    static func take(to row: Int64, at path: [UInt8], in db: Database) throws -> Bool {
        let query = try PreparedQuery(
            db,
            """
            SELECT h.content, h.made, f.inode, h.content IS f.content FROM file f
              CROSS JOIN formerFile h ON h.inode = f.inode AND h.fileSystem = f.fileSystem WHERE f.id = ?1
            UNION ALL
            SELECT p.content, \(Int64.max), f.inode, p.content IS f.content
              FROM file f CROSS JOIN forgottenPath p ON p.path = ?2 WHERE f.id = ?1
            """)
        query.bind(row, at: 1)
        query.bind(path, at: 2)
        var found: [(content: Int64, made: Int64, isStillThere: Bool)] = []
        var inode: UInt64 = 0
        try query.forEachRow {
            found.append((query.integer(0), query.integer(1), query.bool(3)))
            inode = UInt64(bitPattern: query.integer(2))
        }
        if found.isEmpty { return false }
        let birth = FileStatus.birth(ofInode: inode, at: FilePath(bytes: path)) ?? .min
        for (content, made, isStillThere) in found where birth <= made && !isStillThere {
            try note(content, of: row, in: db)
            try DestinationHolds.hold(path: path, likeContent: content, evenIfLifted: false, in: db)
        }
        return true
    }

    /// Finds the files that have contents now, by their rows, and may be elsewhere by now, where a scan has seen them.
    static func find(_ contents: Set<Int64>, in db: Database) throws {
        if contents.isEmpty { return }
        for content in contents {
            for row in try db.integers("SELECT id FROM file WHERE content = \(content)") {
                _ = try FormerFiles.note(row: row, in: db)
            }
        }
        try take(to: FormerFiles.candidates(in: db), in: db)
    }

    /// Gives rows what their files had elsewhere: those that a scan has read before the rows that the files left.
    static func take(to candidates: [FormerFiles.Candidate], in db: Database) throws {
        for file in candidates { try take(to: file.row, at: file.path, in: db) }
    }
}

struct FreshFile {
    /// What a rename and an edit in place keep.
    struct Key: Hashable {
        let inode: UInt64
        let fileSystem: Int64

        init(_ query: PreparedQuery, inode: Int32, fileSystem: Int32) {
            self.inode = UInt64(bitPattern: query.integer(inode))
            self.fileSystem = query.integer(fileSystem)
        }
    }

    let row: Int64
    let path: FilePath
    /// The row of its content; nil if it was not hashed.
    let content: Int64?
    private let inode: UInt64

    /// Whether the file was made before a moment, in nanoseconds since 1970-01-01T00:00:00Z; false where nothing tells.
    func isOlder(than moment: Int64) -> Bool {
        FileStatus.birth(ofInode: inode, at: path).map { $0 <= moment } ?? false
    }

    /// The rows that a scan has made, of files that are there.
    static func all(of writer: ScanWriter, in db: Database) throws -> [(key: Key, file: FreshFile)] {
        let query = try PreparedQuery(
            db,
            """
            SELECT id, path, inode, fileSystem, content FROM file WHERE id > ? AND +root = ? AND goneAt IS NULL
            """)
        query.bind(writer.lastKnownRow, at: 1)
        query.bind(writer.root, at: 2)
        var files: [(key: Key, file: FreshFile)] = []
        try query.forEachRow {
            let key = Key(query, inode: 2, fileSystem: 3)
            let path = FilePath(bytes: writer.rootPrefix + query.bytes(1))
            files.append(
                (
                    key,
                    FreshFile(
                        row: query.integer(0), path: path, content: query.optionalInteger(4), inode: key.inode)
                ))
        }
        return files
    }
}
