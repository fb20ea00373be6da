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
    package func noteFenceChange(
        _ command: String, of path: FilePath, from before: [UInt8], to after: [UInt8], at now: Int64
    ) throws(IndexError) {
        if before == after { return }
        try write(.notes) { db in
            try db.run(
                """
                INSERT INTO fenceChange (command, at, path, before, after)
                VALUES (\(command), \(now), \(path), \(before), \(after))
                """)
            try db.run(
                """
                DELETE FROM fenceChange WHERE id NOT IN
                  (SELECT id FROM fenceChange ORDER BY id DESC LIMIT \(Self.keptFenceChanges))
                """)
        }
    }

    /// The last change of a fences file that was not undone.
    ///
    /// - Parameter path: the file, absolute.
    /// - Returns: nil where there is none.
    package func lastFenceChange(of path: FilePath) throws(IndexError) -> FenceChangeRecord? {
        try read { db in
            try Row.fetchOne(
                db.statement("SELECT * FROM fenceChange WHERE path = \(path) ORDER BY id DESC LIMIT 1")
            ).map {
                try FenceChangeRecord(
                    id: $0.value("id"), command: $0.value("command"), at: $0.value("at"), before: $0.bytes("before"),
                    after: $0.bytes("after"))
            }
        }
    }

    /// Forgets a change of a fences file that was undone.
    package func forget(_ change: FenceChangeRecord) throws(IndexError) {
        try write(.notes) { try $0.run("DELETE FROM fenceChange WHERE id = \(change.id)") }
    }

    /// The number of files whose contents were sent to a destination since a moment.
    ///
    /// - Parameter moment: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the number, over all destinations.
    package func filesSent(since moment: Int64) throws(IndexError) -> Int {
        try read { db in
            try Int.fetchOne(
                db.statement(
                    "SELECT count(DISTINCT content) FROM receipt WHERE received >= \(moment) AND rebuiltAt IS NULL"))
                ?? 0
        }
    }
}
