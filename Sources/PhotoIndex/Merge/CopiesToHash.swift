import GRDB

extension PhotoIndex {
    /// The photos here that were never hashed and may have contents on which another index decides. Only their hashes
    /// show what its words do here. A photo agrees in size with such a content, and in the digest of its ends where a
    /// file there has the content.
    ///
    /// - Returns: the photos, in the order of their rows.
    package func possibleCopies(ofContentsIn other: OtherIndex) throws(IndexError) -> [PossibleCopy] {
        let decided = try other.index.read { try ContentEnds(decidedIn: $0) }
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

/// What is known of contents without hashes.
struct ContentEnds {
    private struct Ends: Hashable {
        let size: Int64
        let digest: Int64
    }

    private var ends: Set<Ends> = []
    /// The sizes of those that no file has.
    private var sizes: Set<Int64> = []

    init() {}

    /// Of the contents on which an index decides.
    init(decidedIn db: Database) throws {
        let contents = try db.query(
            """
            SELECT c.sha256, c.size FROM (
              SELECT content FROM mark WHERE followsContent UNION SELECT content FROM hold WHERE followsContent
              UNION SELECT content FROM destinationHold WHERE liftedBy IS NULL) d
            CROSS JOIN content c ON c.id = d.content
            """)
        try contents.forEachRow { try add(contents.bytes(0), size: contents.integer(1), in: [db]) }
    }

    /// Adds a content, which files of these indexes may have.
    mutating func add(_ sha256: [UInt8], size: Int64, in indexes: [Database]) throws {
        var isAnywhere = false
        for db in indexes {
            let files = try db.query(
                """
                SELECT f.digest FROM content c CROSS JOIN file f ON f.content = c.id WHERE c.sha256 = \(sha256)
                """)
            try files.forEachRow {
                isAnywhere = true
                ends.insert(Ends(size: size, digest: files.integer(0)))
            }
        }
        if !isAnywhere { sizes.insert(size) }
    }

    var areNone: Bool { ends.isEmpty && sizes.isEmpty }

    func mayInclude(size: Int64, digest: Int64) -> Bool {
        sizes.contains(size) || ends.contains(Ends(size: size, digest: digest))
    }
}
