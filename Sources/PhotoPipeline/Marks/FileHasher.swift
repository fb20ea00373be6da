import Crypto
import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

/// Hashes whole files. Made once a task.
struct FileHasher: ~Copyable {
    private var reader = WholeFileReader()

    /// The SHA-256 of a file that stands still.
    ///
    /// - Throws: `ReadFailure`; `changed` where somebody writes to it.
    mutating func hash(_ path: FilePath, followingLinks: Bool = false) throws(ReadFailure) -> HashedFile {
        var hash = SHA256()
        let (fingerprint, digest) = try reader.read(path, followingLinks: followingLinks) { hash.update(data: $0) }
        return HashedFile(path: path, sha256: Array(hash.finalize()), fingerprint: fingerprint, digest: digest)
    }

    /// The file with the SHA-256 of its bytes, where these are still the ones that were read.
    ///
    /// - Throws: `ReadFailure`.
    mutating func hash(
        _ file: ScannedFile, at path: FilePath, followingLinks: Bool
    ) throws(ReadFailure) -> ScannedFile {
        let hashed = try hash(path, followingLinks: followingLinks)
        guard hashed.fingerprint == file.reading.fingerprint, hashed.digest == file.reading.digest else {
            throw ReadFailure(.changed, "changed since it was read")
        }
        var file = file
        file.sha256 = hashed.sha256
        return file
    }
}
