import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// The files that have a content, by the index; those that are gone are left out.
    ///
    /// - Parameter sha256: the hash of its bytes, 32 of them.
    package func paths(ofContent sha256: [UInt8]) throws(IndexError) -> [FilePath] {
        try read { db in
            try Blob.fetchAll(
                db.statement(
                    """
                    SELECT \(sql: FileFinder.path(of: "f", in: "r")) FROM content c CROSS JOIN file f ON f.content = c.id
                    CROSS JOIN root r ON r.id = f.root WHERE c.sha256 = \(sha256) AND f.goneAt IS NULL
                    """)
            ).map(\.path)
        }
    }

    /// The photos that have a size, a time and an inode: a rename of a file or of a directory keeps them.
    ///
    /// - Returns: their paths; those that are gone are left out.
    package func paths(ofPhotoLike fingerprint: Fingerprint) throws(IndexError) -> [FilePath] {
        try read { db in
            try Blob.fetchAll(
                db.statement(
                    """
                    SELECT \(sql: FileFinder.path(of: "f", in: "r")) FROM file f CROSS JOIN root r ON r.id = f.root
                    WHERE f.size = \(fingerprint.size) AND f.state = 'photo' AND f.goneAt IS NULL
                    AND f.modified = \(fingerprint.modified) AND f.inode = \(Int64(bitPattern: fingerprint.inode))
                    """)
            ).map(\.path)
        }
    }
}
