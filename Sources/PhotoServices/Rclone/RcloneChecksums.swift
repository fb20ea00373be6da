package import PhotoModel

/// Which checksums reported by rclone count as the server's own: computed by it from the bytes that it stores.
///
/// A pair of type and kind is in the table only if that is so for every file, however it was sent. What a sender wrote
/// beside a file, or what is kept in a cache, proves nothing about the bytes. For everything that is not in the table
/// the bytes are read back.
package enum RcloneChecksums {
    private static let table: [String: [Checksum.Kind]] = [
        // Computed by rclone from the disk in this very call: no better than reading back, and as good.
        "local": [.sha256, .md5],
        // Drive computes it of what it stores (md5Checksum), for everything that is no document of its own.
        "drive": [.md5],
        // Cloud Storage computes it (md5Hash). Composed objects have none, and rclone composes none.
        "google cloud storage": [.md5],
        // pCloud's checksumfile computes it of what it stores.
        "pcloud": [.sha1],
        // Box computes it for each file (sha1), and compares it with the sender's if one is given.
        "box": [.sha1],
        // Yandex computes both from what it stores.
        "yandex": [.md5],
    ]

    // Not in the table, each for its reason:
    // - s3, md5: the ETag is one of a file that was sent in a piece. Above the cutoff it is none, and rclone gives what
    //   it wrote itself into the metadata, without saying which of the two it is. With SSE-C or SSE-KMS it is none
    //   either.
    // - b2, sha1: checked by the server for files in one piece; of large ones it is what rclone wrote into
    //   large_file_sha1.
    // - swift, md5: the ETag; of files in segments it is none of the content. azureblob, md5: Content-MD5 is kept as
    //   sent, for blobs in blocks without a look. qingstor and oos are as s3. koofr, jottacloud and mailru: jottacloud
    //   is told the md5 before the bytes and may take it for a file that it has; mailru and koofr's are not documented
    //   as checks.
    // - sftp, md5 and sha1: of a program on the server that the configuration names. OpenSSH's reads the file; rclone's
    //   own server answers from a cache for as long as size and time are as before; which of the two it is nobody can
    //   tell.
    // - webdav: none by itself; ownCloud and Nextcloud keep the one that the sender names (OC-Checksum).
    // - onedrive: quickxor for all accounts, sha1 for old personal ones only; the first is none that is computed here.
    // - dropbox, hidrive: functions of their own. ftp, http, memory, opendrive (md5 as sent): none, or none that is
    //   sure.
    // - internetarchive, sia, storj, uptobox, zoho, putio (crc32), seafile, sugarsync: none.

    /// The kinds that count for a remote.
    ///
    /// - Parameters:
    ///   - resolution: where it leads. Remotes that wrap others have no checksum of the server's: crypt's bytes differ,
    ///     chunker's are kept in a file beside, hasher's in a cache, and for a union it is unknown which one answered.
    ///     An alias is only a name.
    ///   - info: the checksums that the remote supports according to rclone.
    /// - Returns: the kinds, best first; none where its copies have to be read back.
    package static func trusted(_ resolution: RcloneResolution, _ info: RcloneInfo) -> [Checksum.Kind] {
        guard resolution.isComplete, resolution.backends.count == 1, resolution.wrappers.allSatisfy({ $0 == "alias" })
        else {
            return []
        }
        return table[resolution.backends[0], default: []].filter { info.hashes.contains($0.rawValue) }
    }
}
