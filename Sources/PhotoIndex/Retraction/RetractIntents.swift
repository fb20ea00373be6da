import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// Records that copies are about to be taken back, in one durable transaction, for up to ``actionsOfACommit``
    /// actions. From then on their receipts have ended, and their photos are held from the destination, whatever
    /// becomes of the action: somebody does not want them there. An edit does not end that: they are held by their
    /// contents and by their paths. The destination's own list has to be completed. If the index cannot be written,
    /// none has begun.
    ///
    /// - Parameters:
    ///   - actions: the actions, each with the destination, and the targets, hashes and tickets of the copies.
    ///   - beside: for each action, in order, the paths of other files of its photo that no scan may know: they are
    ///     held too.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: an answer for each, in order: `lastCopy` where a removal rests on one of its copies.
    package func intendRetractions(
        _ actions: [Action], beside: [[FilePath]], run: Int64, at now: Int64
    ) throws(IndexError) -> [Intent] {
        try write { db in
            let writing = ActionWriting(db)
            let ending = ReceiptEnding(db, now: now)
            let resting = try RestingRemovals(db, actions)
            return try zip(actions, beside).map { action, beside in
                if try resting.on(action).contains(where: { $0 != nil }) { return .notNow(.lastCopy) }
                let photos = action.members.filter { $0.role != .sidecar }.map(\.path) + beside
                for receipt in try Self.endedOrNot(action, in: db).compactMap(\.self) {
                    let isSidecar = action.members.first { $0.target == receipt.target }?.role == .sidecar
                    try ending.end(receipt.row, isHeld: !isSidecar, group: action.group, photos)
                }
                var action = action
                (action.state, action.why) = (.running, nil)
                return .begun(try writing.insert(action, run: run))
            }
        }
    }

    /// Ends receipts whose copies are gone and that a person does not expect any more, in one durable transaction. The
    /// destination's own list has to be completed.
    ///
    /// - Parameters:
    ///   - receipts: the receipts by row; whether their contents are held from the destination, which those of sidecars
    ///     are not; and the group of which they are, whose photos are held too, since a group is sent as a whole.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    package func end(
        _ receipts: [(id: Int64, isHeld: Bool, group: Int64)], at now: Int64
    ) throws(IndexError) {
        try write { db in
            let ending = ReceiptEnding(db, now: now)
            for (id, isHeld, group) in receipts { try ending.end(id, isHeld: isHeld, group: group) }
        }
    }

    /// Ends the receipts that have ended according to a destination's own list, and holds their contents, in one
    /// durable transaction. An index that was restored from a backup, or made anew, does not know of these ends. A
    /// receipt that was checked since then is not ended, and a hold that somebody has lifted stays lifted, unless this
    /// ends a receipt.
    ///
    /// - Parameter receipts: the receipts. Unknown ones are added.
    package func end(_ receipts: [EndedReceipt], destination: Int64) throws(IndexError) {
        if receipts.isEmpty { return }
        try write { db in
            let writing = ReceiptWriting(db)
            let holds = DestinationHolds(db)
            var news: [(content: Int64, destination: Int64)] = []
            for one in receipts {
                let content = try ContentRows.row(sha256: one.receipt.sha256, size: one.receipt.size, in: db)
                let isNews = try writing.end(one, destination: destination)
                guard one.isHeld else { continue }
                if try holds.hold(content: content, from: destination, evenIfLifted: isNews) {
                    news.append((content, destination))
                }
            }
            try holds.holdPaths(of: news)
        }
    }

    /// What ``end(_:destination:)`` would hold from a destination.
    ///
    /// - Returns: the groups with photos that have the contents, or had them before, and the contents of photos that
    ///   were never hashed.
    package func held(
        by receipts: [EndedReceipt], from destination: Int64
    ) throws(IndexError) -> (groups: Set<Int64>, contents: Set<RecordedContent>) {
        try read { db in
            var groups: Set<Int64> = []
            var contents: Set<RecordedContent> = []
            for one in receipts where one.isHeld {
                let content = try ContentRows.row(ifKnown: one.receipt.sha256, in: db)
                let isNews = try db.has(
                    """
                    SELECT 1 FROM receipt WHERE content = \(content) AND destination = \(destination)
                      AND target = \(one.receipt.target.path) AND endedAt IS NULL AND checked <= \(one.ended)
                    """)
                let hold = try db.query(
                    """
                    SELECT liftedBy NOTNULL FROM destinationHold
                    WHERE content = \(content) AND destination = \(destination)
                    """)
                let isLifted = try hold.first { hold.bool(0) }
                if isLifted == true, !isNews { continue }
                contents.insert(RecordedContent(one.receipt))
                groups.formUnion(
                    try db.integers(
                        """
                        SELECT assetGroup FROM file WHERE content = \(content) AND state = 'photo' AND goneAt IS NULL
                        UNION SELECT f.assetGroup FROM earlierContent e CROSS JOIN file f ON f.id = e.file
                          WHERE \(isNews || isLifted == nil) AND e.content = \(content) AND f.state = 'photo' AND f.goneAt IS NULL
                        """))
            }
            return (groups, contents)
        }
    }

    /// The receipts of an action's copies, whether or not they have ended.
    ///
    /// - Returns: the receipt of each member, in order; nil where there is none.
    package func receipts(of action: Action) throws(IndexError) -> [Receipt?] {
        try read { db in try Self.endedOrNot(action, in: db).map { $0?.receipt } }
    }

    private static func endedOrNot(
        _ action: Action, in db: Database
    ) throws -> [(row: Int64, target: CopyLocation, receipt: Receipt)?] {
        try action.members.map { member in
            guard let sha256 = member.sha256, let target = member.target else { return nil }
            let row = try Row.fetchOne(
                db.statement(
                    """
                    SELECT r.id, \(sql: PreparedQuery.receiptColumns)
                    FROM content c CROSS JOIN receipt r ON r.content = c.id
                    WHERE c.sha256 = \(sha256) AND r.destination = \(action.destination?.id)
                      AND r.target = \(target.path)
                    """))
            return try row.map { try ($0.value("id"), target, $0.receipt) }
        }
    }
}

