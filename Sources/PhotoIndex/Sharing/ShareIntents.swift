import GRDB
package import PhotoModel
import SystemPackage

/// What came of meaning to share the files of a group.
package enum ShareIntent: Hashable, Sendable {
    /// The index says so, durably: for each file, in the order of the action's, the rows for all that it is given.
    case begun([[AnnouncedShare]])
    /// It is not to be shown to anybody now, and nothing was written of it.
    case notNow(Action.Reason)
}

/// What came of meaning to share a folder.
package enum FolderShareIntent: Hashable, Sendable {
    /// The index says so, durably: a row for all that it is given.
    case begun([AnnouncedShare])
    /// Files in it are not work now; nothing was written.
    case exposes([ExposedFile])
    /// The verdicts are by other rules than those of the moment; nothing was written.
    case notNow
}

/// A share that the index knows of before the destination does.
package struct AnnouncedShare: Hashable, Sendable {
    /// Its row.
    package let row: Int64
    /// What is asked for.
    package let asked: ShareGrant
    /// What the row said before, of something that was shared already; nil for a new row.
    package let before: ShareGrant?
    /// When the destination had said that; nil where it had not.
    let answered: Int64?
}

/// What the destination said to a share that was announced.
package enum ShareOutcome: Hashable, Sendable {
    /// It is shared.
    case shared(permission: String?, link: ShareLink?)
    /// It is not, and nothing has changed at the destination.
    case refused
    /// Nobody can tell.
    case unknown
}

extension PhotoIndex {
    /// Writes down that copies of some groups are about to be shown to others; in one durable transaction.
    ///
    /// In it, all that speaks against each group is looked at once more, as for an upload: see ``IntentCheck``; and
    /// whether another photo of the same bytes is work as well, since others see those. From then on they count as
    /// shared, until ``noteStopped(_:at:)``: who shared them may be killed before the answer. Until that they have no
    /// end, and the greater of the roles before and after: nobody knows which of the two is there.
    ///
    /// - Parameters:
    ///   - groups: the photos of each group, with the places of their copies and their hashes, which all have. Sidecars
    ///     are not shared.
    ///   - grants: what is given of each file.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    ///   - basis: what the plan was judged by.
    /// - Returns: an answer for each, in the order given.
    /// - Throws: `IndexError` where the index cannot be written; nothing was announced then.
    package func intendShares(
        of groups: [Action], _ grants: [ShareGrant], at now: Int64, basis: JudgingBasis
    ) throws(IndexError) -> [ShareIntent] {
        try write(.notes) { db in
            let check = try ShareCheck(db, basis: basis)
            let writing = ShareWriting(db: db, now: now)
            return try groups.map { group in
                if let reason = try check.objection(to: group) { return .notNow(reason) }
                return .begun(
                    try zip(group.members, check.contents(of: group)).map { member, content in
                        guard let target = member.target, let destination = group.destination?.id else { return [] }
                        return try grants.map { grant in
                            try writing.announce(
                                target, of: destination, content: (row: content, path: member.path), grant)
                        }
                    })
            }
        }
    }

    /// What speaks by now against groups that are being shown to others: what a person said since the intent, above
    /// all.
    ///
    /// - Parameters:
    ///   - groups: as they were announced.
    ///   - basis: what is judged by now.
    /// - Returns: for each, as in ``intendShares(of:_:at:basis:)``; nil where nothing does.
    /// - Throws: `IndexError` where the index cannot be read.
    package func objections(
        toSharing groups: [Action], basis: JudgingBasis
    ) throws(IndexError) -> [Action.Reason?] {
        try read { db in
            let check = try ShareCheck(db, basis: basis)
            return try groups.map(check.objection)
        }
    }

    /// Writes down that a folder of a destination is about to be shown to others, with all that comes to lie in it; in
    /// one durable transaction, which looks once more whether all copies in it are work.
    ///
    /// - Parameters:
    ///   - folder: where it is.
    ///   - destination: the destination's row.
    ///   - others: as for ``exposed(inFolder:ofDestination:besides:)``.
    ///   - grants: what is given of it.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    ///   - basis: what the plan was judged by.
    /// - Returns: what came of it.
    /// - Throws: `IndexError` where the index cannot be written; nothing was announced then.
    package func intendShare(
        ofFolder folder: CopyLocation, of destination: Int64, besides others: Set<Int64> = [], _ grants: [ShareGrant],
        at now: Int64, basis: JudgingBasis
    ) throws(IndexError) -> FolderShareIntent {
        try write(.notes) { db in
            guard try Self.basis(db) == basis, try !LooseDirectories.areAny(db) else { return .notNow }
            let exposed = try ContentVerdicts(db).exposed(
                inFolder: folder.path, ofDestination: destination, besides: others)
            if !exposed.isEmpty { return .exposes(exposed) }
            let writing = ShareWriting(db: db, now: now)
            return .begun(try grants.map { try writing.announce(folder, of: destination, content: nil, $0) })
        }
    }

