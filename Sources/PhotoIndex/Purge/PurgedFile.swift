import GRDB
import PhotoModel

/// The row of a file that a removal or an undo is about.
struct PurgedFile {
    let row: Int64
    let root: Int64
    /// Its directory, below the root.
    let directory: ArraySlice<UInt8>
    let group: Int64?
    let isGone: Bool
    let fingerprint: Fingerprint
    let keepsInodes: Bool
    /// The hash of its bytes; nil where nobody knows it.
    let sha256: [UInt8]?
    let counted: CountedFile
}

/// Finds the rows of the files of removals and undos, group by group, within a transaction.
struct PurgedFiles {
    private let finder: FileFinder
    private let read: PreparedQuery
    private let members: PreparedQuery

    init(_ db: Database) throws {
        finder = try FileFinder(db)
        read = try PreparedQuery(
            db,
            """
            SELECT f.root, f.path, f.assetGroup, f.goneAt, f.size, f.modified, f.changed, f.inode, s.keepsInodes, c.sha256,
              f.state, v.verdict
            FROM file f CROSS JOIN fileSystem s ON s.id = f.fileSystem LEFT JOIN content c ON c.id = f.content
            LEFT JOIN verdict v ON v.assetGroup = f.assetGroup WHERE f.id = ?
            """)
        members = try PreparedQuery(db, "SELECT id, goneAt FROM file WHERE assetGroup = ?")
    }

    /// The rows of an action's members, where `isWanted` says so, in groups.
    ///
    /// Of a group all files or none: one with a file that is not wanted is left out, but for files that are gone where
    /// `acceptsGone`. A group is all there or all gone, and what is in the index otherwise than the action has it is left
    /// to the next scan.
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

    /// The rows of an action's members that there are.
    func all(of action: Action) throws -> [(file: PurgedFile, member: Action.Member)] {
        try action.members.compactMap { member in
            guard let found = try finder.file(at: member.path.bytes), let file = try file(found.row) else { return nil }
            return (file, member)
        }
    }

    private func isWhole(_ group: Int64, _ rows: Set<Int64>, acceptsGone: Bool) throws -> Bool {
        var isWhole = true
        members.bind(group, at: 1)
        try members.forEachRow {
            let isLeftOver = !rows.contains(members.integer(0)) && (members.isNull(1) || !acceptsGone)
            if isLeftOver { isWhole = false }
        }
        return isWhole
    }

    private func file(_ row: Int64) throws -> PurgedFile? {
        read.bind(row, at: 1)
        return try read.first {
            PurgedFile(
                row: row, root: read.integer(0), directory: LooseDirectories.directory(of: read.bytes(1)),
                group: read.optionalInteger(2), isGone: !read.isNull(3), fingerprint: read.fingerprint(from: 4),
                keepsInodes: read.bool(8), sha256: read.isNull(9) ? nil : read.bytes(9),
                counted: CountedFile(
                    state: read.text(10), verdict: read.text(11).flatMap(Verdict.init), size: read.integer(4)))
        }
    }
}
