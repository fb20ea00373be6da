import GRDB
package import PhotoModel
import SystemPackage

/// The result of an intent to share the files of a group.
package enum ShareIntent: Hashable, Sendable {
    /// Durably recorded: for each file, in the order of the action's, the rows of all its grants.
    case begun([[AnnouncedShare]])
    /// Must not be shared now; nothing was recorded.
    case notNow(Action.Reason)
}

/// A share that is recorded in the index before the destination is asked.
package struct AnnouncedShare: Hashable, Sendable {
    /// The row of the share.
    package let row: Int64
    /// The requested grant.
    package let asked: ShareGrant
    /// The previous grant in the row of an existing share; nil for a new row.
    package let before: ShareGrant?
    /// When the destination confirmed the previous grant; nil if it did not.
    let answered: Int64?

    /// Whether the destination has not confirmed any request of it before.
    package var isNew: Bool { answered == nil }
}

/// The outcome of requesting an announced share from the destination.
package enum ShareOutcome: Hashable, Sendable {
    /// Shared; until the link ends by itself, if it does.
    case shared(permission: String?, link: ShareLink?)
    /// Not shared; nothing has changed at the destination. No refusal counts that follows an attempt with an unknown
    /// outcome.
    case refused
    /// It was shared, and is not any more; nor is it where it was before.
    case takenBack
    /// The outcome is unknown: the share may be there, and stays in the index.
    case unknown
}

extension PhotoIndex {
    /// Records that copies of some groups are about to be shared, in one durable transaction.
    ///
    /// The transaction checks every objection to each group again, as for an upload: see ``IntentCheck``. It also
    /// checks that all other photos with the same bytes are work, since others will see those too. From then on the
    /// copies count as shared until ``noteStopped(_:at:)``, because the process may be killed before the answer. Until
    /// the answer, a share has no end and the greater of the old and the new role, because it is unknown which one is
    /// in effect. If the index cannot be written, nothing was announced.
    ///
    /// - Parameters:
    ///   - groups: the photos of each group, with the locations and hashes of their copies, which must all exist.
    ///     Sidecars are not shared.
    ///   - album: the album that the copies are in, which is shared as a whole; nil if they are shared themselves.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: a result for each group, in the given order.
    package func intendShares(
        of groups: [Action], _ grants: [ShareGrant], in album: Int64? = nil, at now: Int64, basis: JudgingBasis
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
                                target, of: destination, content: (row: content, path: member.path), grant, in: album)
                        }
                    })
            }
        }
    }

    /// Returns the current objections to groups that are being shared: most importantly, marks made since the intent.
    ///
    /// - Parameter groups: the groups as announced.
    /// - Returns: an objection for each group, as in ``intendShares(of:_:in:at:basis:)``, or nil.
    package func objections(
        toSharing groups: [Action], basis: JudgingBasis
    ) throws(IndexError) -> [Action.Reason?] {
        try read { db in
            let check = try ShareCheck(db, basis: basis)
            return try groups.map(check.objection)
        }
    }

    /// Records the outcomes of announced shares, in one durable transaction. A share that was stopped in the meantime
    /// counts as shared again unless the destination refused it: it may have taken effect after the stop. If the index
    /// cannot be written, all shares count as shared.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    package func conclude(
        _ outcomes: [(share: AnnouncedShare, outcome: ShareOutcome)], at now: Int64
    ) throws(IndexError) {
        try write(.notes) { db in
            for (share, outcome) in outcomes { try ShareWriting(db: db, now: now).conclude(share, outcome) }
        }
    }

    /// Records in a durable transaction that the destination has confirmed the end of a share. If the index cannot be
    /// written, it still counts as shared.
    ///
    /// - Parameters:
    ///   - share: the share as read before the destination was asked.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: whether it was recorded; false if the share was announced again in the meantime.
    package func noteStopped(_ share: StoredShare, at now: Int64) throws(IndexError) -> Bool {
        try write(.notes) { db in
            try db.execute(
                sql: "UPDATE share SET stoppedAt = ? WHERE id = ? AND askedAt = ?",
                arguments: [now, share.id, share.asked])
            return db.changesCount > 0
        }
    }
}

