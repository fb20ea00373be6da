import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// Whether a marked or held photo has this size: a file as large may be a copy of it.
    package func isSpokenOf(size: Int64) throws(IndexError) -> Bool {
        try read { db in
            let query = try PreparedQuery(db, "SELECT 1 FROM content c WHERE c.size = ? AND \(Contents.isSpokenOf)")
            query.bind(size, at: 1)
            return try query.first { true } ?? false
        }
    }

    /// What holds for a file, whether the index knows it or not.
    ///
    /// - Parameters:
    ///   - path: absolute, with its links resolved up to the last name.
    ///   - sha256: the hash of its bytes; nil where nobody hashed them.
    /// - Returns: its mark and why it is held, each nil where there is none.
    /// - Throws: what befalls a read.
    package func words(path: FilePath, sha256: [UInt8]?) throws(IndexError) -> (mark: Mark?, hold: String?) {
        try read { db in
            let query = try PreparedQuery(
                db,
                """
                SELECT
                  (SELECT min(verdict) FROM mark m WHERE (m.path = ?1 AND m.staysWithPath)
                    OR (m.followsContent AND m.content = (SELECT id FROM content WHERE sha256 = ?2))),
                  (SELECT reason FROM hold h WHERE (h.path = ?1 AND h.staysWithPath)
                    OR (h.followsContent AND h.content = (SELECT id FROM content WHERE sha256 = ?2)) LIMIT 1)
                """)
            query.bind(path.bytes, at: 1)
            if let sha256 { query.bind(sha256, at: 2) }
            return try query.first { (query.text(0).flatMap(Mark.init), query.text(1)) } ?? (nil, nil)
        }
    }
}
