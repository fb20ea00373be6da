import Glibc
import PhotoModel
import SystemPackage

/// Writes and hashes the bytes of a copy.
struct Filling {
    /// What is filled.
    let file: FileDescriptor
    /// How many bytes a right copy has.
    let most: Int64
    /// How many came so far.
    private var size: Int64 = 0
    private var hash = ContentHash()

    init(file: FileDescriptor, most: Int64) {
        self.file = file
        self.most = most
    }

    /// What came so far, as the destination has it.
    var stored: StoredFile {
        StoredFile(size: size, evidence: .readNow(Checksum(sha256: hash.hashes.sha256)), identity: nil, stamp: nil)
    }

    /// Empties the file of what an earlier try left.
    mutating func start() throws(UploadError) {
        (size, hash) = (0, ContentHash())
        do {
            try repeated { ftruncate(file.rawValue, 0) }
            try file.seek(offset: 0, from: .start)
        } catch {
            throw Self.failure(error)
        }
    }

    mutating func add(_ block: UnsafeRawBufferPointer) throws(UploadError) {
        size += Int64(block.count)
        if size > most { throw UploadError(.corrupted, "the copy is longer than the photo was") }
        unsafe hash.add(block)
        do {
            try unsafe file.boundedWriteAll(block)
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
