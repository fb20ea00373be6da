internal import Glibc
package import PhotoFiles
package import PhotoModel
package import SystemPackage

/// Reads whole files, each through one descriptor, and checks that they do not change in the meantime.
///
/// It owns the buffers for reading, so there is one per task, and it is never shared.
package struct WholeFileReader: ~Copyable {
    private static let blockSize = 262_144
    private var ends = FileEnds()
    private var block = [UInt8](repeating: 0, count: WholeFileReader.blockSize)

    package init() {}

    /// Reads a file of the library.
    ///
    /// - Parameters:
    ///   - path: the file; a path that does not exist is `missing`, one with a symbolic link in it `unreadable`.
    ///   - each: called with the bytes, block by block, in order.
    /// - Returns: the file's status, equal before and after reading, and the digest of its ends.
    /// - Throws: `changed` if the file changed while it was read; any other failure of reading.
    package mutating func read(
        _ path: FilePath, in files: LibraryFiles, each: (ArraySlice<UInt8>) -> Void
    ) throws(ReadFailure) -> (fingerprint: Fingerprint, digest: UInt64) {
        let file: FileDescriptor
        do throws(Errno) {
            file = try files.open(path)
        } catch {
            throw ReadFailure(opening: error.rawValue, absent: .missing)
        }
        return try read(owning: file, each: each)
    }

    /// Reads a file, following symbolic links.
    package mutating func read(
        followingLinks path: FilePath, each: (ArraySlice<UInt8>) -> Void
    ) throws(ReadFailure) -> (fingerprint: Fingerprint, digest: UInt64) {
        try read(
            try OpenPhoto.open(path.bytes + [0], in: AT_FDCWD, followingLinks: true, absent: .missing), each: each)
    }

    /// Reads an open file and closes it.
    package mutating func read(
        owning file: FileDescriptor, each: (ArraySlice<UInt8>) -> Void
    ) throws(ReadFailure) -> (fingerprint: Fingerprint, digest: UInt64) {
        try read(try OpenPhoto(OpenFile(file.rawValue)), each: each)
    }

    private mutating func read(
        _ file: OpenPhoto, each: (ArraySlice<UInt8>) -> Void
    ) throws(ReadFailure) -> (fingerprint: Fingerprint, digest: UInt64) {
        var offset = 0
        while true {
            let count = try file.read(into: &block, at: 0, from: offset, count: Self.blockSize)
            if count == 0 { break }
            each(block[..<count])
            offset += count
        }
        guard offset == file.size else { throw .changed }
        try ends.read(file)
        guard try file.isUnchanged() else { throw .changed }
        return (file.fingerprint, ends.digest)
    }
}
