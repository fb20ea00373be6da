import GRDB
import PhotoFiles
import PhotoModel
package import SystemPackage

/// Holds files that a purge removed and a scan finds again, within a transaction: somebody restored them from the trash
/// without undo, and wants to keep them as much as with undo.
struct ReturnedFiles {
    private let rootPrefix: [UInt8]
    private let holds: RestoredHolds
    private let purge: PreparedQuery
    private let members: PreparedQuery
    private let removed: PreparedQuery
    private let forgotten: PreparedQuery
    private let edited: PreparedQuery
    private let moving: PreparedQuery

    init(_ db: Database, rootPrefix: [UInt8]) throws {
        self.rootPrefix = rootPrefix
        holds = RestoredHolds(db)
        purge = try PreparedQuery(db, Self.purgeOfFile)
        members = try PreparedQuery(
            db, "SELECT path, role, size, sha256 FROM actionMember WHERE action = ? AND sha256 NOTNULL")
        removed = try PreparedQuery(
            db,
            """
            SELECT f.assetGroup, \(FileFinder.path(of: "f", in: "r"))
            FROM content c CROSS JOIN file f ON f.content = c.id CROSS JOIN root r ON r.id = f.root
            WHERE c.sha256 = ? AND f.goneAt NOTNULL AND f.state = 'photo' AND f.assetGroup NOTNULL
            """)
        forgotten = try PreparedQuery(
            db,
            """
            SELECT a.id FROM content c CROSS JOIN forgottenPath p ON p.content = c.id AND p.removedBy NOTNULL
            CROSS JOIN action a ON a.id = p.removedBy
            WHERE c.sha256 = ?1 AND NOT \(Removals.areUndone) AND NOT EXISTS (
              SELECT 1 FROM forgottenPath WHERE path = ?2 AND content = c.id AND removedBy IS NULL)
            ORDER BY a.id DESC LIMIT 1
            """)
        edited = try PreparedQuery(
            db,
            """
            SELECT a.id, h.made, c.size, c.sha256 FROM fileSystem s
            CROSS JOIN formerFile h ON h.inode = ?1 AND h.fileSystem = s.id CROSS JOIN content c ON c.id = h.content
            CROSS JOIN forgottenPath p ON p.content = c.id AND p.removedBy NOTNULL
            CROSS JOIN action a ON a.id = p.removedBy
            WHERE s.name = ?2 AND c.sha256 IS NOT ?3 AND NOT \(Removals.areUndone) AND NOT EXISTS (
              SELECT 1 FROM forgottenPath WHERE path = ?4 AND content = c.id AND removedBy IS NULL)
            ORDER BY a.id DESC LIMIT 1
            """)
        moving = try PreparedQuery(
            db,
            """
            SELECT 1 FROM content c CROSS JOIN file f ON f.content = c.id
            CROSS JOIN fileSystem s ON s.id = f.fileSystem
            WHERE c.sha256 = ?1 AND f.goneAt IS NULL AND s.keepsInodes AND s.name = ?2 AND f.inode = ?3
            """)
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
    func hold(_ file: ScannedFile, of group: Int64, _ old: FileReading) throws -> Bool {
        purge.bind(file.reading.fingerprint.size, at: 3)
        purge.bind(file.reading.fingerprint.modified, at: 4)
        if let sha256 = file.sha256 { purge.bind(sha256, at: 5) } else { purge.bindNull(at: 5) }
        return try hold(group, at: rootPrefix + file.path, mayBeEdit: Self.mayBeEdit(file, of: old))
    }

    /// Holds a photo that has returned under another path than its own, by its content: at the new path, and as above.
    /// One that the index knows under a third path has only moved, and one that was at the new path when its root was
    /// forgotten has never left.
    ///
    /// - Parameter file: what a scan read at a path at which the index did not know these bytes.
    /// - Returns: whether a purge had removed it.
    func hold(_ file: ScannedFile, _ sha256: [UInt8]) throws -> Bool {
        var places: [(group: Int64, path: [UInt8])] = []
        removed.bind(sha256, at: 1)
        try removed.forEachRow { places.append((removed.integer(0), removed.bytes(1))) }
        let path = rootPrefix + file.path
        forgotten.bind(sha256, at: 1)
        forgotten.bind(path, at: 2)
        let action = try forgotten.first { forgotten.integer(0) }
        if try places.isEmpty && action == nil || isMoving(file, sha256) { return false }
        purge.bind(sha256, at: 5)
        let isReturned =
            try places.count { try hold($0.group, at: $0.path, mayBeEdit: false) } > 0
            || action.map(hold(with:)) ?? false
        if isReturned { try hold(path, file.reading.fingerprint.size, sha256) }
        return isReturned
    }

    /// Holds a photo that a purge removed from a root that was forgotten and that was edited before the scan, by its
    /// inode.
    ///
    /// - Parameter file: what a scan read at a path that the index did not know.
    /// - Returns: whether it is one.
    func holdForgottenEdit(_ file: ScannedFile) throws -> Bool {
        guard file.reading.content.kind == .photo, file.fileSystem.keepsInodes else { return false }
        let (path, inode) = (rootPrefix + file.path, file.reading.fingerprint.inode)
        edited.bind(Int64(bitPattern: inode), at: 1)
        edited.bind(file.fileSystem.name, at: 2)
        if let sha256 = file.sha256 { edited.bind(sha256, at: 3) } else { edited.bindNull(at: 3) }
        edited.bind(path, at: 4)
        let found = try edited.first { (edited.integer(0), edited.integer(1), edited.integer(2), edited.bytes(3)) }
        guard let (action, made, size, sha256) = found,
            let birth = FileStatus.birth(ofInode: inode, at: FilePath(bytes: path)), birth <= made
        else { return false }
        try hold(path, size, sha256)
        return try hold(with: action)
    }

    /// Holds photos that have returned under other paths than their own and were edited before the scan, by their
    /// inodes: new files that were made before the index last saw a photo that a purge removed.
    ///
    /// - Parameter writer: the scan that found them new.
    /// - Returns: how many they are.
    static func holdEdited(of writer: ScanWriter, in db: Database) throws -> Int {
        if writer.rowsMade == 0 { return 0 }
        let gone = try PreparedQuery(
            db, "SELECT id, inode, fileSystem, changed FROM file WHERE state = 'photo' AND goneAt NOTNULL")
        guard try gone.first({ true }) == true else { return 0 }
        let files = try FreshFile.all(of: writer, in: db)
        let new = Dictionary(files.map { ($0.key, $0.file) }) { first, _ in first }
        var found: [(row: Int64, file: FreshFile)] = []
        try gone.forEachRow {
            guard let file = new[FreshFile.Key(gone, inode: 1, fileSystem: 2)],
                file.isOlder(than: gone.integer(3))
            else { return }
            found.append((gone.integer(0), file))
        }
        if found.isEmpty { return 0 }
        let read = try PreparedQuery(
            db,
            """
            SELECT f.assetGroup, \(FileFinder.path(of: "f", in: "r")), c.size,
              c.sha256
            FROM file f CROSS JOIN fileSystem s ON s.id = f.fileSystem CROSS JOIN root r ON r.id = f.root
            CROSS JOIN content c ON c.id = f.content
            WHERE f.id = ?1 AND s.keepsInodes AND f.assetGroup NOTNULL AND f.content IS NOT ?2
            """)
        let returned = try ReturnedFiles(db, rootPrefix: writer.rootPrefix)
        return try found.count { row, file in
            read.bind(row, at: 1)
            read.bind(file.content, at: 2)
            let old = try read.first { (read.integer(0), read.bytes(1), read.integer(2), read.bytes(3)) }
            guard let (group, path, size, sha256) = old, try returned.hold(group, at: path, mayBeEdit: true) else {
                return false
            }
            try returned.hold(file.path.bytes, size, sha256)
            return true
        }
    }

    /// Holds the group with which a purge removed the file that had a path.
    private func hold(_ group: Int64, at path: [UInt8], mayBeEdit: Bool) throws -> Bool {
        purge.bind(group, at: 1)
        purge.bind(path, at: 2)
        purge.bind(mayBeEdit, at: 6)
        guard let action = try purge.first({ purge.integer(0) }) else { return false }
        return try hold(with: action)
    }

    /// Holds all that a purge removed; always true.
    private func hold(with action: Int64) throws -> Bool {
        members.bind(action, at: 1)
        try members.forEachRow {
            try holds.hold(
                RestoredHolds.File(
                    path: members.bytes(0), isSidecar: members.holds("sidecar", in: 1), size: members.integer(2),
                    sha256: members.bytes(3)))
        }
        return true
    }

    /// Holds a path at which a removed photo has returned, and its content.
    private func hold(_ path: [UInt8], _ size: Int64, _ sha256: [UInt8]) throws {
        try holds.hold(RestoredHolds.File(path: path, isSidecar: false, size: size, sha256: sha256))
    }

    private func isMoving(_ file: ScannedFile, _ sha256: [UInt8]) throws -> Bool {
        moving.bind(sha256, at: 1)
        moving.bind(file.fileSystem.name, at: 2)
        moving.bind(Int64(bitPattern: file.reading.fingerprint.inode), at: 3)
        return try moving.first { true } ?? false
    }

    /// Whether a file that a scan found may be an edit of one that had its path: by its capture time it is no other
    /// photo.
    static func mayBeEdit(_ file: ScannedFile, of old: FileReading) -> Bool {
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
    package func isKnownAsUnreadable(_ path: FilePath) throws(IndexError) -> Bool {
        try read { db in
            guard let file = try FileFinder(db).file(at: path.bytes) else { return false }
            return try db.has(
                "SELECT 1 FROM file WHERE id = \(file.row) AND goneAt IS NULL AND state IN ('broken', 'other')")
        }
    }
}

extension PhotoIndex {
    /// The file system that a file was on when it was read, even if it is gone now.
    ///
    /// - Parameter path: as for ``photo(at:)``.
    /// - Returns: its name (``FileSystemIdentity/name``); nil if the index has no such file.
    package func fileSystem(ofFileAt path: FilePath) throws(IndexError) -> String? {
        try read { db in
            guard let file = try FileFinder(db).file(at: path.bytes) else { return nil }
            return try String.fetchOne(
                db.statement(
                    "SELECT s.name FROM file f CROSS JOIN fileSystem s ON s.id = f.fileSystem WHERE f.id = \(file.row)")
            )
        }
    }
}
