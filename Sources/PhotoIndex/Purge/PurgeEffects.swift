import GRDB
import PhotoModel

/// What a completed removal or undo changes in the index, within a transaction.
///
/// A group is removed and restored as a whole: its files keep their rows, their group and its verdict, so that an undo
/// finds it complete, with its receipts, and the rest of the purge uses the groups as they were planned. The next time
/// groups are determined, those of the directories are examined again: files that are left, or were added in the
/// meantime, may form other groups.
struct PurgeEffects {
    private let db: Database
    private let files: PurgedFiles
    private let finder: FileFinder
    private var tallies: [Int64: FileTally] = [:]
    private var loose: (root: Int64, directories: LooseDirectories, last: ArraySlice<UInt8>)?

    init(_ db: Database) throws {
        self.db = db
        files = try PurgedFiles(db)
        finder = try FileFinder(db)
    }

    /// Marks the files of a removal as gone, if they are still those that were removed. Takeout files that stay are
    /// bound to the photos: they belong to no others.
    mutating func remove(_ action: Action, at now: Int64) throws {
        let groups = try files.groups(of: action, acceptsGone: true) { file, member in
            !file.isGone && file.fingerprint.isSame(as: member.fingerprint, withInode: file.keepsInodes)
        }
        for group in groups {
            for (file, _) in group {
                try db.run("UPDATE file SET goneAt = \(now) WHERE id = \(file.row)")
                file.counted.uncount(from: &tallies[file.root, default: FileTally()])
                if file.counted.isPhoto {
                    tallies[file.root, default: FileTally()].add(.gone, bytes: file.counted.size)
                }
            }
            if let row = group[0].file.group { try StayingSidecars.bind(ofGroup: row, in: db) }
            for (file, member) in group where file.counted.isPhoto {
                try StayingSidecars.bindUndecided(to: file.row, at: member.path.bytes, finder, in: db)
            }
            try settle(group.map(\.file), groups: -1)
        }
    }

    /// Updates the ctimes of files that were parked, got their names back and were hashed again: a rename sets the
    /// ctime, and nothing else of them changes.
    func keep(_ action: Action) throws {
        for (file, member) in try files.all(of: action) where !file.isGone && file.sha256 == member.sha256 {
            var known = file.fingerprint
            known.changed = member.fingerprint.changed
            guard file.sha256 != nil, known == member.fingerprint, known != file.fingerprint else { continue }
            try db.run("UPDATE file SET changed = \(known.changed) WHERE id = \(file.row)")
        }
    }

    /// Marks the files of an undo as present, if the rows at their paths have these contents and are gone.
    mutating func restore(_ action: Action) throws {
        let groups = try files.groups(of: action, acceptsGone: false) { file, member in
            file.isGone && file.sha256 != nil && file.sha256 == member.sha256
        }
        for group in groups {
            for (file, member) in group {
                let now = member.fingerprint
                // The next scan reads it again, since it is unknown when its times were set.
                try db.run(
                    """
                    UPDATE file SET goneAt = NULL, size = \(now.size), modified = \(now.modified),
                      changed = \(now.changed), inode = \(Int64(bitPattern: now.inode)), isRacy = 1
                    WHERE id = \(file.row)
                    """)
                file.counted.count(in: &tallies[file.root, default: FileTally()])
                if file.counted.isPhoto {
                    tallies[file.root, default: FileTally()].remove(.gone, bytes: file.counted.size)
                }
            }
            try settle(group.map(\.file), groups: 1)
        }
    }

    /// Updates the counts.
    func finish() throws {
        for (root, tally) in tallies { try tally.apply(to: root, in: db) }
    }

    private mutating func settle(_ files: [PurgedFile], groups: Int) throws {
        guard let first = files.first else { return }
        if files.contains(where: \.counted.isPhoto) {
            tallies[first.root, default: FileTally()][.group].count += groups
        }
        if let loose, loose.root == first.root, loose.last.elementsEqual(first.directory) { return }
        let directories =
            try loose.flatMap { $0.root == first.root ? $0.directories : nil }
            ?? LooseDirectories(db, root: first.root)
        try directories.addForLater(first.directory)
        loose = (first.root, directories, first.directory)
    }
}

/// The row of a file of a removal or an undo.
struct PurgedFile {
    let row: Int64
    let root: Int64
    /// Its directory, below the root.
    let directory: ArraySlice<UInt8>
    let group: Int64?
    let isGone: Bool
    let fingerprint: Fingerprint
    let keepsInodes: Bool
    /// The hash of its bytes; nil if unknown.
    let sha256: [UInt8]?
    let counted: CountedFile
}

/// Finds the rows of the files of removals and undos, by group, within a transaction.
struct PurgedFiles {
    private let db: Database
    private let finder: FileFinder

    init(_ db: Database) throws {
        self.db = db
        finder = try FileFinder(db)
    }

    /// The rows of an action's members that satisfy `isWanted`, by group.
    ///
    /// Either all files of a group or none: a group with an unwanted file is left out, except for files that are gone
    /// where `acceptsGone` is set. A group is completely there or completely gone; where the index differs from the
    /// action, the next scan decides.
    func groups(
        of action: Action, acceptsGone: Bool, isWanted: (PurgedFile, Action.Member) -> Bool
    ) throws -> [[(file: PurgedFile, member: Action.Member)]] {
        let wanted = try all(of: action).filter(isWanted)
        let rows = Set(wanted.map(\.file.row))
        return try Dictionary(grouping: wanted, by: \.file.group).values.filter { files in
            guard let group = files[0].file.group else { return true }
            return try isWhole(group, rows, acceptsGone: acceptsGone)
        }
    }

    /// The existing rows of an action's members.
    func all(of action: Action) throws -> [(file: PurgedFile, member: Action.Member)] {
        try action.members.compactMap { member in
            guard let found = try finder.file(at: member.path.bytes), let file = try file(found.row) else { return nil }
            return (file, member)
        }
    }

    private func isWhole(_ group: Int64, _ rows: Set<Int64>, acceptsGone: Bool) throws -> Bool {
        // Takeout's files may stay where they are.
        try Int64.fetchSet(
            db.statement(
                """
                SELECT id FROM file WHERE assetGroup = \(group) AND (goneAt IS NULL OR NOT \(acceptsGone))
                  AND NOT (state = 'sidecar' AND format = 'takeout')
                """)
        ).isSubset(of: rows)
    }

    private func file(_ row: Int64) throws -> PurgedFile? {
        let found = try Row.fetchOne(
            db.statement(
                """
                SELECT f.root, f.path, f.assetGroup, f.goneAt NOTNULL AS isGone, f.size, f.modified, f.changed, f.inode,
                  s.keepsInodes, c.sha256, f.state, v.verdict
                FROM file f CROSS JOIN fileSystem s ON s.id = f.fileSystem LEFT JOIN content c ON c.id = f.content
                LEFT JOIN verdict v ON v.assetGroup = f.assetGroup WHERE f.id = \(row)
                """))
        return try found.map {
            try PurgedFile(
                row: row, root: $0.value("root"), directory: LooseDirectories.directory(of: $0.bytes("path")),
                group: $0.value("assetGroup"), isGone: $0.value("isGone"), fingerprint: $0.fingerprint,
                keepsInodes: $0.value("keepsInodes"), sha256: $0.optionalBytes("sha256"),
                counted: CountedFile(
                    state: $0.value("state"), verdict: ($0.value("verdict") as String?).flatMap(Verdict.init),
                    size: $0.value("size")))
        }
    }
}
