import GRDB
import SystemPackage

/// Runs SQL on an index from outside, as another program would.
func execute(_ sql: String, in path: FilePath) throws {
    let queue = try DatabaseQueue(path: path.string)
    try queue.inDatabase { try $0.execute(sql: sql) }
    try queue.close()
}

/// The last column of every row.
func values(_ sql: String, in path: FilePath) throws -> [String] {
    let queue = try DatabaseQueue(path: path.string)
    return try queue.read { db in
        try Row.fetchAll(db, sql: sql).map { row in row[row.count - 1] }
    }
}