    /// Writes down what the destination said to shares that were announced; in one durable transaction. One that was
    /// stopped meanwhile counts as shared again, also where nobody can tell: it may have come after that.
    ///
    /// - Parameters:
    ///   - outcomes: what it said to each.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `IndexError` where the index cannot be written; all count as shared then.
    package func conclude(
        _ outcomes: [(share: AnnouncedShare, outcome: ShareOutcome)], at now: Int64
    ) throws(IndexError) {
        try write(.notes) { db in
            for (share, outcome) in outcomes { try ShareWriting(db: db, now: now).conclude(share, outcome) }
        }
    }

    /// Writes down that the destination was asked, and that this is shared no longer; in a durable transaction.
    ///
    /// - Parameters:
    ///   - share: as it was before the destination was asked.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: whether it was written down; not where it was announced once more since then.
    /// - Throws: `IndexError` where the index cannot be written; it counts as shared then.
    package func noteStopped(_ share: StoredShare, at now: Int64) throws(IndexError) -> Bool {
        try write(.notes) { db in
            try db.execute(
                sql: "UPDATE share SET stoppedAt = ? WHERE id = ? AND askedAt = ?",
                arguments: [now, share.id, share.asked])
            return db.changesCount > 0
        }
    }
}

/// Looks at what speaks against showing groups to others, within a transaction.
private struct ShareCheck {
    private let db: Database
    private let check: IntentCheck
    private let verdicts: ContentVerdicts

    init(_ db: Database, basis: JudgingBasis) throws {
        self.db = db
        check = try IntentCheck(db, basis: basis, leavingOut: Set(SidecarFormat.allCases))
        verdicts = try ContentVerdicts(db)
    }

    /// Why a group is not to be shown; nil where nothing speaks against it. Others see every photo of the same bytes.
    func objection(to group: Action) throws -> Action.Reason? {
        if let reason = try check.objection(to: group) { return reason }
        let isWork = try contents(of: group).allSatisfy {
            try verdicts.verdict(of: $0, lastAt: nil)?.verdict == .work
        }
        return isWork ? nil : .notWork
    }

    /// The rows of the contents of a group's photos.
    func contents(of group: Action) throws -> [Int64] {
        try group.members.map { try Contents.row(sha256: $0.sha256 ?? [], size: $0.fingerprint.size, in: db) }
    }
}

/// Writes rows of the table `share`, within a transaction. The path of a destination's top is empty, and an empty blob
/// may be bound as NULL.
private struct ShareWriting {
    let db: Database
    let now: Int64

    /// Has a place be shared: in the row that it has for that audience, else in a new one.
    func announce(
        _ place: CopyLocation, of destination: Int64, content: (row: Int64, path: FilePath)?, _ grant: ShareGrant
    ) throws -> AnnouncedShare {
        if let known = try open(place, of: destination, grant.audience) {
            try db.execute(
                sql: """
                    UPDATE share SET role = ?, expiresAt = NULL, sharedAt = NULL, askedAt = ?, content = ?, path = ?
                    WHERE id = ?
                    """,
                arguments: [
                    max(grant.role, known.grant.role).rawValue, now, content?.row, content.map { Blob($0.path) },
                    known.id,
                ])
            return AnnouncedShare(row: known.id, asked: grant, before: known.grant, answered: known.sharedAt)
        }
        try db.execute(
            sql: """
                INSERT INTO share (destination, target, remoteID, content, path, audience, role, askedAt)
                VALUES (?, coalesce(?, x''), ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                destination, Blob(place.path), place.id, content?.row, content.map { Blob($0.path) },
                grant.audience.address, grant.role.rawValue, now,
            ])
        return AnnouncedShare(row: db.lastInsertedRowID, asked: grant, before: nil, answered: nil)
    }

    private func open(
        _ place: CopyLocation, of destination: Int64, _ audience: ShareAudience
    ) throws -> ShareRecord? {
        try ShareRecord.fetchOne(
            db,
            sql: """
                SELECT s.*, '' AS destinationName, NULL AS sha256 FROM share s
                WHERE destination = ? AND target = coalesce(?, x'') AND remoteID IS ? AND audience IS ?
                  AND stoppedAt IS NULL
                """, arguments: [destination, Blob(place.path), place.id, audience.address])
    }

    func conclude(_ share: AnnouncedShare, _ outcome: ShareOutcome) throws {
        switch (outcome, share.before) {
        case (.shared(let permission, let link), _):
            try db.execute(
                sql: """
                    UPDATE share
                    SET role = ?, expiresAt = ?, sharedAt = ?, stoppedAt = NULL, permission = ?, link = ? WHERE id = ?
                    """,
                arguments: [
                    share.asked.role.rawValue, share.asked.expires, now, permission, link?.address, share.row,
                ])
        case (.refused, nil):
            try db.execute(sql: "DELETE FROM share WHERE id = ?", arguments: [share.row])
        case (.refused, let before?):
            try db.execute(
                sql: "UPDATE share SET role = ?, expiresAt = ?, sharedAt = ? WHERE id = ?",
                arguments: [before.role.rawValue, before.expires, share.answered, share.row])
        case (.unknown, _):
            try db.execute(sql: "UPDATE share SET stoppedAt = NULL WHERE id = ?", arguments: [share.row])
        }
    }
}
