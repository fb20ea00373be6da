import GRDB
import PhotoModel

extension PhotoIndex {
    /// Which sizes contents have that a person marked personal. A file as large that nobody hashed may be a copy of one:
    /// one that could not be read when the other was marked.
    ///
    /// - Parameter sizes: bytes.
    /// - Returns: those of them that a personal content has.
    /// - Throws: what befalls a read.
    package func personalSizes(among sizes: Set<Int64>) throws(IndexError) -> Set<Int64> {
        try read { db in
            let query = try PreparedQuery(
                db,
                """
                SELECT 1 FROM mark m CROSS JOIN content c ON c.id = m.content
                WHERE m.followsContent AND m.verdict = 'personal' AND c.size = ?
                """)
            return try sizes.filter { size in
                query.bind(size, at: 1)
                return try query.first { true } ?? false
            }
        }
    }
}

/// The contents that a person marked personal, within a transaction.
struct PersonalContents {
    private let find: PreparedQuery

    init(_ db: Database) throws {
        find = try PreparedQuery(db, Self.sql(where: "c.sha256 = ?"))
    }

    /// Whether a file of an action that was hashed is one of them. What a sidecar holds marks nothing.
    func include(anyOf members: [Action.Member]) throws -> Bool {
        for member in members where member.role != .sidecar {
            guard let sha256 = member.sha256 else { continue }
            find.bind(sha256, at: 1)
            if try find.first({ true }) == true { return true }
        }
        return false
    }

    static func sql(where condition: String) -> String {
        """
        SELECT 1 FROM content c CROSS JOIN mark m ON m.content = c.id
        WHERE \(condition) AND m.followsContent AND m.verdict = 'personal'
        """
    }
}
