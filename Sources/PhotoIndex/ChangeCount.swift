import GRDB
import Synchronization

/// What a transaction changes.
enum TransactionEffect {
    /// Knowledge: which photos there are, their verdicts, people's decisions, and what was done with photos.
    case knowledge
    /// Notes that change no knowledge: that a command ran, or how much of something was read.
    case notes
}

/// The index's count of changes of knowledge at some moment.
///
/// If two marks are equal, results computed from the index's knowledge are still valid.
package struct ChangeMark: Hashable, Sendable {
    /// The number of changes by all connections.
    let changes: Int64
    /// The number of changes by this connection.
    let own: Int64
}

/// Counts one connection's changes of knowledge. Copies of a ``PhotoIndex`` share it.
final class ConnectionChangeCount: Sendable {
    private let changes = Mutex<Int64>(0)

    var count: Int64 { changes.withLock(\.self) }

    func add() { changes.withLock { $0 += 1 } }
}

extension PhotoIndex {
    /// The current count of changes of knowledge.
    package func changeMark() throws(IndexError) -> ChangeMark {
        let own = ownChanges.count
        return ChangeMark(changes: try read(Self.changes), own: own)
    }

    /// The number of changes of knowledge so far.
    static func changes(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT count FROM changeCount")) ?? 0
    }

    /// Runs the body of a transaction, and counts it if it changes knowledge.
    ///
    /// - Returns: the body's result, and whether it was counted.
    static func counting<Value>(
        _ written: TransactionEffect, in db: Database, _ body: (Database) throws -> Value
    ) throws -> (value: Value, isCounted: Bool) {
        let before = db.totalChangesCount
        let value = try body(db)
        guard written == .knowledge, db.totalChangesCount != before else { return (value, false) }
        try db.cachedStatement(sql: "UPDATE changeCount SET count = count + 1").execute()
        return (value, true)
    }
}
