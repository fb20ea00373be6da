import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// Passes each work group with a photo in a selection to `body`, until `body` returns false; each once, in the
    /// selection's order by its first photo there. Sidecars of every format are among its members.
    ///
    /// Otherwise like ``uploadCandidates(matching:destination:_:)``.
    ///
    /// - Parameters:
    ///   - selection: which photos, in which order. Its limit counts groups that are passed to `body`.
    ///   - body: returns whether to go on.
    /// - Returns: how many groups of the selection are not work, whether or not `body` ended the iteration.
    /// - Throws: what `body` throws, and `IndexError`.
    package func removalCandidates(
        matching selection: PhotoSelection, _ body: (KnownGroup) throws -> Bool
    ) throws -> KnownGroup.LeftOut {
        var failure: (any Error)?
        let leftOut = try read { db in
            let filter = PhotoFilter(selection)
            let row = try RemovalRow(db)
            try CandidateStream(selection, filter: filter, destination: nil, db).run { group in
                do {
                    return try body(row.candidate(group))
                } catch {
                    failure = error
                    return false
                }
            }
            return failure == nil ? try LeftOutGroups(selection, filter: filter, db).count() : KnownGroup.LeftOut()
        }
        if let failure { throw failure }
        return leftOut
    }

    /// The groups of the photos or sidecars at paths, whatever their verdicts, in one state of the index.
    ///
    /// - Parameter paths: as for ``photo(at:)``.
    /// - Returns: for each, in order, its group; nil if the index has none there, or if it is gone, or if it has
    ///   not been judged.
    /// - Throws: `IndexError` where the index cannot be read.
    package func removalCandidates(ofGroupsOf paths: [FilePath]) throws(IndexError) -> [KnownGroup?] {
        try read { db in
            let row = try RemovalRow(db)
            return try Self.uploadCandidates(ofGroupsOf: paths, destination: nil, in: db).map { group in
                try group.map(row.candidate)
            }
        }
    }
}

/// Adds to a group what removals need: whether it is held and, for each hashed file, its receipts.
struct RemovalRow {
    private let holds: GroupHolds
    private let receipts: PreparedQuery

    init(_ db: Database) throws {
        holds = try GroupHolds(db)
        receipts = try PreparedQuery(db, Self.receiptsOfContent)
    }

    /// The valid receipts of a content at configured destinations.
    static let receiptsOfContent = """
        SELECT r.id, r.destination, \(PreparedQuery.receiptColumns)
        FROM content c CROSS JOIN receipt r ON r.content = c.id CROSS JOIN destination d ON d.id = r.destination
        WHERE c.sha256 = ? AND r.failedAt IS NULL AND d.removedAt IS NULL ORDER BY r.destination, r.target
        """

    /// The same group with these.
    func candidate(_ group: KnownGroup) throws -> KnownGroup {
        var group = group
        group.isHeld = try holds.hold(group.group)
        for index in group.members.indices {
            guard let sha256 = group.members[index].sha256 else { continue }
            group.members[index].receipts = try receipts(ofContent: sha256)
        }
        return group
    }

    private func receipts(ofContent sha256: [UInt8]) throws -> [KnownGroup.CopyReceipt] {
        var found: [KnownGroup.CopyReceipt] = []
        receipts.bind(sha256, at: 1)
        try receipts.forEachRow {
            found.append(
                KnownGroup.CopyReceipt(
                    id: receipts.integer(0), destination: receipts.integer(1), receipt: receipts.receipt(from: 2)))
        }
        return found
    }
}

extension PhotoIndex {
    /// The query plans of removals and undos, to find out why they are slow: SQLite's EXPLAIN QUERY PLAN, a line for
    /// each step.
    package func queryPlansOfRemovals() throws(IndexError) -> [String] {
        try read { db in
            try [
                Self.removedPhotos, Self.removingRuns, ActionRows.sql(where: Self.canBeUndone(0)).text,
                ReturnedFiles.purgeOfFile, RemovalRow.receiptsOfContent, GroupHolds.sql(ofGroup: "?1"),
            ].flatMap { try PreparedQuery.plan(of: $0, db) }
        }
    }
}
