import GRDB
import PhotoModel
package import SystemPackage

/// Holds files that a purge removed and a scan finds again, within a transaction: somebody restored them from the trash
/// without undo, and wants to keep them as much as with undo.
struct ReturnedFiles {
    private let rootPrefix: [UInt8]
    private let holds: RestoredHolds
    private let purge: PreparedQuery
    private let members: PreparedQuery

    init(_ db: Database, rootPrefix: [UInt8]) throws {
        self.rootPrefix = rootPrefix
        holds = try RestoredHolds(db)
        purge = try PreparedQuery(db, Self.purgeOfFile)
        members = try PreparedQuery(
            db, "SELECT path, role, size, sha256 FROM actionMember WHERE action = ? AND sha256 NOTNULL")
    }

    /// The last purge that removed a file with this group and path, and that is not undone. A file that cannot be an
    /// edit of the removed one (?6 is 0) is identified by the hash of its bytes or, if they were not hashed, by size
    /// and time.
    static let purgeOfFile = """
        SELECT a.id FROM action a CROSS JOIN actionMember m ON m.action = a.id
        WHERE a.assetGroup = ?1 AND m.path = ?2
          AND CASE WHEN ?6 THEN 1 WHEN ?5 NOTNULL THEN m.sha256 = ?5 ELSE m.size = ?3 AND m.modified = ?4 END
          AND \(Removals.areThese) AND NOT \(Removals.areUndone)
        ORDER BY a.id DESC LIMIT 1
        """

    /// Holds a file that has returned, together with the whole group that it was removed with, as an undo does: the
    /// others may return later, one by one, when their group can no longer be determined.
    ///
    /// It may have been edited before the scan: it is the removed file unless its capture time shows that it is another
    /// photo.
    ///
    /// - Parameters:
    ///   - file: what a scan read at the path of a row that is marked as gone.
    ///   - group: the group of this row.
    ///   - old: what was read of the file before it was removed.
    /// - Returns: whether a purge had removed it.
    /// - Throws: `IndexError` where the index cannot be written.
    func hold(_ file: ScannedFile, of group: Int64, _ old: FileReading) throws -> Bool {
        purge.bind(group, at: 1)
        purge.bind(rootPrefix + file.path, at: 2)
        purge.bind(file.reading.fingerprint.size, at: 3)
        purge.bind(file.reading.fingerprint.modified, at: 4)
        if let sha256 = file.sha256 { purge.bind(sha256, at: 5) } else { purge.bindNull(at: 5) }
        purge.bind(Self.mayBeEdit(file, of: old), at: 6)
        guard let action = try purge.first({ purge.integer(0) }) else { return false }
        members.bind(action, at: 1)
        try members.forEachRow {
            try holds.hold(
                RestoredHolds.File(
                    path: members.bytes(0), isSidecar: members.holds("sidecar", in: 1), size: members.integer(2),
                    sha256: members.bytes(3)))
        }
        return true
    }

    private static func mayBeEdit(_ file: ScannedFile, of old: FileReading) -> Bool {
        if file.fileSystem.keepsInodes, file.reading.fingerprint.inode == old.fingerprint.inode { return true }
        guard case .photo(let new) = file.reading.content, case .photo(let old) = old.content else { return false }
        guard let time = new.captureTime?.wall, let oldTime = old.captureTime?.wall else { return true }
        return time == oldTime
    }
}

extension PhotoIndex {
    /// Whether the last scan found that a file is not what its name suggests: damaged, or of another kind. Such a file
    /// is in no group.
    ///
    /// - Parameter path: as for ``photo(at:)``.
    /// - Returns: whether it is; false if the index has no such file.
    /// - Throws: `IndexError` where the index cannot be read.
    package func isKnownAsUnreadable(_ path: FilePath) throws(IndexError) -> Bool {
        try read { db in
            guard let file = try FileFinder(db).file(at: path.bytes) else { return false }
            let query = try PreparedQuery(
                db, "SELECT 1 FROM file WHERE id = ? AND goneAt IS NULL AND state IN ('broken', 'other')")
            query.bind(file.row, at: 1)
            return try query.first { true } ?? false
        }
    }
}

extension PhotoIndex {
    /// The file system that a file was on when it was read, even if it is gone now.
    ///
    /// - Parameter path: as for ``photo(at:)``.
    /// - Returns: its name (``FileSystemIdentity/name``); nil if the index has no such file.
    /// - Throws: `IndexError` where the index cannot be read.
    package func fileSystem(ofFileAt path: FilePath) throws(IndexError) -> String? {
        try read { db in
            guard let file = try FileFinder(db).file(at: path.bytes) else { return nil }
            let query = try PreparedQuery(
                db, "SELECT s.name FROM file f CROSS JOIN fileSystem s ON s.id = f.fileSystem WHERE f.id = ?")
            query.bind(file.row, at: 1)
            return try query.first { query.text(0) } ?? nil
        }
    }
}
