import PhotoFiles
import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

/// Hashes whole files. Each task makes its own.
struct FileHasher: ~Copyable {
    private var reader = WholeFileReader()

    /// The SHA-256 of a file of the library that nobody is writing to.
    ///
    /// - Returns: the file with its hash.
    /// - Throws: `ReadFailure`; `changed` where somebody writes to it.
    mutating func hash(_ path: FilePath, in files: LibraryFiles) throws(ReadFailure) -> HashedFile {
        try hash(path) { reader, each throws(ReadFailure) in try reader.read(path, in: files, each: each) }
    }

    /// The same for a file that may be reached through symbolic links.
    mutating func hash(followingLinks path: FilePath) throws(ReadFailure) -> HashedFile {
        try hash(path) { reader, each throws(ReadFailure) in try reader.read(followingLinks: path, each: each) }
    }

    /// The same for an open file, under a path that it had. It is closed afterwards.
    mutating func hash(owning file: FileDescriptor, as path: FilePath) throws(ReadFailure) -> HashedFile {
        try hash(path) { reader, each throws(ReadFailure) in try reader.read(owning: file, each: each) }
    }

    /// The file with the SHA-256 of its bytes, if it did not change while it was read.
    ///
    /// - Throws: `ReadFailure`.
    mutating func hash(
        _ file: ScannedFile, at path: FilePath, followingLinks: Bool
    ) throws(ReadFailure) -> ScannedFile {
        let hashed = try followingLinks ? hash(followingLinks: path) : hash(path, in: LibraryFiles())
        guard hashed.fingerprint == file.reading.fingerprint, hashed.digest == file.reading.digest else {
            throw ReadFailure(.changed, "changed since it was read")
        }
        var file = file
        file.sha256 = hashed.sha256
        return file
    }

    /// The SHA-256 of a file of the library, and another checksum.
    ///
    /// - Parameter kind: the other checksum.
    /// - Throws: `ReadFailure`; `changed` where somebody writes to it.
    mutating func hashes(
        of path: FilePath, in files: LibraryFiles, with kind: Checksum.Kind
    ) throws(ReadFailure) -> FileHashes {
        var hash = ContentHash(with: kind)
        _ = try reader.read(path, in: files) { unsafe $0.withUnsafeBytes { unsafe hash.add($0) } }
        return hash.hashes
    }

    private mutating func hash(
        _ path: FilePath,
        reading: (inout WholeFileReader, (ArraySlice<UInt8>) -> Void) throws(ReadFailure) -> (Fingerprint, UInt64)
    ) throws(ReadFailure) -> HashedFile {
        var hash = ContentHash()
        let (fingerprint, digest) = try reading(&reader) { unsafe $0.withUnsafeBytes { unsafe hash.add($0) } }
        return HashedFile(path: path, sha256: hash.hashes.sha256, fingerprint: fingerprint, digest: digest)
    }
}
