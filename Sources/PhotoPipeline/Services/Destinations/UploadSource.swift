package import PhotoFiles
package import PhotoModel
import Synchronization
package import SystemPackage

/// A file of the library while it is sent. It is opened without following links that no scan has followed, identified,
/// hashed as it is read, and checked again afterwards.
///
/// Read by one task at a time. Closed when the last reference is released.
package final class UploadSource: Sendable {
    /// The path, absolute.
    package let path: FilePath
    /// The file as it was when it was opened.
    package let fingerprint: Fingerprint
    package let identity: FileIdentity
    let file: OpenFile
    private let interruption: any Interruption
    private let hashing: @Sendable (Int64) -> Void

    private struct Reading {
        var hash = ContentHash()
        var offset: Int64 = 0
    }
    private let reading = Mutex(Reading())

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - hashing: called with the number of bytes whenever some were read only to be hashed.
    /// - Throws: `sourceUnreadable` where it is not there, it or a directory on the way is a link, it is no regular
    ///   file, or may not be read.
    package init(
        _ path: FilePath, in files: LibraryFiles = LibraryFiles(), interruption: any Interruption,
        hashing: @escaping @Sendable (Int64) -> Void = { _ in }
    ) throws(UploadError) {
        do {
            file = OpenFile(try files.open(path).rawValue)
        } catch {
            throw UploadError(.sourceUnreadable, Self.text(error))
        }
        let status = try Self.status(of: file)
        (fingerprint, identity) = (status.fingerprint, status.identity)
        self.path = path
        (self.interruption, self.hashing) = (interruption, hashing)
    }

    /// A file that is open already.
    ///
    /// - Parameters:
    ///   - file: the file, which nobody else reads meanwhile.
    ///   - path: what it is called in messages.
    /// - Throws: `sourceUnreadable`.
    init(_ file: OpenFile, at path: FilePath, interruption: any Interruption) throws(UploadError) {
        let status = try Self.status(of: file)
        (fingerprint, identity) = (status.fingerprint, status.identity)
        (self.file, self.path, self.interruption) = (file, path, interruption)
        hashing = { _ in }
    }

    /// Whether the user asked to stop.
    package var isStopped: Bool { interruption.signal != nil }

    /// Continues reading where the last call ended.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    /// - Throws: `sourceUnreadable`; `sourceChanged` where it is longer than it was; `interrupted`.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(UploadError) -> Int {
        if isStopped { throw UploadError(.interrupted, "stopped") }
        do {
            return try reading.withLock { reading in
                let count = try unsafe FileDescriptor(rawValue: file.number).boundedRead(
                    fromAbsoluteOffset: reading.offset, into: buffer)
                unsafe reading.hash.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                reading.offset += Int64(count)
                return count
            }
        } catch {
            throw UploadError(.sourceUnreadable, Self.text(error))
        }
    }

    /// The SHA-256 of the first bytes, whether or not the user asked to stop; nil where the file has fewer.
    ///
    /// - Throws: `sourceUnreadable`.
    package func hash(first size: Int64) throws(UploadError) -> [UInt8]? {
        if size > fingerprint.size { return nil }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4_096)
        defer { unsafe block.deallocate() }
        var hash = ContentHash()
        while hash.size < size {
            do throws(Errno) {
                let count = try unsafe read(into: block, at: hash.size)
                if count == 0 { return nil }
                unsafe hash.add(UnsafeRawBufferPointer(rebasing: block[..<count]), upTo: size)
            } catch {
                throw UploadError(.sourceUnreadable, error.description)
            }
        }
        return hash.hashes.sha256
    }

    /// Reads at an offset, whether or not the user asked to stop. Does not count as reading on.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        do {
            return try unsafe FileDescriptor(rawValue: file.number).boundedRead(
                fromAbsoluteOffset: offset, into: buffer)
        } catch {
            throw error as? Errno ?? .ioError
        }
    }

    /// The number of the open descriptor, for a program that reads the file through it. Valid as long as this value
    /// exists.
    package var descriptor: Int32 { file.number }

    /// Starts again from the first byte.
    ///
    /// - Parameter kind: the checksum to compute in addition to SHA-256; nil for none.
    package func rewind(hashingWith kind: Checksum.Kind? = nil) {
        reading.withLock { $0 = Reading(hash: ContentHash(with: kind)) }
    }

    /// What was read since the last start.
    var beginning: SourceBeginning {
        let hashes = reading.withLock { $0.hash.hashes }
        return SourceBeginning(size: hashes.size, sha256: hashes.sha256)
    }

    /// Whether the file begins with bytes that were read from it before. Reads these from the first byte.
    ///
    /// - Throws: `sourceUnreadable`, `interrupted`.
    func begins(with beginning: SourceBeginning) throws(UploadError) -> Bool {
        rewind()
        try read(atMost: beginning.size)
        return self.beginning == beginning
    }

    /// Reads on, only to hash, until `count` bytes were read or the file ends.
    private func read(atMost count: Int64) throws(UploadError) {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4_096)
        defer { unsafe block.deallocate() }
        var left = count
        while left > 0 {
            let part = unsafe UnsafeMutableRawBufferPointer(rebasing: block.prefix(Int(min(left, 1 << 20))))
            let count = try unsafe read(into: part)
            if count == 0 { return }
            left -= Int64(count)
            hashing(Int64(count))
        }
    }

    /// Checks that the file was read to its end and has not changed, and returns the hashes of its bytes.
    ///
    /// - Returns: the hashes of all that was read since the last start.
    /// - Throws: `sourceChanged`.
    package func end() throws(UploadError) -> FileHashes {
        let now = try Self.status(of: file).fingerprint
        let hashes = reading.withLock { $0.hash.hashes }
        guard now == fingerprint, hashes.size == fingerprint.size else {
            throw UploadError(.sourceChanged, "changed while it was read")
        }
        return hashes
    }

    /// The hashes of the whole file. Reads it from its first byte.
    ///
    /// - Parameter kind: the checksum to compute in addition to SHA-256; nil for none.
    /// - Throws: `sourceUnreadable`, `sourceChanged`, `interrupted`.
    package func hashes(with kind: Checksum.Kind? = nil) throws(UploadError) -> FileHashes {
        rewind(hashingWith: kind)
        try read(atMost: .max)
        return try end()
    }

    /// Judges what is stored at a target against this file, which is read for that if something is there.
    ///
    /// - Parameter stored: what is stored there; nil where nothing is.
    /// - Throws: as ``hashes(with:)``.
    func verify(
        _ stored: StoredFile?, sentBy sender: CopySender
    ) throws(UploadError) -> CopyVerification<VerifiedCopy> {
        guard let stored else { return .notThere }
        return CopyPolicy.verify(
            stored, of: try hashes(with: stored.evidence.checksum?.kind), besides: OtherFiles(sources: [identity]),
            sentBy: sender)
    }

    private static func status(of file: OpenFile) throws(UploadError) -> FileStatus {
        let status: FileStatus
        do {
            status = try file.status()
        } catch {
            throw UploadError(.sourceUnreadable, error.description)
        }
        guard status.isRegular else { throw UploadError(.sourceUnreadable, "is not a regular file") }
        return status
    }

    private static func text(_ error: any Error) -> String {
        (error as? Errno ?? .ioError).description
    }
}

/// The first bytes of a file that is sent, identified by their hash.
struct SourceBeginning: Hashable, Sendable {
    /// The number of bytes.
    let size: Int64
    let sha256: [UInt8]
}
