import GRDB
import PhotoModel

/// Contents that a destination has or must not get again, and that no file has, or only a file that is gone: of a lost
/// index, of a forgotten root, or of removed photos that may return. A scan hashes files of their sizes, and so
/// recognises what is uploaded, is held from the destination, or was removed by a purge.
///
/// Normally each sent content has its file, and a file costs one lookup by its size; none if there are no receipts.
struct WaitingContents {
    private let memory: WaitingMemory
    private let hasReceipts: Bool
    private let ofSize: PreparedQuery
    private let files: PreparedQuery
    private let ofRow: PreparedQuery

    init(_ db: Database, memory: WaitingMemory) throws {
        self.memory = memory
        let any = try PreparedQuery(db, "SELECT EXISTS (SELECT 1 FROM receipt)")
        hasReceipts = try any.first { any.bool(0) } ?? false
        ofSize = try PreparedQuery(
            db,
            """
            SELECT c.id FROM content c WHERE c.size = ? AND (
              \(Self.isWanted) OR \(Self.wasForgotten)\(memory.canFindFiles ? Self.orIsGone : ""))
            """)
        files = try PreparedQuery(db, "SELECT count(*), count(goneAt) FROM file WHERE content = ?")
        ofRow = try PreparedQuery(
            db,
            """
            SELECT size, modified, changed, inode FROM file
            WHERE id = ?1 AND size = ?2 AND digest = ?3
              AND EXISTS (SELECT 1 FROM receipt WHERE content = file.content AND failedAt IS NULL)
            """)
    }

    /// Whether a destination has a content `c`, or must not get it again.
    fileprivate static let isWanted =
        "EXISTS (SELECT 1 FROM receipt WHERE content = c.id AND (failedAt IS NULL OR endedAt NOTNULL))"

    /// Whether a purge removed it from a root that was forgotten.
    private static let wasForgotten =
        "EXISTS (SELECT 1 FROM forgottenPath WHERE content = c.id AND removedBy NOTNULL)"

    /// Whether it was removed, or lost.
    private static let orIsGone = " OR EXISTS (SELECT 1 FROM file WHERE content = c.id AND goneAt NOTNULL)"

    /// Whether a file that is read again because its times or inode have changed may still be what a destination has,
    /// since its size and its ends are the same. Changing permissions or attributes changes no byte, and hashing costs
    /// less than another upload.
    func mayBeKept(_ scanned: ScannedFile) throws -> Bool {
        guard hasReceipts, let row = scanned.row else { return false }
        let reading = scanned.reading
        ofRow.bind(row, at: 1)
        ofRow.bind(reading.fingerprint.size, at: 2)
        ofRow.bind(Int64(bitPattern: reading.digest), at: 3)
        let before = try ofRow.first { ofRow.fingerprint(from: 0) }
        return before.map {
            !$0.isSame(as: reading.fingerprint, withInode: scanned.fileSystem.keepsInodes)
        } ?? false
    }

    /// Whether a content of this size has no file, or one that is gone, or did when this scan first asked: two files
    /// may be copies.
    func has(size: Int64) throws -> Bool {
        guard hasReceipts else { return false }
        ofSize.bind(size, at: 1)
        var contents: [Int64] = []
        try ofSize.forEachRow { contents.append(ofSize.integer(0)) }
        return try contents.contains(where: isWaiting)
    }

    private func isWaiting(_ content: Int64) throws -> Bool {
        if let known = memory.isWaiting[content] { return known }
        // Without an index on contents nearly all files are new, and a search would read them all.
        let isWaiting = try !memory.canFindFiles || !hasAllFiles(content)
        memory.isWaiting[content] = isWaiting
        return isWaiting
    }

    /// Whether it has files, and all are there.
    private func hasAllFiles(_ content: Int64) throws -> Bool {
        files.bind(content, at: 1)
        return try files.first { files.integer(0) > 0 && files.integer(1) == 0 } ?? false
    }
}

/// Which contents had no file, or one that was gone, when a scan first asked.
final class WaitingMemory {
    /// Whether files can be found by content without reading them all.
    let canFindFiles: Bool
    fileprivate var isWaiting: [Int64: Bool] = [:]

    init(canFindFiles: Bool) {
        self.canFindFiles = canFindFiles
    }
}

extension PhotoIndex {
    /// Makes the next scan read again all unhashed files with the size of a content with a receipt, since they may be
    /// copies of what a destination has or must not get again. In one durable transaction.
    ///
    /// For an index that has received many receipts from elsewhere. New and changed files are hashed by every scan.
    ///
    /// - Returns: the number of files.
    package func rereadFilesThatMayHaveReceipts() throws(IndexError) -> Int {
        try write { db in
            try db.run(
                """
                UPDATE file SET isRacy = 1
                WHERE content IS NULL AND goneAt IS NULL AND (state = 'photo' OR state = 'sidecar') AND size IN (
                  SELECT c.size FROM content c WHERE \(sql: WaitingContents.isWanted))
                """)
            return db.changesCount
        }
    }
}
