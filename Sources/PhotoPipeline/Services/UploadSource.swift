package import PhotoIntake
package import PhotoModel
import Synchronization
package import SystemPackage

/// A library's file while it is sent: opened without following a link that no scan has followed, known to be the one
/// that was meant, hashed as it is read, and looked at again afterwards.
///
/// Read by one task at a time. Closed when the last reference goes.
package final class UploadSource: Sendable {
    /// Where it is.
    package let path: FilePath
    /// The file as it was when it was opened.
    package let fingerprint: Fingerprint
    /// Which file it is.
    package let identity: FileIdentity
    private let file: FileDescriptor
    private let interruption: any Interruption

    private struct Reading {
        var hash = ContentHash()
        var offset: Int64 = 0
    }
    private let reading = Mutex(Reading())

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - files: opens it.
    ///   - interruption: whether to stop.
    /// - Throws: `sourceUnreadable` where it is not there, it or a directory on the way is a link, it is no regular
    ///   file, or may not be read.
    package init(
        _ path: FilePath, in files: LibraryFiles = LibraryFiles(), interruption: any Interruption
    ) throws(UploadError) {
        do {
            file = try files.open(path)
        } catch {
            throw UploadError(.sourceUnreadable, Self.text(error))
        }
        do {
            let status = try Self.status(of: file)
            (fingerprint, identity) = (status.fingerprint, status.identity)
        } catch {
            try? file.close()
            throw error
        }
        self.path = path
        self.interruption = interruption
    }

    deinit { try? file.close() }

    /// Whether the user asked to stop.
    package var isStopped: Bool { interruption.signal != nil }

    /// Reads on from where the last call ended.
    ///
    /// - Parameter buffer: gets the bytes.
    /// - Returns: how many there are; 0 at the end.
    /// - Throws: `sourceUnreadable`; `sourceChanged` where it is longer than it was; `interrupted`.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(UploadError) -> Int {
        if isStopped { throw UploadError(.interrupted, "stopped") }
        do {
            return try reading.withLock { reading in
                let count = try unsafe file.boundedRead(fromAbsoluteOffset: reading.offset, into: buffer)
                unsafe reading.hash.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                reading.offset += Int64(count)
                return count
            }
        } catch {
            throw UploadError(.sourceUnreadable, Self.text(error))
        }
    }

    /// The number of its open descriptor, for a program that reads the very file by it. Open for as long as this is.
    package var descriptor: Int32 { file.rawValue }

    /// Starts again from the first byte.
    ///
    /// - Parameter kind: what is computed besides SHA-256; nil for nothing.
    package func rewind(hashingWith kind: Checksum.Kind? = nil) {
        reading.withLock { $0 = Reading(hash: ContentHash(with: kind)) }
    }

    /// What was read since the last start.
    var beginning: SourceBeginning {
        let hashes = reading.withLock { $0.hash.hashes }
        return SourceBeginning(size: hashes.size, sha256: hashes.sha256)
    }

    /// Whether the file begins with bytes that were read from it before. Reads these from its first byte, and leaves it
    /// to be read from there again.
    ///
    /// - Throws: `sourceUnreadable`, `interrupted`.
    func begins(with beginning: SourceBeginning) throws(UploadError) -> Bool {
        rewind()
        defer { rewind() }
        try read(atMost: beginning.size)
        return self.beginning == beginning
    }

    /// Reads on, for the hash alone, until so many bytes were read or the file ends.
    private func read(atMost count: Int64) throws(UploadError) {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4_096)
        defer { unsafe block.deallocate() }
        var left = count
        while left > 0 {
            let part = unsafe UnsafeMutableRawBufferPointer(rebasing: block.prefix(Int(min(left, 1 << 20))))
            let count = try unsafe read(into: part)
            if count == 0 { return }
            left -= Int64(count)
        }
    }

    /// Makes sure that the file was read to its end and is the one that it was, and gives the hashes of its bytes.
    ///
    /// - Returns: of all that was read since the last start.
    /// - Throws: `sourceChanged`.
    package func end() throws(UploadError) -> FileHashes {
        let now = try Self.status(of: file).fingerprint
        let hashes = reading.withLock { $0.hash.hashes }
        guard now == fingerprint, hashes.size == fingerprint.size else {
            throw UploadError(.sourceChanged, "changed while it was read")
        }
        return hashes
    }

    /// Reads the whole file from its first byte, and leaves it at its end: whoever sent it by other means has it tell
    /// its hashes once more.
    ///
    /// - Parameter kind: the kind of hash that is needed besides SHA-256; nil for none.
    /// - Returns: the hashes.
    /// - Throws: `sourceUnreadable`, `sourceChanged`, `interrupted`.
    package func readToEnd(hashingWith kind: Checksum.Kind? = nil) throws(UploadError) -> FileHashes {
        rewind(hashingWith: kind)
        try read(atMost: .max)
        return try end()
    }

    /// The hashes of the whole file, for whoever compares it with what is there. Reads it from its first byte, and
    /// leaves it to be read from there again.
    ///
    /// - Parameter kind: as with ``readToEnd(hashingWith:)``.
    /// - Returns: the hashes.
    /// - Throws: as ``readToEnd(hashingWith:)``.
    package func hashes(with kind: Checksum.Kind? = nil) throws(UploadError) -> FileHashes {
        defer { rewind() }
        return try readToEnd(hashingWith: kind)
    }

    /// Judges what lies at a target by this file, which is read for that where something is there.
    ///
    /// - Parameters:
    ///   - stored: what lies there; nil where nothing does.
    ///   - sender: who is known to have put it there.
    /// - Returns: what it is.
    /// - Throws: as ``hashes(with:)``.
    func verify(
        _ stored: StoredFile?, sentBy sender: CopySender
    ) throws(UploadError) -> CopyVerification<VerifiedCopy> {
        guard let stored else { return .notThere }
        return CopyPolicy.verify(
            stored, of: try hashes(with: stored.evidence.checksum?.kind), besides: OtherFiles(sources: [identity]),
            sentBy: sender)
    }

    private static func status(of file: FileDescriptor) throws(UploadError) -> FileStatus {
        let status: FileStatus
        do {
            status = try FileStatus(of: file)
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

/// The first bytes of a file that is sent, by their hash.
struct SourceBeginning: Hashable, Sendable {
    /// How many they are.
    let size: Int64
    /// Their SHA-256.
    let sha256: [UInt8]
}
