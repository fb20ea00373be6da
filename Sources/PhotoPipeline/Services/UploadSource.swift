import Crypto
import PhotoIntake
package import PhotoModel
import Synchronization
package import SystemPackage

/// A library's file while it is sent: opened without following a link, known to be the one that was meant, hashed as it
/// is read, and looked at again afterwards.
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
        var hash = SHA256()
        var offset: Int64 = 0
    }
    private let reading = Mutex(Reading())

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - interruption: whether to stop.
    /// - Throws: `sourceUnreadable` where it is not there, is a link or no regular file, or may not be read.
    package init(_ path: FilePath, interruption: any Interruption) throws(UploadError) {
        do {
            file = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec, .nonBlocking])
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
                let count = try unsafe file.read(fromAbsoluteOffset: reading.offset, into: buffer)
                unsafe reading.hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                reading.offset += Int64(count)
                return count
            }
        } catch {
            throw UploadError(.sourceUnreadable, Self.text(error))
        }
    }

    /// Starts again from the first byte.
    package func rewind() {
        reading.withLock { $0 = Reading() }
    }

    /// Makes sure that the file was read to its end and is the one that it was, and gives the hash of its bytes.
    ///
    /// - Returns: how many bytes were read, and their SHA-256.
    /// - Throws: `sourceChanged`.
    package func end() throws(UploadError) -> (size: Int64, sha256: [UInt8]) {
        let now = try Self.status(of: file).fingerprint
        let (size, sha256) = reading.withLock { ($0.offset, Array($0.hash.finalize())) }
        guard now == fingerprint, size == fingerprint.size else {
            throw UploadError(.sourceChanged, "changed while it was read")
        }
        return (size, sha256)
    }

    /// The SHA-256 of the whole file, for whoever compares it with what is there before anything is sent. Reads it from
    /// its first byte, and leaves it to be read from there again.
    ///
    /// - Returns: 32 bytes.
    /// - Throws: `sourceUnreadable`, `sourceChanged`, `interrupted`.
    package func hash() throws(UploadError) -> [UInt8] {
        rewind()
        defer { rewind() }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4_096)
        defer { unsafe block.deallocate() }
        while try unsafe read(into: block) > 0 {}
        return try end().sha256
    }

    private static func status(of file: FileDescriptor) throws(UploadError) -> FileStatus {
        let status: FileStatus
        do {
            status = try FileStatus(of: file)
        } catch {
            throw UploadError(.sourceUnreadable, error.description)
        }
        guard status.isRegular else { throw UploadError(.sourceUnreadable, "is no regular file") }
        return status
    }

    private static func text(_ error: any Error) -> String {
        (error as? Errno ?? .ioError).description
    }
}
