import GRDB
package import PhotoModel
package import SystemPackage

/// A group as the last scan found it, and its verdict.
package struct ScannedGroup: Sendable {
    /// A file that is not gone.
    package struct File: Sendable {
        /// The path, absolute.
        package let path: FilePath
        /// The digest of its ends (``FileReading/digest``).
        package let digest: UInt64
        /// Whether its file system keeps inodes and ctimes.
        package let keepsInodes: Bool
        /// What it says, with an inferred position where it says none; nil for a sidecar.
        package let facts: PhotoFacts?
        /// What a file beside the photos says (``SourceFacts/kept(of:)``); nil for a photo, and where it says nothing.
        package let said: PhotoFacts?
    }

    /// The leader first.
    package let files: [File]
    /// Nil if it has not been judged.
    package let judgement: Judgement?
}

extension PhotoIndex {
    /// The groups of files; nil for a path at which the index has no file in a group.
    ///
    /// - Parameter paths: as for ``photo(at:)``.
    /// - Returns: the groups, in the order of the paths.
    /// - Throws: `IndexError` where the index cannot be read.
    package func scannedGroups(at paths: [FilePath]) throws(IndexError) -> [ScannedGroup?] {
        try read { db in
            let finder = try FileFinder(db)
            let roots = try RootPaths.prefixes(db)
            let cameras = try CameraNames(db)
            let query = try PreparedQuery(
                db,
                """
                SELECT f.root, f.path, f.digest, s.keepsInodes, v.verdict, v.reason, v.fence, v.distance, f.state, f.format,
                  \(FileColumns.list(FileColumns.facts, of: "f", withInferredIn: db))
                FROM assetGroup g CROSS JOIN file f ON f.assetGroup = g.id JOIN fileSystem s ON s.id = f.fileSystem
                LEFT JOIN verdict v ON v.assetGroup = g.id
                WHERE g.id = ? AND f.goneAt IS NULL ORDER BY \(GroupMembers.order)
                """)
            return try paths.map { path in
                guard let group = try finder.file(at: path.bytes)?.group else { return nil }
                query.bind(group, at: 1)
                var files: [ScannedGroup.File] = []
                var judgement: Judgement?
                try query.forEachRow {
                    judgement = query.judgement(from: 4)
                    let facts =
                        query.text(8) == "photo" ? query.facts(format: 9, from: 10, cameras: { cameras[$0] }) : nil
                    files.append(
                        ScannedGroup.File(
                            path: FilePath(bytes: (roots[query.integer(0)] ?? []) + query.bytes(1)),
                            digest: UInt64(bitPattern: query.integer(2)), keepsInodes: query.bool(3), facts: facts,
                            said: query.text(8) == "sidecar" ? query.said(from: 10, format: 9) : nil))
                }
                return ScannedGroup(files: files, judgement: judgement)
            }
        }
    }

    /// Has the next scan read a file again, although its status has not changed.
    ///
    /// - Parameter path: as for ``photo(at:)``.
    /// - Throws: `IndexError` where the index cannot be written.
    package func distrust(_ path: FilePath) throws(IndexError) {
        try write { db in
            guard let row = try FileFinder(db).file(at: path.bytes)?.row else { return }
            try db.execute(sql: "UPDATE file SET isRacy = 1 WHERE id = ?", arguments: [row])
        }
    }
}
