import Crypto
package import PhotoModel

/// Hashes bytes as they are read, with SHA-256 and with the kind of checksum that a service reports.
package struct ContentHash: Sendable {
    private var sha256 = SHA256()
    private var md5: Insecure.MD5?
    private var sha1: Insecure.SHA1?
    /// How many bytes were added.
    package private(set) var size: Int64 = 0

    /// - Parameter kind: the checksum to compute in addition to SHA-256; nil for none.
    package init(with kind: Checksum.Kind? = nil) {
        switch kind {
        case nil, .sha256: break
        case .md5: md5 = Insecure.MD5()
        case .sha1: sha1 = Insecure.SHA1()
        }
    }

    /// Adds the next bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        size += Int64(bytes.count)
        unsafe sha256.update(bufferPointer: bytes)
        unsafe md5?.update(bufferPointer: bytes)
        unsafe sha1?.update(bufferPointer: bytes)
    }

    /// Adds as many of the next bytes as are missing to a number of bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer, upTo limit: Int64) {
        unsafe add(UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(limit - size))))
    }

    /// The hashes of all bytes so far.
    package var hashes: FileHashes {
        var others: [Checksum.Kind: String] = [:]
        if let md5 { others[.md5] = hexText(Array(md5.finalize())) }
        if let sha1 { others[.sha1] = hexText(Array(sha1.finalize())) }
        return FileHashes(size: size, sha256: Array(sha256.finalize()), others: others)
    }
}
