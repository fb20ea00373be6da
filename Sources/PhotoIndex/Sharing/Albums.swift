import GRDB
package import PhotoModel
package import SystemPackage

/// An album: a folder of copies at a destination that is shared as a whole. Which photos belong into it was chosen when
/// it was made.
package struct Album: Hashable, Sendable {
    /// Its row.
    package let id: Int64
    /// Where it is kept.
    package let destination: DestinationName
    /// Its folder, with the id that it has or is about to get.
    package let folder: CopyLocation
    /// Whether its copies lack what tells place, device and person.
    package let isClean: Bool
    /// Whether the destination said that the folder is not there any more.
    package let isGone: Bool
    /// Whether others see it, or may.
    package let isShared: Bool
    /// Whether others saw it at a time.
    package let wasShared: Bool
    /// What belongs into it.
    package let copies: [Copy]

    /// What users call it.
    package var name: String { folder.path.lastComponent?.string ?? "" }

    /// A copy that belongs into an album.
    package struct Copy: Hashable, Sendable {
        /// The file in the library when it was chosen, absolute.
        package let path: FilePath
        /// The SHA-256 of its bytes, 32 of them.
        package let sha256: [UInt8]
        /// In bytes.
        package let size: Int64
        /// Where the copy is or will be; without an id until it is about to be made.
        package let location: CopyLocation
        /// How far it has come.
        package let stage: AlbumCopyStage
        /// What a clean copy consists of; nil until it is about to be made, and for a copy as the photo is.
        package let made: RecordedContent?

        /// Whether the destination said that the copy has these bytes.
        package var isProved: Bool { stage == .proved }

        /// Whether it was made, or may have been.
        package var mayBeThere: Bool { location.id != nil || isProved }

        /// A copy to be made of a file.
        package init(path: FilePath, sha256: [UInt8], size: Int64, target: FilePath) {
            (self.path, self.sha256, self.size) = (path, sha256, size)
            (location, stage, made) = (CopyLocation(target), .begun, nil)
        }

        fileprivate init(_ row: Row) throws {
            (path, sha256, size) = (try row.path("path"), try row.bytes("sha256"), try row.value("size"))
            location = CopyLocation(try row.path("target"), id: try row.value("remoteID"))
            let isMoving: Bool = try row.value("isMoving")
            stage = try row.value("isProved") ? .proved : isMoving ? .moving : .begun
            let bytes: Int64? = try row.value("madeSize")
            made = try bytes.map { RecordedContent(size: $0, sha256: try row.bytes("madeHash")) }
        }
    }

    fileprivate static let rows = """
        SELECT a.*, a.goneAt NOTNULL AS isGone, d.name,
          EXISTS (SELECT 1 FROM share s WHERE s.album = a.id AND s.stoppedAt ISNULL) AS isShared,
          EXISTS (SELECT 1 FROM share s WHERE s.album = a.id AND s.sharedAt NOTNULL) AS wasShared
        FROM album a JOIN destination d ON d.id = a.destination
        """

    fileprivate static func adding(_ copies: [Copy], to album: Int64, in db: Database) throws -> Album {
        for copy in copies {
            let content = try ContentRows.row(sha256: copy.sha256, size: copy.size, in: db)
            try db.run(
                """
                INSERT INTO albumCopy (album, target, content, path)
                VALUES (\(album), \(copy.location.path), \(content), \(copy.path))
                """)
        }
        return try Row.fetchAll(db, sql: "\(rows) WHERE a.id = ?", arguments: [album])
            .map { try Album($0, in: db) }[0]
    }

    /// One of these rows, with the copies that belong into it.
    fileprivate init(_ row: Row, in db: Database) throws {
        id = try row.value("id")
        destination = DestinationName(id: try row.value("destination"), name: try row.value("name"))
        folder = CopyLocation(try row.path("target"), id: try row.value("remoteID"))
        (isClean, isGone) = (try row.value("isClean"), try row.value("isGone"))
        (isShared, wasShared) = (try row.value("isShared"), try row.value("wasShared"))
        copies = try Row.fetchAll(
            db,
            sql: """
                SELECT a.path, a.target, a.remoteID, a.isMoving, a.provedAt NOTNULL AS isProved, c.sha256, c.size,
                  m.sha256 AS madeHash, m.size AS madeSize
                FROM albumCopy a JOIN content c ON c.id = a.content LEFT JOIN content m ON m.id = a.made
                WHERE a.album = ? ORDER BY a.target
                """, arguments: [id]
        ).map(Copy.init)
    }
}

extension PhotoIndex {
    /// The albums of a destination, or of all, by the destinations' names and in the order of their folders' bytes.
    ///
    /// - Parameter destination: the destination's row; nil for all, also those that were removed.
    package func albums(ofDestination destination: Int64? = nil) throws(IndexError) -> [Album] {
        try read { db in
            let rows = try Row.fetchAll(
                db, sql: "\(Album.rows) WHERE ?1 IS NULL OR a.destination = ?1 ORDER BY d.name, d.id, a.target",
                arguments: [destination])
            return try rows.map { try Album($0, in: db) }
        }
    }

