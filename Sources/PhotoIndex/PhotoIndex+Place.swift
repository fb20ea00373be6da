import GRDB
import GRDBSQLite
import PhotoModel
import SystemPackage

extension PhotoIndex {
    /// Makes sure that what was written is in the index: that the files which are open still have their names. Somebody who
    /// removes them takes the journal along, and SQLite goes on with files that nobody can open any more.
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
