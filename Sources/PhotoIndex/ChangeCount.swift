import GRDB
import Synchronization

/// What a transaction writes.
enum Written {
    /// What photos there are, what is thought and said of them, and what was done with them.
    case knowledge
    /// What changes nothing of that: that a command ran, or how far something was read.
    case notes
}

/// How often the knowledge of an index had changed at some moment.
///
/// Whoever has worked something out of all of it compares two of these, and need not work it out again.
package struct ChangeMark: Sendable {
    /// How often it has been changed, by whomever.
    let changes: Int64
    /// How often by this connection.
    let own: Int64
}

/// How often one connection has changed the knowledge of an index. Copies of a ``PhotoIndex`` share it.
final class OwnChanges: Sendable {
    private let changes = Mutex<Int64>(0)

    var count: Int64 { changes.withLock(\.self) }

    func add() { changes.withLock { $0 += 1 } }
}

extension PhotoIndex {
    /// The state that the knowledge of the index is in now.
    ///
    /// - Throws: `IndexError` where the index cannot be read.
    package func changeMark() throws(IndexError) -> ChangeMark {
        let own = ownChanges.count
        return ChangeMark(changes: try read(Self.changes), own: own)
    }

    /// How often the knowledge of the index has been changed.
    static func changes(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT count FROM changeCount")) ?? 0
    }

    /// Runs the body of a transaction, and counts it where it changes what is known.
    ///
    /// - Returns: what the body gives, and whether it was counted.
    static func counting<Value>(
        _ written: Written, in db: Database, _ body: (Database) throws -> Value
    ) throws -> (value: Value, isCounted: Bool) {
        let before = db.totalChangesCount
        let value = try body(db)
        guard written == .knowledge, db.totalChangesCount != before else { return (value, false) }
        try db.cachedStatement(sql: "UPDATE changeCount SET count = count + 1").execute()
        return (value, true)
    }
}