/// Checks objections to sharing groups, within a transaction.
struct ShareCheck {
    private let db: Database
    private let check: IntentCheck
    private let verdicts: ContentVerdicts
    private let removals: RemovedFiles

    init(_ db: Database, basis: JudgingBasis) throws {
        self.db = db
        check = try IntentCheck(db, basis: basis, leavingOut: Set(SidecarFormat.allCases))
        verdicts = try ContentVerdicts(db)
        removals = try RemovedFiles(db)
    }

    /// Returns the objection to sharing a group; nil if none. Every photo that has or may have its bytes must be work.
    /// Of photos that a purge removed nothing else is left to ask.
    func objection(to group: Action) throws -> Action.Reason? {
        let areRemoved = try group.members.allSatisfy { member in
            try removals.file(at: member.path, sha256: member.sha256 ?? []) != nil
        }
        let reason =
            try areRemoved ? check.objectionToCopies(ofRemoved: group) : check.objection(to: group, for: .share)
        if let reason { return reason }
        return try contents(of: group).allSatisfy(verdicts.isWork) ? nil : .notWork
    }

    /// Returns the rows of the contents of a group's photos.
    func contents(of group: Action) throws -> [Int64] {
        try group.members.map { try ContentRows.row(sha256: $0.sha256 ?? [], size: $0.fingerprint.size, in: db) }
    }
}

/// Writes rows of the table `share`, within a transaction.
private struct ShareWriting {
    let db: Database
    let now: Int64

    /// Announces a share, reusing the current row of the copy and audience if there is one.
    func announce(
        _ copy: CopyLocation, of destination: Int64, content: (row: Int64, path: FilePath), _ grant: ShareGrant,
        in album: Int64?
    ) throws -> AnnouncedShare {
        let known = try ShareRecord.fetchOne(
            db,
            sql: """
                \(ShareRecord.open)
                  AND s.destination = ? AND s.target = ? AND s.remoteID IS ? AND s.audience IS ?
                """, arguments: [destination, Blob(copy.path), copy.id, grant.audience.address])
        if let known {
            try db.execute(
                sql: """
                    UPDATE share SET role = ?, expiresAt = NULL, sharedAt = NULL, askedAt = ?, content = ?, path = ?
                    WHERE id = ?
                    """,
                arguments: [
                    max(grant.role, known.grant.role).rawValue, now, content.row, Blob(content.path), known.id,
                ])
            return AnnouncedShare(row: known.id, asked: grant, before: known.grant, answered: known.sharedAt)
        }
        try db.execute(
            sql: """
                INSERT INTO share (destination, target, remoteID, content, path, audience, role, askedAt, album)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                destination, Blob(copy.path), copy.id, content.row, Blob(content.path), grant.audience.address,
                grant.role.rawValue, now, album,
            ])
        return AnnouncedShare(row: db.lastInsertedRowID, asked: grant, before: nil, answered: nil)
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
                    share.asked.role.rawValue, share.asked.expires ?? link?.end, now, permission, link?.address,
                    share.row,
                ])
        case (.refused, nil), (.takenBack, nil):
            try db.execute(sql: "DELETE FROM share WHERE id = ?", arguments: [share.row])
        case (.refused, let before?):
            try db.execute(
                sql: "UPDATE share SET role = ?, expiresAt = ?, sharedAt = ? WHERE id = ?",
                arguments: [before.role.rawValue, before.expires, share.answered, share.row])
        case (.takenBack, _?):
            try db.execute(sql: "UPDATE share SET stoppedAt = ? WHERE id = ?", arguments: [now, share.row])
        case (.unknown, _):
            try db.execute(sql: "UPDATE share SET stoppedAt = NULL WHERE id = ?", arguments: [share.row])
        }
    }
}
