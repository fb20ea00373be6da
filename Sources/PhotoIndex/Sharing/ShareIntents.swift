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
    /// What the row said before, of something that was shared already; nil for a new row.
    package let before: ShareGrant?
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
    /// shared, until ``noteStopped(_:at:)``: who shared them may be killed before the answer.
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
            let check = try IntentCheck(db, basis: basis, leavingOut: Set(SidecarFormat.allCases))
            let verdicts = try ContentVerdicts(db)
            let writing = ShareWriting(db: db, now: now)
            return try groups.map { group in
                if let reason = try check.objection(to: group) { return .notNow(reason) }
                let contents = try group.members.map { member in
                    try Contents.row(sha256: member.sha256 ?? [], size: member.fingerprint.size, in: db)
                }
                for content in contents where try verdicts.verdict(of: content, lastAt: nil)?.verdict != .work {
                    return .notNow(.notWork)
                }
                return .begun(
                    try zip(group.members, contents).map { member, content in
                        guard let target = member.target, let destination = group.destination?.id else { return [] }
                        return try grants.map { grant in
                            try writing.announce(
                                target, of: destination, content: (row: content, path: member.path), grant)
                        }
                    })
            }
        }
    }

    /// Writes down that a folder of a destination is about to be shown to others, with all that comes to lie in it; in
    /// one durable transaction, which looks once more whether all copies in it are work.
    ///
    /// - Parameters:
    ///   - folder: where it is.
    ///   - destination: the destination's row.
    ///   - grants: what is given of it.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    ///   - basis: what the plan was judged by.
    /// - Returns: what came of it.
    /// - Throws: `IndexError` where the index cannot be written; nothing was announced then.
    package func intendShare(
        ofFolder folder: CopyLocation, of destination: Int64, _ grants: [ShareGrant], at now: Int64,
        basis: JudgingBasis
    ) throws(IndexError) -> FolderShareIntent {
        try write(.notes) { db in
            guard try Self.basis(db) == basis, try !LooseDirectories.areAny(db) else { return .notNow }
            let exposed = try ContentVerdicts(db).exposed(inFolder: folder.path, ofDestination: destination)
            if !exposed.isEmpty { return .exposes(exposed) }
            let writing = ShareWriting(db: db, now: now)
            return .begun(try grants.map { try writing.announce(folder, of: destination, content: nil, $0) })
        }
    }

    /// Writes down what the destination said to shares that were announced; in one durable transaction. One that was
    /// stopped meanwhile counts as shared again.
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

    /// Writes down that the destination was asked, and that these are shared no longer; in one durable transaction.
    ///
    /// - Parameters:
    ///   - shares: their rows.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `IndexError` where the index cannot be written; all count as shared then.
    package func noteStopped(_ shares: [Int64], at now: Int64) throws(IndexError) {
        try write(.notes) { db in
            for row in shares {
                try db.execute(sql: "UPDATE share SET stoppedAt = ? WHERE id = ?", arguments: [now, row])
            }
        }
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
                sql: "UPDATE share SET role = ?, expiresAt = ?, askedAt = ?, content = ?, path = ? WHERE id = ?",
                arguments: [
                    grant.role.rawValue, grant.expires, now, content?.row, content.map { Blob($0.path) }, known.id,
                ])
            return AnnouncedShare(row: known.id, before: known.grant)
        }
        try db.execute(
            sql: """
                INSERT INTO share (destination, target, remoteID, content, path, audience, role, expiresAt, askedAt)
                VALUES (?, coalesce(?, x''), ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                destination, Blob(place.path), place.id, content?.row, content.map { Blob($0.path) },
                grant.audience.address, grant.role.rawValue, grant.expires, now,
            ])
        return AnnouncedShare(row: db.lastInsertedRowID, before: nil)
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
                sql: "UPDATE share SET sharedAt = ?, stoppedAt = NULL, permission = ?, link = ? WHERE id = ?",
                arguments: [now, permission, link?.address, share.row])
        case (.refused, nil):
            try db.execute(sql: "DELETE FROM share WHERE id = ?", arguments: [share.row])
        case (.refused, let before?):
            try db.execute(
                sql: "UPDATE share SET role = ?, expiresAt = ? WHERE id = ?",
                arguments: [before.role.rawValue, before.expires, share.row])
        case (.unknown, _): break
        }
    }
}
