import GRDB
package import PhotoModel
package import SystemPackage

/// What was sent of a photo, with all files of its group.
package struct SentPhoto: Sendable {
    /// The row of its group; 0 if the index has none any more.
    package var group: Int64
    /// The copies, the leader's first.
    package var copies: [Copy]

    /// A copy, with the file that was sent.
    package struct Copy: Sendable {
        /// The file, which may be gone or have other bytes now.
        package let path: FilePath
        /// Its role in the group.
        package let role: Photo.Member.Role
        /// The file as the index or the journal knows it.
        package let fingerprint: Fingerprint
        package let receipt: StoredReceipt
    }
}

extension PhotoIndex {
    /// What was ever sent of the photo or sidecar at a path and of its group, to all configured destinations: the bytes
    /// that the files have or had, also under other paths, and those that were sent from these paths.
    ///
    /// If a file's own bytes are known to be nowhere at a destination, what has the name there that the file would have
    /// got beside these copies counts too, unless another file has those bytes.
    ///
    /// - Parameters:
    ///   - path: absolute, with links resolved except in the last name.
    ///   - hashes: the hashes of files of the group that were never hashed, by their paths.
    /// - Returns: the copies, without any where nothing was sent, with those whose receipts have failed or ended; nil
    ///   where neither the index nor the journal has the path.
    package func sentPhoto(
        at path: FilePath, hashes: [FilePath: [UInt8]] = [:]
    ) throws(IndexError) -> SentPhoto? {
        try sentPhotos(at: [path], hashes: hashes)[path]
    }

    /// The same for many paths, in one state of the index; faster than one by one.
    package func sentPhotos(
        at paths: [FilePath], hashes: [FilePath: [UInt8]] = [:]
    ) throws(IndexError) -> [FilePath: SentPhoto] {
        try read { db in
            let photos = try SentPhotos(db, hashes: hashes)
            return try paths.reduce(into: [:]) { $0[$1] = try photos.photo(at: $1) }
        }
    }

    /// The files of a photo's group that no scan has hashed, in an index with receipts: their copies are only known
    /// once they are hashed.
    ///
    /// - Parameter path: the path of one of the group's files; absolute, with links resolved except in the last name.
    /// - Returns: the paths of files that are not gone; empty where the index does not know the group.
    package func unhashedFiles(ofGroupOf path: FilePath) throws(IndexError) -> [FilePath] {
        try read { db in
            guard let group = try FileFinder(db).file(at: path.bytes)?.group else { return [] }
            return try Blob.fetchAll(
                db.statement(
                    """
                    SELECT \(sql: FileFinder.path(of: "f", in: "r")) FROM file f CROSS JOIN root r ON r.id = f.root
                    WHERE f.assetGroup = \(group) AND f.content IS NULL AND f.goneAt IS NULL
                      AND EXISTS (SELECT 1 FROM receipt)
                    """)
            ).map(\.path)
        }
    }

    /// The copies that are left although somebody has taken copies of these photos back from there, and has not marked
    /// them as work since: earlier versions, and what could not be taken back. The copy of a sidecar is left out if it
    /// is another photo's too.
    ///
    /// - Returns: each copy, with the reason: that the library does not have its bytes, else that of the last
    ///   retraction, which may be nil.
    package func copiesLeft() throws(IndexError) -> [(copy: SentPhoto.Copy, why: Action.Reason?)] {
        try read { db in
            let retractions = try Row.fetchAll(
                db.statement(
                    """
                    SELECT l.path, a.destination, a.why FROM action a CROSS JOIN actionMember l ON l.action = a.id
                    WHERE a.kind = 'retract' AND a.destination NOTNULL AND NOT \(sql: MergedRuns.haveAction)
                      AND l.place = 0 AND EXISTS (
                      SELECT 1 FROM actionMember m CROSS JOIN content c ON c.sha256 = m.sha256
                      WHERE m.action = a.id AND \(sql: DestinationHolds.holds("c.id", from: "a.destination")))
                    ORDER BY a.id DESC
                    """))
            var seen: Set<Int64> = []
            let photos = try SentPhotos(db, hashes: [:])
            let sidecars = SharedSidecars(db)
            return try retractions.flatMap { one in
                let destination: Int64 = try one.value("destination")
                let why = try (one.value("why") as String?).flatMap(Action.Reason.init)
                let sent = try photos.photo(at: one.path("path"))
                return try (sent?.copies ?? []).filter {
                    try $0.receipt.failedAt == nil && $0.receipt.destination.id == destination
                        && seen.insert($0.receipt.id).inserted && !sidecars.need($0, besides: sent?.group ?? 0)
                }.map { copy in
                    let isInLibrary = try db.has(
                        """
                        SELECT 1 FROM content c CROSS JOIN file f ON f.content = c.id
                        WHERE c.sha256 = \(copy.receipt.receipt.sha256) AND f.goneAt IS NULL
                        """)
                    return (copy, isInLibrary ? why : .lastCopy)
                }
            }
        }
    }
}

