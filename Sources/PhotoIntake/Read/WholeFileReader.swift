internal import Glibc
package import PhotoFiles
package import PhotoModel
package import SystemPackage

/// Reads whole files from first byte to last, each from one descriptor, and makes sure that they stand still meanwhile.
///
/// It owns the buffers that reading needs, so it is made once a task and never shared.
package struct WholeFileReader: ~Copyable {
    private static let blockSize = 262_144
    private var ends = FileEnds()
    private var block = [UInt8](repeating: 0, count: WholeFileReader.blockSize)

    package init() {}

    /// Reads a file of the library.
    ///
    /// - Parameters:
    ///   - path: the file; a path that nothing has is `missing`, one with a symbolic link in it `unreadable`.
    ///   - files: opens it.
    ///   - each: gets the bytes, block by block, in order.
    /// - Returns: the file as it was before and after, and the digest of its ends.
    /// - Throws: `changed` where the file is another after reading than before; what reading else fails with.
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

    /// The same for a file to which symbolic links may lead.
    package mutating func read(
        followingLinks path: FilePath, each: (ArraySlice<UInt8>) -> Void
    ) throws(ReadFailure) -> (fingerprint: Fingerprint, digest: UInt64) {
        try read(
            try OpenPhoto.open(path.bytes + [0], in: AT_FDCWD, followingLinks: true, absent: .missing), each: each)
    }

    /// The same for a file that somebody has opened; it is closed afterwards.
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
