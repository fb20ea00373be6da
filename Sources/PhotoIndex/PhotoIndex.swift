import GRDB
import GRDBSQLite
import PhotoModel
package import SystemPackage

/// The database of what was read from the photos, what was judged of them and what was done with them.
///
/// A value over one SQLite connection: copies share it, calls from several tasks wait for each other, and it closes
/// with the last copy. No call may be made from within a closure that another call runs. The schema is described in
/// workphotos-index(5).
package struct PhotoIndex: Sendable {
    /// The file; `:memory:` for an index that is none.
    package let path: FilePath
    /// Who makes and uses the index: `production`, or the name of another composition.
    package let owner: String
    let queue: DatabaseQueue
    let ownChanges = OwnChanges()

    init(path: FilePath, owner: String, queue: DatabaseQueue) {
        self.path = path
        self.owner = owner
        self.queue = queue
    }

    /// The version of SQLite that runs, which may be another than that of the build.
    package static var sqliteVersion: String { unsafe String(cString: sqlite3_libversion()) }

    /// Whether it is a copy in memory, or an index that is nowhere else.
    var isInMemory: Bool { queue.path == ":memory:" }

    /// Runs `body`, which only reads, in a transaction that sees one state of the index.
    ///
    /// Not by GRDB's own `read`: that sets `PRAGMA query_only` before and after, each of which has SQLite parse every
    /// cached statement of the connection anew.
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

    /// Hands what `give` finds, in a transaction as of ``read(_:)``, to `body` one by one until that says false. What
    /// `body` throws comes out as it is.
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

    /// Runs `body` in a transaction that is on the disk when this returns, or was rolled back when it throws. Where the
    /// index's files were removed meanwhile it throws too, and what was written is nowhere.
    func write<Value>(
        _ written: Written = .knowledge, _ body: (Database) throws -> Value
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

    /// Like ``write(_:_:)``, for what can be read again from the photos: a power cut may take the last of these
    /// transactions back, whole; it never damages the index. The next ``write(_:_:)`` makes them durable too.
    func writeWithoutWaitingForDisk<Value>(
        _ written: Written = .knowledge, _ body: (Database) throws -> Value
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
    /// Makes sure that what was written is in the index: that the files which are open still have their names. Somebody
    /// who removes them takes the journal along, and SQLite goes on with files that nobody can open any more.
    ///
    /// - Throws: `removed`.
    func checkPlace(_ db: Database) throws {
        if isInMemory { return }
        var hasMoved: Int32 = 0
        let result = unsafe sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        let isElsewhere = result == SQLITE_OK && hasMoved != 0
        if isElsewhere || !hasLog { throw IndexError.removed(path) }
    }

    /// Whether the write-ahead log has its name: a commit goes there first.
    private var hasLog: Bool { (try? IndexFiles.status(of: IndexFiles.Side.log.path(beside: path))) != nil }
}