/// Finds what was sent of photos, within a transaction.
struct SentPhotos {
    private struct Sent {
        let path: FilePath
        let role: Photo.Member.Role
        let fingerprint: Fingerprint
        let sha256: [UInt8]
    }

    /// Where a file was sent, or was to be.
    private struct Target: Hashable {
        let destination: Int64
        let target: FilePath
    }

    /// What the files of a group have or had, and where the journal says that they were sent or were to be sent: an
    /// upload that failed may have left copies, which have receipts.
    private struct History {
        var sent: [Sent] = []
        var targets: Set<Target> = []
        /// The files that no scan has hashed, each with its bytes of now if these are known.
        var unhashed: [(path: FilePath, role: Photo.Member.Role, fingerprint: Fingerprint, sha256: [UInt8]?)] = []
    }

    private let db: Database
    private let finder: FileFinder
    private let hashes: [FilePath: [UInt8]]
    private let hasReceipts: Bool

    /// The condition that an action is of the group that has its row now, whatever the files are called. It is if a
    /// photo of the group has the size and mtime that the action's leader had. `action` is its table.
    static func isOfGroup(_ action: String) -> String {
        """
        EXISTS (
          SELECT 1 FROM actionMember l CROSS JOIN file p ON p.assetGroup = \(action).assetGroup
          WHERE l.action = \(action).id AND l.place = 0 AND p.state = 'photo' AND p.size = l.size
            AND p.modified = l.modified)
        """
    }

    init(_ db: Database, hashes: [FilePath: [UInt8]]) throws {
        self.db = db
        self.hashes = hashes
        finder = try FileFinder(db)
        hasReceipts = try db.has("SELECT 1 FROM receipt LIMIT 1")
    }

    func photo(at path: FilePath) throws -> SentPhoto? {
        let group = try finder.file(at: path.bytes)?.group
        if let group, !hasReceipts { return SentPhoto(group: group, copies: []) }
        var paths: [FilePath] = []
        var history = History()
        if let group { paths = try addMembers(of: group, to: &history) }
        for path in paths.contains(path) ? paths : paths + [path] {
            try addJournal(
                """
                actionMember l CROSS JOIN action a ON a.id = l.action CROSS JOIN actionMember m ON m.action = a.id
                WHERE l.place = 0 AND l.path = \(path) AND NOT \(sql: MergedRuns.haveAction)
                """, to: &history)
        }
        if let group {
            try addJournal(
                """
                action a CROSS JOIN actionMember m ON m.action = a.id
                WHERE a.assetGroup = \(group) AND \(sql: Self.isOfGroup("a"))
                """, to: &history)
        }
        if group == nil, history.sent.isEmpty { return nil }
        return SentPhoto(group: group ?? 0, copies: try copies(of: history))
    }

