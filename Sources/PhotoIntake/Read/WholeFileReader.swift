internal import Glibc
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

    /// Reads the file at `path`.
    ///
    /// - Parameters:
    ///   - path: the file; a path that nothing has is `missing`.
    ///   - followingLinks: whether it may be a symbolic link; else one is `unreadable`.
    ///   - each: gets the bytes, block by block, in order.
    /// - Returns: the file as it was before and after, and the digest of its ends.
    /// - Throws: `changed` where the file is another after reading than before; what reading else fails with.
    package mutating func read(
        _ path: FilePath, followingLinks: Bool, each: (ArraySlice<UInt8>) -> Void
    ) throws(ReadFailure) -> (fingerprint: Fingerprint, digest: UInt64) {
        let file = try OpenFile.open(
            path.bytes + [0], in: AT_FDCWD, followingLinks: followingLinks, absent: .missing)
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
