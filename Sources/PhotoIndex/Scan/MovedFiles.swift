import GRDB
import PhotoModel

/// Matches lost files with files that a scan found new.
struct MovedFiles {
    private struct Candidate {
        let key: Int
        let lost: Int
        var isUnique: Bool
        var newRow: Int64?
    }

    private let lost: [LostFile]
    private var candidates: [Candidate] = []

    init(_ lost: [LostFile]) {
        self.lost = lost
        candidates = lost.indices
            .compactMap { index in
                lost[index].moveKey.map { Candidate(key: $0, lost: index, isUnique: true) }
            }
            .sorted { $0.key < $1.key }
        for index in candidates.indices.dropFirst() where candidates[index].key == candidates[index - 1].key {
            candidates[index].isUnique = false
            candidates[index - 1].isUnique = false
        }
    }

    /// Searches for each lost file's match among the rows of a root after `row`. Two matches count as none.
    mutating func match(rowsAbove row: Int64, root: Int64, in db: Database) throws {
        if candidates.isEmpty { return }
        let query = try PreparedQuery(
            db,
            "SELECT id, size, modified, inode, digest, fileSystem FROM file WHERE id > ? AND +root = ? AND goneAt IS NULL"
        )
        query.bind(row, at: 1)
        query.bind(root, at: 2)
        try query.forEachRow {
            guard let place = place(of: LostFile.moveKey(query, from: 1)) else { return }
            if candidates[place].newRow != nil { candidates[place].isUnique = false }
            candidates[place].newRow = query.integer(0)
        }
    }

    var found: [(lost: LostFile, newRow: Int64)] {
        candidates.compactMap { candidate in
            guard candidate.isUnique, let row = candidate.newRow else { return nil }
            return (lost[candidate.lost], row)
        }
    }

    var unmatched: [LostFile] {
        var isFound = [Bool](repeating: false, count: lost.count)
        for candidate in candidates where candidate.isUnique && candidate.newRow != nil {
            isFound[candidate.lost] = true
        }
        return lost.indices.filter { !isFound[$0] }.map { lost[$0] }
    }

    private func place(of key: Int) -> Int? {
        var low = 0
        var high = candidates.count
        while low < high {
            let middle = (low + high) / 2
            if candidates[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low < candidates.count && candidates[low].key == key ? low : nil
    }
}

/// Merges the two rows of a moved file: the old one's id, group and content with what was read at the new path.
struct MoveMerging {
    private let db: Database
    private let compare: PreparedQuery
    private let take: PreparedQuery

    init(_ db: Database) throws {
        self.db = db
        compare = try PreparedQuery(
            db,
            """
            SELECT fresh.hasCompany, fresh.path, old.sidecarNotes, fresh.sidecarNotes FROM file old JOIN file fresh
              ON fresh.size = old.size AND fresh.modified = old.modified AND fresh.inode = old.inode
              AND fresh.digest = old.digest AND fresh.fileSystem = old.fileSystem AND fresh.state = old.state
            WHERE old.id = ? AND fresh.id = ?
            """)
        let columns = (["path", "role"] + FileColumns.reading + FileColumns.facts).joined(separator: ", ")
        // REPLACE: the path belongs to the new row until now, and the new row is deleted.
        take = try PreparedQuery(
            db,
            """
            UPDATE OR REPLACE file SET (\(columns), content) =
              (SELECT \(columns), coalesce(content, (SELECT content FROM file WHERE id = ?1)) FROM file WHERE id = ?2)
            WHERE id = ?1
            """)
    }

    /// Both rows leave the groups of several that they are in: which files belong together is worked out at the new
    /// place. Normally the scan has prepared that, unless somebody else worked out the groups meanwhile.
    ///
    /// - Returns: whether a photo has moved. Two rows that do not agree after all are not changed.
    func merge(
        _ move: (lost: LostFile, newRow: Int64), leaving: inout GroupLeaving, loose: inout LooseDirectories,
        tally: inout FileTally
    ) throws -> Bool {
        compare.bind(move.lost.row, at: 1)
        compare.bind(move.newRow, at: 2)
        let found = try compare.first {
            (
                isGrouped: compare.bool(0), path: compare.bytes(1),
                before: SidecarNotes(rawValue: compare.optionalInteger(2) ?? 0),
                now: SidecarNotes(rawValue: compare.optionalInteger(3) ?? 0)
            )
        }
        guard let found else { return false }
        try loose.add(move.lost.directory[...])
        if found.isGrouped { try loose.addDirectory(of: found.path) }
        let fresh = try leaving.leave(move.newRow, tally: &tally)
        let old = try leaving.leave(move.lost.row, tally: &tally)
        take.bind(move.lost.row, at: 1)
        take.bind(move.newRow, at: 2)
        try take.run()
        move.lost.uncount(from: &tally)
        guard let fresh, let old else { return false }
        try takeVerdict(of: fresh, for: old)
        try VerdictWriting.dropGroup(fresh, in: db)
        try noteCorrection(found.now.following(found.before), unless: found.now, of: move.lost.row)
        if found.now.following(found.before) != found.now { leaving.touch(old) }
        return true
    }

    /// A photo that left the XMP file behind that corrected it has lost a correction.
    private func noteCorrection(_ notes: SidecarNotes, unless known: SidecarNotes, of row: Int64) throws {
        if notes == known { return }
        let query = try PreparedQuery(db, "UPDATE file SET sidecarNotes = ? WHERE id = ?")
        query.bind(notes.rawValue, at: 1)
        query.bind(row, at: 2)
        try query.run()
    }

    private func takeVerdict(of fresh: Int64, for old: Int64) throws {
        let query = try PreparedQuery(
            db,
            """
            UPDATE verdict SET (verdict, reason, fence, distance) =
              (SELECT verdict, reason, fence, distance FROM verdict WHERE assetGroup = ?2)
            WHERE assetGroup = ?1 AND (verdict, reason, fence, distance) IS NOT
              (SELECT verdict, reason, fence, distance FROM verdict WHERE assetGroup = ?2)
            """)
        query.bind(old, at: 1)
        query.bind(fresh, at: 2)
        try query.run()
    }
}