    /// Adds what the files of a group have, and what each had before.
    ///
    /// - Returns: their paths, the leader's first.
    private func addMembers(of group: Int64, to history: inout History) throws -> [FilePath] {
        let members = try Row.fetchAll(
            db.statement(
                """
                SELECT \(sql: FileFinder.path(of: "f", in: "r")) AS whole, f.role, f.size, f.modified, f.changed, f.inode,
                  c.sha256, f.id
                FROM assetGroup g CROSS JOIN file f ON f.assetGroup = g.id CROSS JOIN root r ON r.id = f.root
                LEFT JOIN content c ON c.id = f.content WHERE g.id = \(group) ORDER BY \(sql: GroupMembers.order)
                """))
        for member in members { try add(member.path("whole"), member, to: &history) }
        for member in members {
            let earlier = try Row.fetchAll(
                db.statement(
                    """
                    SELECT f.role, c.size, f.modified, f.changed, f.inode, c.sha256 FROM earlierContent e
                    CROSS JOIN file f ON f.id = e.file CROSS JOIN content c ON c.id = e.content
                    WHERE e.file = \(member.value("id") as Int64) ORDER BY c.id DESC
                    """))
            for one in earlier { try add(member.path("whole"), one, to: &history) }
        }
        return try members.map { try $0.path("whole") }
    }

    /// Adds what uploads sent; `source` is the tables `a` and `m` of the journal, with conditions.
    private func addJournal(_ source: SQL, to history: inout History) throws {
        let rows = try Row.fetchAll(
            db.statement(
                """
                SELECT m.path, m.role, m.size, m.modified, m.changed, m.inode, m.sha256, a.destination, m.target
                FROM \(source) AND a.kind = 'upload' AND m.sha256 NOTNULL ORDER BY a.id DESC, m.place
                """))
        for row in rows {
            try add(row.path("path"), row, to: &history)
            guard let destination: Int64 = try row.value("destination"), let target: Blob = try row.value("target")
            else { continue }
            history.targets.insert(Target(destination: destination, target: target.path))
        }
    }

    private func add(_ path: FilePath, _ row: Row, to history: inout History) throws {
        guard let role = Photo.Member.Role(rawValue: try row.value("role") as String? ?? "") else { return }
        let (fingerprint, known) = try (row.fingerprint, row.optionalBytes("sha256"))
        if known == nil { history.unhashed.append((path, role, fingerprint, hashes[path])) }
        guard let sha256 = known ?? hashes[path], !history.sent.contains(where: { $0.sha256 == sha256 }) else {
            return
        }
        history.sent.append(Sent(path: path, role: role, fingerprint: fingerprint, sha256: sha256))
    }

    /// The copies of photos wherever they are. Of sidecars, which other photos may have too, only those beside them.
    private func copies(of history: History) throws -> [SentPhoto.Copy] {
        var copies: [SentPhoto.Copy] = []
        for one in history.sent.filter({ $0.role != .sidecar }) + history.sent.filter({ $0.role == .sidecar }) {
            let photos = copies.filter { $0.role != .sidecar }
            let receipts = try stored(
                """
                content c CROSS JOIN receipt r ON r.content = c.id CROSS JOIN destination d ON d.id = r.destination
                WHERE c.sha256 = \(one.sha256) AND d.removedAt IS NULL
                ORDER BY r.failedAt NOTNULL, d.name, r.target
                """)
            for receipt in receipts {
                if one.role == .sidecar, try !isBeside(photos, receipt, history) { continue }
                copies.append(
                    SentPhoto.Copy(path: one.path, role: one.role, fingerprint: one.fingerprint, receipt: receipt))
            }
        }
        return copies + (try copiesByName(beside: copies, of: history))
    }

    /// Receipts; `source` is the tables `r` and `d` of them and their destinations, with conditions.
    private func stored(_ source: SQL) throws -> [StoredReceipt] {
        let rows = try Row.fetchAll(
            db.statement(
                """
                SELECT r.id AS receipt, r.failedAt, r.endedAt,
                  \(sql: DestinationHolds.holds("r.content", from: "r.destination")) AS isHeld,
                  \(sql: PreparedQuery.receiptColumns), \(sql: PreparedQuery.destinationColumns)
                FROM \(source)
                """))
        return try rows.compactMap { row in
            try KnownDestination(row).map { destination in
                try StoredReceipt(
                    id: row.value("receipt"), destination: destination, receipt: row.receipt,
                    failedAt: row.value("failedAt"), endedAt: row.value("endedAt"), isHeld: row.value("isHeld"))
            }
        }
    }