/// A removed file that is not back and that needs a copy, which therefore stays.
package struct RestingRemoval: Hashable, Sendable {
    /// The run that removed the file.
    package let run: Int64
    package let path: FilePath
}

extension PhotoIndex {
    /// The removals that rest on copies that are to be taken back: the removed file had the copy's bytes, is not back,
    /// and no other copy with them would be left at that destination. The removal of the very file whose last copy is
    /// to be taken back does not count, where that is the action's reason: a person is asked about it.
    ///
    /// - Returns: for each action, in order, a removal that rests on the copy of each member; nil where there is none.
    package func removals(restingOn actions: [Action]) throws(IndexError) -> [[RestingRemoval?]] {
        try read { db in
            let resting = try RestingRemovals(db, actions)
            return try actions.map { try resting.on($0) }
        }
    }
}

/// Finds the removals that rest on copies, within a transaction.
private struct RestingRemovals {
    /// The removed files by content and by the purge.
    private var removed: [[UInt8]: [Int64: [RestingRemoval]]] = [:]
    private let db: Database

    /// Of the removed files, only those with the bytes of an action's copies are looked for in the library.
    init(_ db: Database, _ actions: [Action]) throws {
        self.db = db
        let wanted = Set(actions.flatMap(\.members).compactMap(\.sha256))
        let json = "[\(wanted.map { "\"\(hexText($0))\"" }.joined(separator: ","))]"
        let rows = try Row.fetchCursor(
            db.statement(
                """
                SELECT m.path, m.sha256, a.id, a.run FROM action a CROSS JOIN actionMember m ON m.action = a.id
                WHERE \(sql: Removals.areThese)
                  AND lower(hex(m.sha256)) IN (SELECT value FROM json_each(\(json)))
                  AND NOT \(sql: Removals.areUndone) AND NOT EXISTS (
                    SELECT 1 FROM content c CROSS JOIN file f ON f.content = c.id CROSS JOIN root r ON r.id = f.root
                    WHERE c.sha256 = m.sha256 AND f.goneAt IS NULL
                      AND \(sql: FileFinder.path(of: "f", in: "r")) = m.path)
                """))
        while let row = try rows.next() {
            removed[try row.bytes("sha256"), default: [:]][try row.value("id"), default: []].append(
                try RestingRemoval(run: row.value("run"), path: row.path("path")))
        }
    }

    func on(_ action: Action) throws -> [RestingRemoval?] {
        let taken = Set(action.members.compactMap(\.target?.path))
        return try action.members.map { member in
            guard let sha256 = member.sha256, let purges = removed[sha256] else { return nil }
            let others = purges.sorted { $0.key > $1.key }.map(\.value).filter { files in
                action.why != .lastCopy || !files.contains { $0.path == member.path }
            }
            guard let first = others.first?.first else { return nil }
            let copies = try Blob.fetchAll(
                db.statement(
                    """
                    SELECT r.target FROM content c CROSS JOIN receipt r ON r.content = c.id
                    WHERE c.sha256 = \(sha256) AND r.destination = \(action.destination?.id) AND r.failedAt IS NULL
                    """))
            return copies.allSatisfy { taken.contains($0.path) } ? first : nil
        }
    }
}

/// Ends receipts, within a transaction.
private struct ReceiptEnding {
    private let db: Database
    private let holds: DestinationHolds
    private let now: Int64

    init(_ db: Database, now: Int64) {
        self.db = db
        holds = DestinationHolds(db)
        self.now = now
    }

    /// Ends a receipt, and holds its content, and the photos of a group by their contents and paths, from the
    /// destination.
    func end(_ receipt: Int64, isHeld: Bool, group: Int64, _ paths: [FilePath] = []) throws {
        let ended = try Row.fetchOne(
            db.statement(
                """
                UPDATE receipt SET failedAt = coalesce(failedAt, \(now)), endedAt = \(now) WHERE id = \(receipt)
                RETURNING content, destination
                """))
        guard let ended else { return }
        let destination: Int64 = try ended.value("destination")
        var contents = isHeld ? [try ended.value("content") as Int64] : []
        var paths = Set(paths.map(\.bytes))
        let photos = try Row.fetchAll(
            db.statement(
                """
                SELECT CASE WHEN f.goneAt IS NULL THEN f.content END AS content,
                  \(sql: FileFinder.path(of: "f", in: "r")) AS path
                FROM file f CROSS JOIN root r ON r.id = f.root WHERE f.assetGroup = \(group) AND f.state = 'photo'
                """))
        for photo in photos {
            if let content: Int64 = try photo.value("content") { contents.append(content) }
            paths.insert(try photo.bytes("path"))
        }
        for content in contents { try holds.hold(content: content, from: destination) }
        for path in paths { try holds.hold(path: path, from: destination) }
        // Until the destination's own list says it too, the next upload reads the whole list and completes it.
        try db.run("DELETE FROM receiptListPart WHERE destination = \(destination)")
    }
}