    /// Records an album and which copies belong into it, in one durable transaction, before its folder is made.
    ///
    /// - Parameters:
    ///   - folder: where its folder will be; no album of the destination has that path.
    ///   - isClean: whether they lack what tells place, device and person.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    package func addAlbum(
        _ folder: CopyLocation, destination: Int64, of copies: [Album.Copy], isClean: Bool = false, at now: Int64
    ) throws(IndexError) -> Album {
        try write(.notes) { db in
            try db.execute(
                sql: "INSERT INTO album (destination, target, remoteID, madeAt, isClean) VALUES (?, ?, ?, ?, ?)",
                arguments: [destination, Blob(folder.path), folder.id, now, isClean])
            return try Album.adding(copies, to: db.lastInsertedRowID, in: db)
        }
    }

    /// Records which copies belong into an album from now on, in one durable transaction. If the index cannot be
    /// written, nothing belongs into it that did not before.
    ///
    /// - Parameter copies: the copies to be made; none has the path of another one in the album.
    package func addCopies(_ copies: [Album.Copy], toAlbum album: Int64) throws(IndexError) -> Album {
        try write(.notes) { db in try Album.adding(copies, to: album, in: db) }
    }

    /// Records in a durable transaction whether the folder of an album is where it was made.
    ///
    /// - Parameters:
    ///   - isGone: whether the destination said that it is not.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    package func note(isGone: Bool, album: Int64, at now: Int64) throws(IndexError) {
        try write(.notes) { db in
            try db.execute(
                sql: "UPDATE album SET goneAt = ? WHERE id = ?", arguments: [isGone ? now : nil, album])
        }
    }

    /// Forgets an album that is not shared any more, in one durable transaction: another may have its name then.
    ///
    /// - Throws: if the index cannot be written, or others see the album, or may.
    package func forgetAlbum(_ album: Int64) throws(IndexError) {
        try write(.notes) { db in
            try db.run("UPDATE share SET album = NULL WHERE album = \(album) AND stoppedAt NOTNULL")
            try db.run("DELETE FROM albumCopy WHERE album = \(album)")
            try db.run("DELETE FROM album WHERE id = \(album)")
        }
    }

    /// Records that copies are about to be made in an album, in one durable transaction, which judges their groups once
    /// more as ``intendShares(of:_:in:at:basis:)`` does. Whoever sees the album already counts as seeing them from then
    /// on. If the index cannot be written, nothing was announced.
    ///
    /// - Parameters:
    ///   - groups: the photos of each group, with the locations of their copies in the album.
    ///   - clean: what clean copies will consist of, by their locations.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: for each group why no copy of it must be made; nil if they are announced.
    package func intendCopies(
        of groups: [Action], inAlbum album: Int64, clean: [CopyLocation: RecordedContent] = [:], at now: Int64,
        basis: JudgingBasis
    ) throws(IndexError) -> [Action.Reason?] {
        try write(.notes) { db in
            let check = try ShareCheck(db, basis: basis)
            return try groups.map { group in
                if let reason = try check.objection(to: group) { return reason }
                for copy in group.members.compactMap(\.target) {
                    let made = try clean[copy].map {
                        try ContentRows.row(sha256: $0.sha256 ?? [], size: $0.size, in: db)
                    }
                    try db.run(
                        """
                        UPDATE albumCopy
                        SET remoteID = \(copy.id), provedAt = NULL, isMoving = isMoving AND remoteID IS \(copy.id),
                          made = coalesce(\(made), made)
                        WHERE album = \(album) AND target = \(copy.path)
                        """)
                    try db.run(
                        """
                        INSERT INTO share (destination, target, remoteID, content, path, audience, role, expiresAt,
                          permission, link, askedAt, sharedAt, album)
                        SELECT s.destination, a.target, a.remoteID, a.content, a.path, s.audience, s.role, s.expiresAt,
                          s.permission, s.link, \(now), s.sharedAt, s.album
                        FROM share s JOIN albumCopy a ON a.album = s.album
                        WHERE s.album = \(album) AND s.stoppedAt IS NULL AND a.target = \(copy.path)
                        GROUP BY s.audience ON CONFLICT DO NOTHING
                        """)
                }
                return nil
            }
        }
    }

    /// Records in a durable transaction that a copy in an album is about to get its name: it was proved under a
    /// temporary one, and nothing has its own. If the index cannot be written, it must not get its name.
    package func noteMoving(_ copy: CopyLocation, inAlbum album: Int64) throws(IndexError) {
        try write(.notes) { db in
            try db.run(
                """
                UPDATE albumCopy SET isMoving = 1
                WHERE album = \(album) AND target = \(copy.path) AND remoteID IS \(copy.id)
                """)
        }
    }

    /// Records in a durable transaction that the destination has proved copies in an album.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    package func noteProved(_ copies: [CopyLocation], inAlbum album: Int64, at now: Int64) throws(IndexError) {
        try write(.notes) { db in
            for copy in copies {
                try db.run(
                    """
                    UPDATE albumCopy SET provedAt = \(now)
                    WHERE album = \(album) AND target = \(copy.path) AND remoteID IS \(copy.id)
                    """)
            }
        }
    }

    /// Records in a durable transaction that the destination has said that copies are in an album no longer: nobody
    /// sees them there. If the index cannot be written, they still count as there.
    ///
    /// - Parameters:
    ///   - staysChosen: whether they still belong into the album, and are to be made again.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    package func noteTakenOut(
        _ copies: [CopyLocation], ofAlbum album: Int64, staysChosen: Bool, at now: Int64
    ) throws(IndexError) {
        try write(.notes) { db in
            for copy in copies {
                try db.run(
                    """
                    UPDATE share SET stoppedAt = \(now) WHERE album = \(album) AND target = \(copy.path)
                      AND remoteID IS \(copy.id) AND stoppedAt IS NULL
                    """)
                let row: SQL = "album = \(album) AND target = \(copy.path)"
                try db.run(
                    staysChosen
                        ? "UPDATE albumCopy SET remoteID = NULL, provedAt = NULL, isMoving = 0 WHERE \(row)"
                        : "DELETE FROM albumCopy WHERE \(row)")
            }
        }
    }
}