    /// The copies of files that no scan has hashed, and that now have other bytes than were sent. They are known by
    /// their names beside the group's copies; no file has their bytes.
    private func copiesByName(beside copies: [SentPhoto.Copy], of history: History) throws -> [SentPhoto.Copy] {
        var named: [SentPhoto.Copy] = []
        var seen = Set(copies.map(\.receipt.id))
        for copy in copies where copy.role != .sidecar {
            let (destination, target) = (copy.receipt.destination.id, copy.receipt.receipt.target.path)
            guard let stem = target.stem else { continue }
            for file in history.unhashed where file.path.stem == copy.path.stem {
                let isThere = copies.contains {
                    $0.receipt.destination.id == destination && $0.receipt.receipt.sha256 == file.sha256
                }
                guard !isThere, let ending = file.path.extension else { continue }
                let name = target.removingLastComponent().appending("\(stem).\(ending)")
                let ownerless = try stored(
                    """
                    receipt r CROSS JOIN destination d ON d.id = r.destination
                    WHERE r.destination = \(destination) AND r.target = \(name) AND d.removedAt IS NULL
                      AND r.failedAt IS NULL
                      AND NOT EXISTS (SELECT 1 FROM file f WHERE f.content = r.content AND f.goneAt IS NULL)
                    """)
                for receipt in ownerless where seen.insert(receipt.id).inserted {
                    named.append(
                        SentPhoto.Copy(
                            path: file.path, role: file.role, fingerprint: file.fingerprint, receipt: receipt))
                }
            }
        }
        return named
    }

    /// Whether the copy of a sidecar is that of the group: it is where the group was sent, perhaps without its photos;
    /// or it is in the directory of a photo's copy and has its name, perhaps with the number of a later version, which
    /// must not be another photo's.
    private func isBeside(_ photos: [SentPhoto.Copy], _ sidecar: StoredReceipt, _ history: History) throws -> Bool {
        let target = sidecar.receipt.target.path
        let wanted = Target(destination: sidecar.destination.id, target: target)
        if history.targets.contains(wanted) { return true }
        return try photos.contains { photo in
            let copy = photo.receipt.receipt.target.path
            guard photo.receipt.destination == sidecar.destination,
                copy.removingLastComponent() == target.removingLastComponent(), let stem = copy.stem,
                let name = target.lastComponent?.string
            else { return false }
            if name.hasPrefix("\(stem).") { return true }
            guard let numbered = name.stem(numberedLike: stem) else { return false }
            return try !isTaken(numbered, beside: target, wanted.destination)
        }
    }

    /// Whether another kind of file than a sidecar's has this stem in the directory of a target.
    private func isTaken(_ stem: Substring, beside target: FilePath, _ destination: Int64) throws -> Bool {
        let start = target.removingLastComponent().appending("\(stem).").bytes
        let end: [UInt8] = Array(start.dropLast()) + [UInt8(ascii: ".") + 1]
        let namesakes = try Blob.fetchAll(
            db.statement(
                """
                SELECT target FROM receipt WHERE destination = \(destination)
                  AND target >= \(start) AND target < \(end)
                """))
        return namesakes.contains { $0.path.extension != target.extension }
    }
}

extension String {
    /// The part of a name before its first dot, if it is a stem but for a number in parentheses at the end of either.
    fileprivate func stem(numberedLike stem: String) -> Substring? {
        let base = Self.unnumbered(stem[...])
        guard hasPrefix(base) else { return nil }
        let end = dropFirst(base.count).firstIndex(of: ".") ?? endIndex
        let own = self[..<end]
        return end < endIndex && Self.unnumbered(own) == base ? own : nil
    }

    private static func unnumbered(_ stem: Substring) -> Substring {
        guard stem.last == ")", let open = stem.lastIndex(of: "("), stem[..<open].last == " " else { return stem }
        let digits = stem[open...].dropFirst().dropLast()
        return !digits.isEmpty && digits.allSatisfy(\.isASCII) && digits.allSatisfy(\.isNumber)
            ? stem[..<open].dropLast() : stem
    }
}
