import GRDB
package import SystemPackage

extension PhotoIndex {
    /// Returns the folders of a destination that are shared or may be, with everything that is stored there later.
    ///
    /// - Parameters:
    ///   - destination: the destination's row.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: their paths, relative to the destination's root; empty for the root.
    /// - Throws: `IndexError` if the index cannot be read.
    package func sharedFolders(ofDestination destination: Int64, at now: Int64) throws(IndexError) -> [FilePath] {
        try read { db in
            try Blob.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT target FROM share
                    WHERE destination = ? AND content IS NULL AND stoppedAt IS NULL
                      AND (expiresAt IS NULL OR expiresAt > ?)
                    ORDER BY target
                    """, arguments: [destination, now]
            ).map(\.path)
        }
    }
}
