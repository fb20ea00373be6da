import GRDB

/// How a connection writes, in SQLite's terms; determines how durable a commit is.
package struct WritingSettings: Hashable, Sendable {
    /// `wal` for a file, `memory` for none.
    package let journalMode: String
    /// 2: a commit is on the disk when it returns (`FULL`).
    package let synchronous: Int
    /// Whether references between tables are enforced.
    package let enforcesForeignKeys: Bool
    /// Bytes of the file that are mapped into memory: 0, since a mapped file that shrinks ends the program.
    package let mappedBytes: Int
    /// How long a write waits for another process's, milliseconds.
    package let busyTimeout: Int
}

extension PhotoIndex {
    /// The settings in force within a writing transaction, as for the journal.
    ///
    /// - Throws: where the index cannot be written, such as `readOnly` and `busy`.
    package func writingSettings() throws(IndexError) -> WritingSettings {
        try write { db in
            func number(_ name: String) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA \(name)") ?? 0 }
            return WritingSettings(
                journalMode: try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? "",
                synchronous: try number("synchronous"), enforcesForeignKeys: try number("foreign_keys") == 1,
                mappedBytes: try number("mmap_size"), busyTimeout: try number("busy_timeout"))
        }
    }
}
