import GRDB
import GRDBSQLite

/// What SQLite asks all the while a statement runs.
private final class EndQuestion {
    let isOver: () -> Bool

    init(_ isOver: @escaping () -> Bool) { self.isOver = isOver }
}

extension Database {
    /// So many steps of SQLite's lie between two questions: some hundredths of a second at most.
    private static let stepsBetween: Int32 = 10_000

    /// Runs `body`, whose statements end with `SQLITE_INTERRUPT` once `isOver` says so.
    func interrupting<Value>(when isOver: () -> Bool, _ body: () throws -> Value) throws -> Value {
        try withoutActuallyEscaping(isOver) { isOver in
            let question = EndQuestion(isOver)
            unsafe sqlite3_progress_handler(
                sqliteConnection, Self.stepsBetween,
                { context in
                    guard let context = unsafe context else { return 0 }
                    return unsafe Unmanaged<EndQuestion>.fromOpaque(context).takeUnretainedValue().isOver() ? 1 : 0
                }, Unmanaged.passUnretained(question).toOpaque())
            defer {
                unsafe sqlite3_progress_handler(sqliteConnection, 0, nil, nil)
                withExtendedLifetime(question) {}
            }
            return try body()
        }
    }
}
