import GRDB

extension PhotoIndex {
    /// The photos here that were never hashed and may have contents on which another index decides: what its words do
    /// here is known only once these are hashed. A photo agrees in size with such a content, and in the digest of its
    /// ends where a file there has the content.
    ///
    /// - Parameter other: the other index.
    /// - Returns: the photos, in the order of their rows.
    /// - Throws: `IndexError` where one of the indexes cannot be read.
    package func possibleCopies(ofContentsIn other: OtherIndex) throws(IndexError) -> [PossibleCopy] {
        let decided = try other.index.read { try DecidedContents($0) }
        if decided.areNone { return [] }
        return try read { db in
            let photos = try PreparedQuery(
                db,
                """
                SELECT f.id, f.size, f.digest, \(FileFinder.path(of: "f", in: "r"))
                FROM file f CROSS JOIN root r ON r.id = f.root
                WHERE f.content IS NULL AND f.state = 'photo' AND f.goneAt IS NULL ORDER BY f.id
                """)
            var copies: [PossibleCopy] = []
            try photos.forEachRow {
                guard decided.mayInclude(size: photos.integer(1), digest: photos.integer(2)) else { return }
                copies.append(PossibleCopy(row: photos.integer(0), path: photos.path(3)))
            }
            return copies
        }
    }
}

/// What is known, without hashes, of the contents on which an index decides.
private struct DecidedContents {
    private struct Ends: Hashable {
        let size: Int64
        let digest: Int64
    }

    private var ends: Set<Ends> = []
    /// The sizes of those that no file has.
    private var sizes: Set<Int64> = []

    init(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db.statement(
                """
                SELECT c.size, f.digest FROM (
                  SELECT content FROM mark WHERE followsContent UNION SELECT content FROM hold WHERE followsContent
                  UNION SELECT content FROM destinationHold WHERE liftedBy IS NULL) d
                CROSS JOIN content c ON c.id = d.content LEFT JOIN file f ON f.content = c.id
                """))
        while let row = try rows.next() {
            let size: Int64 = try row.value("size")
            if let digest: Int64 = try row.value("digest") {
                ends.insert(Ends(size: size, digest: digest))
            } else {
                sizes.insert(size)
            }
        }
    }

    var areNone: Bool { ends.isEmpty && sizes.isEmpty }

    func mayInclude(size: Int64, digest: Int64) -> Bool {
        sizes.contains(size) || ends.contains(Ends(size: size, digest: digest))
    }
}
