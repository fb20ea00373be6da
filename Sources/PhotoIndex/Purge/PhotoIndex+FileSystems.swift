import GRDB
import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// The file system that a file was on when it was read, whether or not it is there still.
    ///
    /// - Parameter path: as for ``photo(at:)``.
    /// - Returns: its name (``FileSystemIdentity/name``); nil where the index knows no such file.
    /// - Throws: what befalls a read.
    package func fileSystem(ofFileAt path: FilePath) throws(IndexError) -> String? {
        try read { db in
            guard let file = try FileFinder(db).file(at: path.bytes) else { return nil }
            let query = try PreparedQuery(
                db, "SELECT s.name FROM file f CROSS JOIN fileSystem s ON s.id = f.fileSystem WHERE f.id = ?")
            query.bind(file.row, at: 1)
            return try query.first { query.text(0) } ?? nil
        }
    }
}
