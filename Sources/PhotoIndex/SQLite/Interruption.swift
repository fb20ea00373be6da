import GRDB
import GRDBSQLite

/// What SQLite asks all the while a statement runs.
private final class EndQuestion {
    let isOver: () -> Bool

    init(_ isOver: @escaping () -> Bool) { self.isOver = isOver }
}

extension Database {
    /// The number of SQLite's steps between two calls of `isOver`: at most some hundredths of a second.
    private static let stepsBetween: Int32 = 10_000

    /// Runs `body`, whose statements end with `SQLITE_INTERRUPT` once `isOver` returns true.
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
