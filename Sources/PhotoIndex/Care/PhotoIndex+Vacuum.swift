import GRDB
import Glibc
package import PhotoModel
import SystemPackage

extension PhotoIndex {
    /// What the index takes up, and what of it holds nothing.
    package func size() throws(IndexError) -> IndexSize {
        try read { db in
            func number(_ name: String) throws -> Int64 { try Int64.fetchOne(db, sql: "PRAGMA \(name)") ?? 0 }
            let (pages, free, page) = (try number("page_count"), try number("freelist_count"), try number("page_size"))
            let bytes = ["", "-wal"].reduce(0) { $0 + Self.size(of: path.appendingToName($1)) }
            // The log has pages that are to come into the file, and such as are there already.
            return IndexSize(bytes: bytes, unused: max(0, bytes - (pages - free) * page))
        }
    }

    /// Writes the whole index anew, without what holds nothing. Nothing in it changes, and a kill leaves it as it was.
    ///
    /// Needs room for the index twice over meanwhile: where temporary files are, and in the write-ahead log.
    ///
    /// - Returns: whether the file is smaller already; where another program reads it, it is when the next one that
    ///   writes has ended.
    /// - Throws: what befalls a write, `full` and `busy` among others.
    package func vacuum() throws(IndexError) -> Bool {
        do {
            return try queue.inDatabase { db in
                try db.execute(sql: "VACUUM")
                let isHeldUp = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")?[0] as Int64?
                return isHeldUp != 1
            }
        } catch {
            throw IndexError(error, at: path)
        }
    }

    private static func size(of path: FilePath) -> Int64 {
        var status = stat()
        return unsafe path.withPlatformString { unsafe stat($0, &status) } == 0 ? Int64(status.st_size) : 0
    }
}
