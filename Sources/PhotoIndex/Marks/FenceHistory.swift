import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// The number of changes that can be undone.
    private static let keptFenceChanges = 10

    /// Records a change of a fences file, so that it can be undone, and forgets all but the last ten.
    ///
    /// - Parameters:
    ///   - command: the words of the command.
    ///   - path: the file, absolute.
    ///   - before: its bytes before.
    ///   - after: its bytes after.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `IndexError` where the index cannot be written.
    package func noteFenceChange(
        _ command: String, of path: FilePath, from before: [UInt8], to after: [UInt8], at now: Int64
    ) throws(IndexError) {
        if before == after { return }
        try write(.notes) { db in
            let insert = try PreparedQuery(
                db, "INSERT INTO fenceChange (command, at, path, before, after) VALUES (?, ?, ?, ?, ?)")
            insert.bind(command, at: 1)
            insert.bind(now, at: 2)
            insert.bind(path.bytes, at: 3)
            insert.bind(before, at: 4)
            insert.bind(after, at: 5)
            try insert.run()
            try db.execute(
                sql: """
                    DELETE FROM fenceChange WHERE id NOT IN
                      (SELECT id FROM fenceChange ORDER BY id DESC LIMIT \(Self.keptFenceChanges))
                    """)
        }
    }

    /// The last change of a fences file that was not undone.
    ///
    /// - Parameter path: the file, absolute.
    /// - Returns: nil where there is none.
    /// - Throws: `IndexError` where the index cannot be read.
    package func lastFenceChange(of path: FilePath) throws(IndexError) -> FenceChangeRecord? {
        try read { db in
            let query = try PreparedQuery(
                db, "SELECT id, command, at, before, after FROM fenceChange WHERE path = ? ORDER BY id DESC LIMIT 1")
            query.bind(path.bytes, at: 1)
            return try query.first {
                FenceChangeRecord(
                    id: query.integer(0), command: query.text(1) ?? "", at: query.integer(2), before: query.bytes(3),
                    after: query.bytes(4))
            }
        }
    }

    /// Forgets a change of a fences file that was undone.
    ///
    /// - Throws: `IndexError` where the index cannot be written.
    package func forget(_ change: FenceChangeRecord) throws(IndexError) {
        try write(.notes) { try $0.execute(sql: "DELETE FROM fenceChange WHERE id = ?", arguments: [change.id]) }
    }

    /// The number of files whose contents were sent to a destination since a moment.
    ///
    /// - Parameter moment: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the number, over all destinations.
    /// - Throws: `IndexError` where the index cannot be read.
    package func filesSent(since moment: Int64) throws(IndexError) -> Int {
        try read { db in
            let query = try PreparedQuery(
                db, "SELECT count(DISTINCT content) FROM receipt WHERE received >= ? AND rebuiltAt IS NULL")
            query.bind(moment, at: 1)
            return try query.first { Int(query.integer(0)) } ?? 0
        }
    }
}
