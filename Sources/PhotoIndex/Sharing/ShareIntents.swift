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

/// The result of an intent to share a folder.
package enum FolderShareIntent: Hashable, Sendable {
    /// Durably recorded: one row per grant.
    case begun([AnnouncedShare])
    /// The folder contains files that are not work now; nothing was recorded.
    case exposes([ExposedFile])
    /// The verdicts follow other rules than the current ones; nothing was recorded.
    case notNow
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
}

/// The outcome of requesting an announced share from the destination.
package enum ShareOutcome: Hashable, Sendable {
    /// Shared; until the link ends by itself, if it does.
    case shared(permission: String?, link: ShareLink?)
    /// Shared, but what came into the folder meanwhile is unknown; ``PhotoIndex/keep(_:of:at:isConfirmed:)`` confirms
    /// it.
    case granted(permission: String?, link: ShareLink?)
    /// Not shared; nothing has changed at the destination.
    case refused
    /// Not shared, nor is what was shared before.
    case ended
    /// The outcome is unknown.
    case unknown
}

extension PhotoIndex {
    /// Records that copies of some groups are about to be shared, in one durable transaction.
    ///
    /// The transaction checks every objection to each group again, as for an upload: see ``IntentCheck``. It also
    /// checks that all other photos with the same bytes are work, since others will see those too. From then on the
    /// copies count as shared until ``noteStopped(_:at:)``, because the process may be killed before the answer. Until
    /// the answer, a share has no end and the greater of the old and the new role, because it is unknown which one is
    /// in effect.
    ///
    /// - Parameters:
    ///   - groups: the photos of each group, with the locations and hashes of their copies, which must all exist.
    ///     Sidecars are not shared.
    ///   - grants: the grants for each file.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    ///   - basis: the rules that the plan was judged by.
    /// - Returns: a result for each group, in the given order.
    /// - Throws: `IndexError` if the index cannot be written; nothing was announced then.
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

    /// Returns the current objections to groups that are being shared: most importantly, marks made since the intent.
    ///
    /// - Parameters:
    ///   - groups: the groups as announced.
    ///   - basis: the current rules.
    /// - Returns: an objection for each group, as in ``intendShares(of:_:at:basis:)``, or nil.
    /// - Throws: `IndexError` if the index cannot be read.
    package func objections(
        toSharing groups: [Action], basis: JudgingBasis
    ) throws(IndexError) -> [Action.Reason?] {
        try read { db in
            let check = try ShareCheck(db, basis: basis)
            return try groups.map(check.objection)
        }
    }

    /// Records that a folder of a destination, including everything stored in it later, is about to be shared, in one
    /// durable transaction. The transaction checks again that all copies in the folder are work. What was found stays
    /// with the shares, so that ``shares(at:)`` tells what of it is no longer work.
    ///
    /// - Parameters:
    ///   - folder: the folder's location.
    ///   - destination: the destination's row.
    ///   - found: what the destination says is in it.
    ///   - grants: the grants for the folder.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    ///   - basis: the rules that the plan was judged by.
    /// - Returns: the result.
    /// - Throws: `IndexError` if the index cannot be written; nothing was announced then.
    package func intendShare(
        ofFolder folder: CopyLocation, of destination: Int64, finding found: FolderFindings = FolderFindings(),
        _ grants: [ShareGrant],
        at now: Int64, basis: JudgingBasis
    ) throws(IndexError) -> FolderShareIntent {
        try write(.notes) { db in
            guard try Self.basis(db) == basis, try !LooseDirectories.areAny(db) else { return .notNow }
            let exposed = try ContentVerdicts(db).view(
                ofFolder: folder.path, ofDestination: destination, finding: found
            ).exposed
            if !exposed.isEmpty { return .exposes(exposed) }
            let writing = ShareWriting(db: db, now: now)
            let shares = try grants.map { try writing.announce(folder, of: destination, content: nil, $0) }
            try writing.keep(found, of: shares.map(\.row))
            return .begun(shares)
        }
    }

