import GRDB
import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// Whether the last scan found that a file is not what its name promises: damaged, or of another kind. No group holds
    /// such a file.
    ///
    /// - Parameter path: as for ``photo(at:)``.
    /// - Returns: whether that is so; false where the index knows no such file.
    /// - Throws: what befalls a read.
    package func isKnownAsUnreadable(_ path: FilePath) throws(IndexError) -> Bool {
        try read { db in
            guard let file = try FileFinder(db).file(at: path.bytes) else { return false }
            let query = try PreparedQuery(
                db, "SELECT 1 FROM file WHERE id = ? AND goneAt IS NULL AND state IN ('broken', 'other')")
            query.bind(file.row, at: 1)
            return try query.first { true } ?? false
        }
    }
}
