import GRDB
import GRDBSQLite
import PhotoFiles
import PhotoModel
package import SystemPackage

/// The database of photos: their facts and verdicts, people's decisions, and what was done with photos.
///
/// A value over one SQLite connection: copies share it, calls from several tasks wait for each other, and it closes
/// with the last copy. No call may be made from within a closure that another call runs. The schema is described in
/// workphotos-index(5).
package struct PhotoIndex: Sendable {
    /// The file; `:memory:` for an index without a file.
    package let path: FilePath
    /// Who makes and uses the index: `production`, or the name of another composition.
    package let owner: String
    let queue: DatabaseQueue
    let ownChanges = ConnectionChangeCount()

    init(path: FilePath, owner: String, queue: DatabaseQueue) {
        self.path = path
        self.owner = owner
        self.queue = queue
    }

    /// The version of SQLite at run time, which may differ from that of the build.
    package static var sqliteVersion: String { unsafe String(cString: sqlite3_libversion()) }

    /// Whether it is in memory: a copy, or an index without a file.
    var isInMemory: Bool { queue.path == ":memory:" }

    /// Runs `body`, which only reads, in a transaction that sees one state of the index.
    ///
    /// Does not use GRDB's own `read`, which sets `PRAGMA query_only` before and after; each makes SQLite prepare every
    /// cached statement of the connection again.
    func read<Value>(_ body: (Database) throws -> Value) throws(IndexError) -> Value {
        do {
            return try queue.inDatabase { db in
                var value: Value?
                try db.inTransaction(.deferred) {
                    value = try body(db)
                    return .commit
                }
                guard let value else { throw IndexError.failed(path, "a transaction ended early") }
                return value
            }
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// Passes what `give` finds, in a transaction as in ``read(_:)``, to `body` one by one until that returns false.
    /// Rethrows what `body` throws.
    func stream<Value>(
        to body: (Value) throws -> Bool, _ give: (Database, (Value) -> Bool) throws -> Void
    ) throws {
        var failure: (any Error)?
        try withoutActuallyEscaping(body) { body in
            try read { db in
                try give(db) { value in
                    do {
                        return try body(value)
                    } catch {
                        failure = error
                        return false
                    }
                }
            }
        }
        if let failure { throw failure }
    }

    /// Runs `body` in a transaction that is on the disk when this returns, and is rolled back if it throws. If the
    /// index's files were removed meanwhile it throws too, and what was written is lost.
    func write<Value>(
        _ written: TransactionEffect = .knowledge, _ body: (Database) throws -> Value
    ) throws(IndexError) -> Value {
        do {
            let (value, isCounted) = try queue.write { try Self.counting(written, in: $0, body) }
            try queue.inDatabase(checkPlace)
            if isCounted { ownChanges.add() }
            return value
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// Like ``write(_:_:)``, for what can be read again from the photos: after a power failure the last of these
    /// transactions may be lost completely, but the index is never damaged. The next ``write(_:_:)`` makes them durable
    /// too.
    func writeWithoutWaitingForDisk<Value>(
        _ written: TransactionEffect = .knowledge, _ body: (Database) throws -> Value
    ) throws(IndexError) -> Value {
        do {
            return try queue.inDatabase { db in
                try db.execute(sql: "PRAGMA synchronous = NORMAL")
                defer { try? db.execute(sql: "PRAGMA synchronous = FULL") }
                var done: (value: Value, isCounted: Bool)?
                try db.inTransaction(.immediate) {
                    done = try Self.counting(written, in: db, body)
                    return .commit
                }
                guard let done else { throw IndexError.failed(path, "a transaction ended early") }
                try checkPlace(db)
                if done.isCounted { ownChanges.add() }
                return done.value
            }
        } catch {
            throw IndexError(error, at: path)
        }
    }
}

extension PhotoIndex {
    /// Checks that what was written is in the index: that the open files still have their names. If somebody removes
    /// them, the journal goes with them, and SQLite continues to write files that nobody can open any more.
    ///
    /// - Throws: `removed`.
    func checkPlace(_ db: Database) throws {
        if isInMemory { return }
        var hasMoved: Int32 = 0
        let result = unsafe sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        let isElsewhere = result == SQLITE_OK && hasMoved != 0
        if isElsewhere || !hasLog { throw IndexError.removed(path) }
    }

    /// Whether other connections can read the file without making another beside it.
    var isReadInPlace: Bool { !isInMemory && hasLog }

    /// Whether the write-ahead log, to which a commit is written first, still has its name.
    private var hasLog: Bool { SmallFile.exists(IndexFiles.Side.log.path(beside: path)) }
}
