import GRDB
import PhotoFiles
import PhotoModel
import SystemPackage

/// The contents that files had before and that were sent, within a transaction: copies of a photo are also those of its
/// former versions, whatever its path was then.
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

    /// Gives files that a scan found new the earlier contents of lost ones that were renamed and edited since the last
    /// scan. They are known as ``DecisionsAlong`` knows them: by the inode, unless the file was made later.
    ///
    /// - Parameters:
    ///   - lost: files that are gone, and have not moved unchanged.
    ///   - writer: the scan, whose rows are new.
    ///   - db: the database, before the lost files are marked as gone.
    /// - Throws: `IndexError` where the index cannot be written.
    static func takeAlong(from lost: [LostFile], to writer: ScanWriter, in db: Database) throws {
        if lost.isEmpty || writer.rowsMade == 0 { return }
        let read = try PreparedQuery(
            db,
            """
            SELECT f.inode, f.fileSystem, f.changed FROM file f CROSS JOIN fileSystem s ON s.id = f.fileSystem
            WHERE f.id = ? AND s.keepsInodes AND (EXISTS (SELECT 1 FROM receipt WHERE content = f.content)
              OR EXISTS (SELECT 1 FROM earlierContent WHERE file = f.id))
            """)
        var places: [FreshFile.Key: [(row: Int64, changed: Int64)]] = [:]
        for file in lost {
            read.bind(file.row, at: 1)
            let found = try read.first { (FreshFile.Key(read, inode: 0, fileSystem: 1), read.integer(2)) }
            if let (key, changed) = found { places[key, default: []].append((file.row, changed)) }
        }
        if places.isEmpty { return }
        let copy = try PreparedQuery(
            db,
            """
            INSERT OR IGNORE INTO earlierContent (file, content)
            SELECT ?2, f.content FROM file f
              WHERE f.id = ?1 AND EXISTS (SELECT 1 FROM receipt WHERE content = f.content)
            UNION SELECT ?2, content FROM earlierContent WHERE file = ?1
            """)
        for (key, file) in try FreshFile.all(of: writer, in: db) {
            for place in places[key] ?? [] where file.isOlder(than: place.changed, orUnknown: true) {
                copy.bind(place.row, at: 1)
                copy.bind(file.row, at: 2)
                try copy.run()
            }
        }
    }
}

/// A file that a scan found new.
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

    /// Whether the file was made before a moment, in nanoseconds since 1970-01-01T00:00:00Z; `orUnknown` where nothing
    /// tells when.
    func isOlder(than moment: Int64, orUnknown: Bool) -> Bool {
        FileStatus.birth(ofInode: inode, at: path).map { $0 <= moment } ?? orUnknown
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
