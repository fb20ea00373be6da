import GRDB
import Glibc

extension PhotoIndex {
    /// Notes that a command begins its work. Not waited for: a run that must be durable before its first step says so
    /// by the first of its actions.
    ///
    /// - Parameters:
    ///   - command: its name, never empty.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the run's number; later runs have higher ones, and none is used twice.
    /// - Throws: what befalls a write.
    package func beginRun(_ command: String, at now: Int64) throws(IndexError) -> Int64 {
        try writeWithoutWaitingForDisk(.notes) { db in
            let insert = try PreparedQuery(
                db, "INSERT INTO run (command, started, host, pid) VALUES (?, ?, ?, ?) RETURNING id")
            insert.bind(command, at: 1)
            insert.bind(now, at: 2)
            insert.bind(Self.hostName, at: 3)
            insert.bind(Int64(getpid()), at: 4)
            return try insert.first { insert.integer(0) } ?? 0
        }
    }

    /// Notes that a run has ended. A scan that came to its end also ends those before it that were killed: it has done
    /// what they had left.
    ///
    /// - Parameters:
    ///   - run: the number that ``beginRun(_:at:)`` gave.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    ///   - isComplete: false where it was told to stop before its end.
    ///   - counts: how many of what, by words that mean the same in every run; zeros are left out.
    /// - Throws: what befalls a write.
    package func endRun(
        _ run: Int64, at now: Int64, isComplete: Bool, counts: KeyValuePairs<String, Int> = [:]
    ) throws(IndexError) {
        try writeWithoutWaitingForDisk(.notes) { db in
            let end = try PreparedQuery(db, "UPDATE run SET ended = ?, isComplete = ? WHERE id = ?")
            end.bind(now, at: 1)
            end.bind(isComplete, at: 2)
            end.bind(run, at: 3)
            try end.run()
            let count = try PreparedQuery(db, "INSERT INTO runCount (run, what, count) VALUES (?, ?, ?)")
            count.bind(run, at: 1)
            for (what, number) in counts where number > 0 {
                count.bind(what, at: 2)
                count.bind(Int64(number), at: 3)
                try count.run()
            }
            if isComplete { try Self.endKilledScans(before: run, at: now, in: db) }
        }
    }

    private static func endKilledScans(before run: Int64, at now: Int64, in db: Database) throws {
        let end = try PreparedQuery(
            db,
            """
            UPDATE run SET ended = ?1, isComplete = 0
            WHERE id < ?2 AND ended IS NULL AND command = 'scan'
              AND (SELECT command FROM run WHERE id = ?2) = 'scan'
            """)
        end.bind(now, at: 1)
        end.bind(run, at: 2)
        try end.run()
    }

    /// The name by which runs note the machine they are on; nil where it has none.
    package static var hostName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, 255) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