    /// Replaces what the destination is known to have said of shared folders.
    ///
    /// - Parameters:
    ///   - found: what it says is in the folder.
    ///   - shares: the shares of the folder.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    ///   - isConfirmed: whether this confirms the shares: they may stay.
    /// - Throws: `IndexError` if the index cannot be written.
    package func keep(
        _ found: FolderFindings, of shares: [AnnouncedShare], at now: Int64, isConfirmed: Bool
    ) throws(IndexError) {
        try write(.notes) { db in
            let writing = ShareWriting(db: db, now: now)
            try writing.keep(found, of: shares.map(\.row))
            if isConfirmed { try writing.confirm(shares) }
        }
    }

    /// Records the outcomes of announced shares, in one durable transaction. A share that was stopped in the meantime
    /// counts as shared again unless the destination refused it: it may have taken effect after the stop.
    ///
    /// - Parameters:
    ///   - outcomes: the outcome of each share.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `IndexError` if the index cannot be written; all shares then count as shared.
    package func conclude(
        _ outcomes: [(share: AnnouncedShare, outcome: ShareOutcome)], at now: Int64
    ) throws(IndexError) {
        try write(.notes) { db in
            for (share, outcome) in outcomes { try ShareWriting(db: db, now: now).conclude(share, outcome) }
        }
    }

    /// Records in a durable transaction that the destination has confirmed the end of a share.
    ///
    /// - Parameters:
    ///   - share: the share as read before the destination was asked.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: whether it was recorded; false if the share was announced again in the meantime.
    /// - Throws: `IndexError` if the index cannot be written; it then still counts as shared.
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
private struct ShareCheck {
    private let db: Database
    private let check: IntentCheck
    private let verdicts: ContentVerdicts

    init(_ db: Database, basis: JudgingBasis) throws {
        self.db = db
        check = try IntentCheck(db, basis: basis, leavingOut: Set(SidecarFormat.allCases))
        verdicts = try ContentVerdicts(db)
    }

    /// Returns the objection to sharing a group; nil if none. Every photo that has or may have its bytes must be work.
    func objection(to group: Action) throws -> Action.Reason? {
        if let reason = try check.objection(to: group) { return reason }
        let isWork = try contents(of: group).allSatisfy {
            try verdicts.verdict(of: $0, lastAt: nil)?.verdict == .work && !verdicts.mayBeAnother($0)
        }
        return isWork ? nil : .notWork
    }

    /// Returns the rows of the contents of a group's photos.
    func contents(of group: Action) throws -> [Int64] {
        try group.members.map { try Contents.row(sha256: $0.sha256 ?? [], size: $0.fingerprint.size, in: db) }
    }
}

extension PhotoIndex {
    /// Keeps with the shares of a folder, in addition to what is known, what the destination says is in it.
    ///
    /// - Parameters:
    ///   - found: what it says is in the folder.
    ///   - folder: the folder, by the path that it has now.
    ///   - destination: the destination's row.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `IndexError` if the index cannot be written.
    package func note(
        _ found: FolderFindings, in folder: CopyLocation, ofDestination destination: Int64, at now: Int64
    ) throws(IndexError) {
        if found == FolderFindings() { return }
        try write(.notes) { db in
            let shares = try Int64.fetchAll(
                db,
                sql: """
                    SELECT id FROM share
                    WHERE destination = ? AND target = coalesce(?, x'') AND remoteID IS ? AND content IS NULL
                      AND stoppedAt IS NULL
                    """, arguments: [destination, Blob(folder.path), folder.id])
            try ShareWriting(db: db, now: now).keep(found, of: shares, isMore: true)
        }
    }
}

/// Writes rows of the table `share`, within a transaction. The path of a destination's root is empty, and an empty blob
/// may be bound as NULL.
private struct ShareWriting {
    let db: Database
    let now: Int64

