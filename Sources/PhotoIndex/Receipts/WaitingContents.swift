import GRDB
import PhotoModel

/// Contents with a receipt that counts and without a file: those of an index that was lost, of a root that was
/// forgotten, of photos that were removed and may come back. A scan hashes files as large as one of them, so that they
/// are known for uploaded.
///
/// In ordinary life each content that was sent has its file, and a file costs one look-up by its size; none where there
/// are no receipts.
struct WaitingContents {
    private let memory: WaitingMemory
    private let hasReceipts: Bool
    private let ofSize: PreparedQuery
    private let file: PreparedQuery
    private let ofRow: PreparedQuery

    init(_ db: Database, memory: WaitingMemory) throws {
        self.memory = memory
        let any = try PreparedQuery(db, "SELECT EXISTS (SELECT 1 FROM receipt)")
        hasReceipts = try any.first { any.bool(0) } ?? false
        ofSize = try PreparedQuery(
            db,
            """
            SELECT c.id FROM content c
            WHERE c.size = ? AND EXISTS (SELECT 1 FROM receipt WHERE content = c.id AND failedAt IS NULL)
            """)
        file = try PreparedQuery(db, "SELECT 1 FROM file WHERE content = ? AND goneAt IS NULL")
        ofRow = try PreparedQuery(
            db,
            """
            SELECT size, modified, changed, inode FROM file
            WHERE id = ?1 AND size = ?2 AND digest = ?3
              AND EXISTS (SELECT 1 FROM receipt WHERE content = file.content AND failedAt IS NULL)
            """)
    }

    /// Whether a file that was read again, since its times or its inode are others than before, may still be what a
    /// destination has: it is as large, and its ends are the same. Whoever changes permissions or attributes changes no
    /// byte, and one hash is less than another upload.
    func mayBeKept(_ scanned: ScannedFile) throws -> Bool {
        guard hasReceipts, let row = scanned.row else { return false }
        let reading = scanned.reading
        ofRow.bind(row, at: 1)
        ofRow.bind(reading.fingerprint.size, at: 2)
        ofRow.bind(Int64(bitPattern: reading.digest), at: 3)
        let before = try ofRow.first { ofRow.fingerprint(from: 0) }
        return before.map {
            !$0.isUnchanged(reading.fingerprint, keepsInodes: scanned.fileSystem.keepsInodes)
        } ?? false
    }

    /// Whether a content of a size waits for its file, or did when this scan asked first: two files may be copies.
    func has(size: Int64) throws -> Bool {
        guard hasReceipts else { return false }
        ofSize.bind(size, at: 1)
        var contents: [Int64] = []
        try ofSize.forEachRow { contents.append(ofSize.integer(0)) }
        return try contents.contains(where: isWaiting)
    }

    private func isWaiting(_ content: Int64) throws -> Bool {
        if let known = memory.isWaiting[content] { return known }
        // Without an index on contents nearly all of the files are new, and looking for one reads them all.
        let isWaiting = try !memory.canFindFiles || !hasFile(content)
        memory.isWaiting[content] = isWaiting
        return isWaiting
    }

    private func hasFile(_ content: Int64) throws -> Bool {
        file.bind(content, at: 1)
        return try file.first { true } ?? false
    }
}

/// Which contents waited for their file when a scan asked for the first time.
final class WaitingMemory {
    /// Whether files can be found by their content without reading them all.
    let canFindFiles: Bool
    fileprivate var isWaiting: [Int64: Bool] = [:]

    init(canFindFiles: Bool) {
        self.canFindFiles = canFindFiles
    }
}

extension PhotoIndex {
    /// Has the next scan read files again that nobody hashed and that are as large as a content which has a receipt
    /// that counts: they may be copies of what a destination has. In one durable transaction.
    ///
    /// For an index that has got many receipts from elsewhere. A scan hashes new and changed files by itself.
    ///
    /// - Returns: how many files there are.
    /// - Throws: `IndexError` where the index cannot be written.
    package func rereadFilesThatMayHaveReceipts() throws(IndexError) -> Int {
        try write { db in
            let update = try PreparedQuery(
                db,
                """
                UPDATE file SET isRacy = 1
                WHERE content IS NULL AND goneAt IS NULL AND (state = 'photo' OR state = 'sidecar') AND size IN (
                  SELECT c.size FROM receipt r CROSS JOIN content c ON c.id = r.content WHERE r.failedAt IS NULL)
                """)
            try update.run()
            return db.changesCount
        }
    }
}
