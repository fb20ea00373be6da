import GRDB
package import PhotoModel
import SystemPackage

extension PhotoIndex {
    /// Records that copies are about to be taken back, in one durable transaction, for up to ``actionsOfACommit``
    /// actions. From then on their receipts have ended, and their photos are held from the destination, whatever
    /// becomes of the action: somebody does not want them there.
    ///
    /// - Parameters:
    ///   - actions: the actions, each with the destination, and the targets, hashes and tickets of the copies.
    ///   - run: the run that carries them out.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: an answer for each, in order.
    /// - Throws: `IndexError` where the index cannot be written; none has begun then.
    package func intendRetractions(_ actions: [Action], run: Int64, at now: Int64) throws(IndexError) -> [Intent] {
        try write { db in
            let writing = try ActionWriting(db)
            let ending = try ReceiptEnding(db, now: now)
            return try actions.map { action in
                for receipt in try Self.endedOrNot(action, in: db).compactMap(\.self) {
                    let isSidecar = action.members.first { $0.target == receipt.target }?.role == .sidecar
                    try ending.end(receipt.row, isHeld: !isSidecar)
                }
                var action = action
                (action.state, action.why) = (.running, nil)
                return .begun(try writing.insert(action, run: run))
            }
        }
    }

    /// Ends receipts whose copies are gone and that a person does not expect any more, in one durable transaction.
    ///
    /// - Parameters:
    ///   - receipts: the receipts by row, and whether their contents are held from the destination.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `IndexError` where the index cannot be written; nothing is written then.
    package func end(_ receipts: [(id: Int64, isHeld: Bool)], at now: Int64) throws(IndexError) {
        try write { db in
            let ending = try ReceiptEnding(db, now: now)
            for (id, isHeld) in receipts { try ending.end(id, isHeld: isHeld) }
        }
    }

    /// The receipts of an action's copies, whether or not they have ended.
    ///
    /// - Parameter action: an action that takes copies back.
    /// - Returns: the receipt of each member, in order; nil where there is none.
    /// - Throws: `IndexError` where the index cannot be read.
    package func receipts(of action: Action) throws(IndexError) -> [Receipt?] {
        try read { db in try Self.endedOrNot(action, in: db).map { $0?.receipt } }
    }

    private static func endedOrNot(
        _ action: Action, in db: Database
    ) throws -> [(row: Int64, target: CopyLocation, receipt: Receipt)?] {
        let query = try PreparedQuery(
            db,
            """
            SELECT r.id, \(PreparedQuery.receiptColumns) FROM content c CROSS JOIN receipt r ON r.content = c.id
            WHERE c.sha256 = ?1 AND r.destination = ?2 AND r.target = ?3
            """)
        query.bind(action.destination?.id, at: 2)
        return try action.members.map { member in
            guard let sha256 = member.sha256, let target = member.target else { return nil }
            query.bind(sha256, at: 1)
            query.bind(target.path.bytes, at: 3)
            return try query.first { (query.integer(0), target, query.receipt(from: 1)) }
        }
    }
}

/// Ends receipts, within a transaction.
private struct ReceiptEnding {
    private let end: PreparedQuery
    private let holds: DestinationHolds
    private let now: Int64

    init(_ db: Database, now: Int64) throws {
        end = try PreparedQuery(
            db,
            """
            UPDATE receipt SET failedAt = coalesce(failedAt, ?1), endedAt = ?1 WHERE id = ?2
            RETURNING content, destination
            """)
        holds = try DestinationHolds(db)
        self.now = now
    }

    func end(_ receipt: Int64, isHeld: Bool) throws {
        end.bind(now, at: 1)
        end.bind(receipt, at: 2)
        let place = try end.first { (content: end.integer(0), destination: end.integer(1)) }
        if isHeld, let place { try holds.hold(content: place.content, from: place.destination) }
    }
}
