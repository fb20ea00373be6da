import Crypto
import SystemPackage

/// Writes and hashes the bytes of a copy.
struct Filling {
    /// What is filled.
    let file: FileDescriptor
    /// How many bytes a right copy has.
    let most: Int64
    /// How many came so far.
    private(set) var size: Int64 = 0
    private var hash = SHA256()

    init(file: FileDescriptor, most: Int64) {
        self.file = file
        self.most = most
    }

    /// The SHA-256 of what came so far.
    var sha256: [UInt8] { Array(hash.finalize()) }

    /// Empties the file of what an earlier try left.
    func start() throws(UploadError) {
        do {
            try file.resize(to: 0)
            try file.seek(offset: 0, from: .start)
        } catch {
            throw Self.failure(error)
        }
    }

    mutating func add(_ block: UnsafeRawBufferPointer) throws(UploadError) {
        size += Int64(block.count)
        if size > most { throw UploadError(.corrupted, "the copy is longer than the photo was") }
        unsafe hash.update(bufferPointer: block)
        do {
            _ = try unsafe file.writeAll(block)
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: any Error) -> UploadError {
        let error = error as? Errno ?? .ioError
        let isFull = error == .noSpace || error == .diskQuotaExceeded
        return UploadError(isFull ? .full : .failed, "cannot be written: \(error.description)")
    }
}
