internal import Foundation
internal import GRDBSQLite
internal import SystemPackage
internal import WorkphotosTestSupport

/// A copy of an index as it lies on disk, opened with SQLite alone. The copy takes the recovery of its log, which the
/// program has to do with the original.
struct IndexCopy {
    /// Where it is.
    let path: FilePath

    /// - Returns: nil where there is no index.
    init?(of world: World) throws {
        let original = world.path("home/.local/state/workphotos/index.sqlite")
        guard FileManager.default.fileExists(atPath: original.string) else { return nil }
        try world.tree.remove("scratch/copy")
        try world.tree.makeDirectory("scratch/copy")
        path = world.path("scratch/copy/index.sqlite")
        for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: original.string + ending) {
            try FileManager.default.copyItem(atPath: original.string + ending, toPath: path.string + ending)
        }
    }

    /// The rows that a query gives, each value as text; empty for NULL.
    func rows(_ query: String) throws -> [[String]] {
        var connection: OpaquePointer?
        defer { unsafe sqlite3_close(connection) }
        guard unsafe sqlite3_open_v2(path.string, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
            throw TortureError("SQLite cannot open the index")
        }
        var statement: OpaquePointer?
        defer { unsafe sqlite3_finalize(statement) }
        guard unsafe sqlite3_prepare_v2(connection, query, -1, &statement, nil) == SQLITE_OK else {
            throw TortureError(unsafe "SQLite: \(String(cString: sqlite3_errmsg(connection))) in \(query)")
        }
        var rows: [[String]] = []
        while true {
            switch unsafe sqlite3_step(statement) {
            case SQLITE_ROW:
                rows.append(
                    unsafe (0..<sqlite3_column_count(statement)).map { column in
                        unsafe sqlite3_column_text(statement, column).map { unsafe String(cString: $0) } ?? ""
                    })
            case SQLITE_DONE: return rows
            default: throw TortureError(unsafe "SQLite: \(String(cString: sqlite3_errmsg(connection))) in \(query)")
            }
        }
    }
}