    /// Announces a share, reusing the current row of the location and audience if there is one.
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
            try noteUnderOtherPaths(known.id)
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

    /// Keeps what was found in a folder with its shares, instead of what was found before or in addition to it.
    func keep(_ found: FolderFindings, of shares: [Int64], isMore: Bool = false) throws {
        var contents = Set(
            try found.contents.compactMap { content in
                try content.sha256.map { try Contents.row(sha256: $0, size: content.size, in: db) }
            })
        for receipt in found.edited {
            let content = try Int64.fetchOne(db, sql: "SELECT content FROM receipt WHERE id = ?", arguments: [receipt])
            if let content { contents.insert(content) }
        }
        for share in shares {
            if !isMore { try db.execute(sql: "DELETE FROM shareFinding WHERE share = ?", arguments: [share]) }
            for content in contents {
                try db.execute(
                    sql: "INSERT INTO shareFinding (share, content) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    arguments: [share, content])
            }
            for path in found.files {
                try db.execute(
                    sql: "INSERT INTO shareFinding (share, path) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    arguments: [share, Blob(path)])
            }
        }
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
            try grant(share, permission, link, confirmed: now)
        case (.granted(let permission, let link), _):
            try grant(share, permission, link, confirmed: nil)
        case (.ended, .some):
            try db.execute(
                sql: """
                    UPDATE share SET stoppedAt = ?1
                    FROM (SELECT * FROM share WHERE id = ?2) s
                    WHERE share.stoppedAt IS NULL AND (share.id = s.id OR \(Self.isOfSameFolder))
                    """, arguments: [now, share.row])
        case (.refused, nil), (.ended, nil):
            try db.execute(sql: "DELETE FROM share WHERE id = ?", arguments: [share.row])
        case (.refused, let before?):
            try db.execute(
                sql: "UPDATE share SET role = ?, expiresAt = ?, sharedAt = ? WHERE id = ?",
                arguments: [before.role.rawValue, before.expires, share.answered, share.row])
        case (.unknown, _):
            try db.execute(sql: "UPDATE share SET stoppedAt = NULL WHERE id = ?", arguments: [share.row])
        }
        try noteUnderOtherPaths(share.row)
    }

    private func grant(
        _ share: AnnouncedShare, _ permission: String?, _ link: ShareLink?, confirmed: Int64?
    ) throws {
        try db.execute(
            sql: """
                UPDATE share
                SET role = ?, expiresAt = ?, sharedAt = ?, stoppedAt = NULL, permission = ?, link = ? WHERE id = ?
                """,
            arguments: [
                share.asked.role.rawValue, share.asked.expires ?? link?.end, confirmed, permission, link?.address,
                share.row,
            ])
    }

    func confirm(_ shares: [AnnouncedShare]) throws {
        for share in shares {
            try db.execute(sql: "UPDATE share SET sharedAt = ? WHERE id = ?", arguments: [now, share.row])
            try noteUnderOtherPaths(share.row)
        }
    }

    /// The condition that the row `share` is the permission of the row `s`: of the same folder, under whatever path.
    private static let isOfSameFolder = """
        share.destination = s.destination AND share.remoteID = s.remoteID AND share.audience IS s.audience
        AND share.content IS NULL AND s.content IS NULL
        """

    /// Changes the other rows of a folder's share like this one: it is the same share, under a path that the folder had
    /// before.
    private func noteUnderOtherPaths(_ row: Int64) throws {
        try db.execute(
            sql: """
                UPDATE share SET (role, expiresAt, permission, link, askedAt, sharedAt) =
                  (s.role, s.expiresAt, s.permission, s.link, s.askedAt, s.sharedAt)
                FROM (SELECT * FROM share WHERE id = ?) s
                WHERE share.stoppedAt IS NULL AND share.id <> s.id AND \(Self.isOfSameFolder)
                """, arguments: [row])
    }
}
