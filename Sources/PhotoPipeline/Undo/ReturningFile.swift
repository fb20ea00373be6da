import Glibc
import PhotoFiles
import PhotoModel
import SystemPackage

/// A file that is filled with the bytes of a copy, parked beside its final name.
struct ReturningFile {
    /// Why it was not filled.
    enum Failure: Error {
        case library(TrashError)
        case destination(UploadError)
    }

    /// The file to restore, with its hash and the ticket from the journal.
    let member: Action.Member
    let removal: TicketedRemoval
    let environment: Environment
    /// The service that makes the file. It knows the file's directory even after a rename.
    let service: any TrashService

    /// Fetches the file from the first of some copies that has exactly its bytes. Afterwards it is on the disk, with
    /// permissions and time, under the ticket's name. If that fails, nothing of it remains, if possible.
    ///
    /// - Parameter hasLeftover: set where something could not be removed.
    /// - Returns: the file with the ticket's name.
    /// - Throws: why the last copy could not be used.
    func fetch(
        from copies: [CopyFinder.Copy], progress: ByteProgress, hasLeftover: inout Bool
    ) async throws(Failure) -> ParkedFile {
        let file: FileDescriptor
        do throws(TrashError) {
            // Only those who may read the photo may read it.
            let permissions = FilePermissions(rawValue: CInterop.Mode(member.permissions ?? 0o666))
            guard let beside = service.beside else {
                throw TrashError(.refused, "only files of the library are put into the trash")
            }
            file = try beside.receive(removal, permissions: permissions)
        } catch {
            throw .library(error)
        }
        defer { try? file.close() }
        do throws(Failure) {
            try await fill(file, from: copies, progress)
            return try complete(file)
        } catch {
            let identity = (try? FileStatus(of: file))?.identity
            if identity.map(remove) != true { hasLeftover = true }
            throw error
        }
    }

    /// Completes the permissions, the time and the durability of a file that a killed run had fetched.
    ///
    /// - Returns: the file with the ticket's name.
    func complete() throws(Failure) -> ParkedFile {
        let file: FileDescriptor
        do throws(TrashError) {
            file = try service.open(removal.ticket)
        } catch {
            throw .library(error)
        }
        defer { try? file.close() }
        return try complete(file)
    }

    private func complete(_ file: FileDescriptor) throws(Failure) -> ParkedFile {
        do throws(Errno) {
            try file.keep(permissions: member.permissions, modified: member.fingerprint.modified)
            return ParkedFile(try FileStatus(of: file))
        } catch {
            throw .library(TrashError(error, doing: "cannot be written"))
        }
    }

    private func fill(
        _ file: FileDescriptor, from copies: [CopyFinder.Copy], _ progress: ByteProgress
    ) async throws(Failure) {
        var last = UploadError(.missing, "there is no copy")
        for copy in copies {
            do throws(UploadError) {
                return try await fill(file, from: copy, progress)
            } catch {
                last = error
                if error.kind == .interrupted || error.kind == .full { break }
            }
        }
        throw .destination(last)
    }

    private func fill(
        _ file: FileDescriptor, from copy: CopyFinder.Copy, _ progress: ByteProgress
    ) async throws(UploadError) {
        let (service, target) = (copy.destination.service, copy.receipt.target)
        var writing = CopyWriting(file: file, most: member.fingerprint.size)
        let counter = ByteCounter(progress)
        do throws(UploadError) {
            try await service.call { service throws(UploadError) in
                try await unsafe service.fetch(target) { () throws(UploadError) in
                    counter.takeBack()
                    try writing.start()
                } each: { block throws(UploadError) in
                    if environment.interruption.signal != nil { throw UploadError(.interrupted, "stopped") }
                    try unsafe writing.add(block)
                    counter.add(Int64(block.count))
                }
            }
            guard case .good = CopyPolicy.compare(writing.stored, with: RecordedContent(member)) else {
                throw UploadError(.corrupted, "the copy has other bytes")
            }
        } catch {
            counter.takeBack()
            if error.kind != .corrupted { throw error }
            throw UploadError(.corrupted, member.described(copy.isOtherWords))
        }
    }
}

extension ReturningFile {
    /// Removes the file with the ticket's name if this run made it and it is no longer needed.
    ///
    /// - Parameter identity: the file's identity; nil for what was proved to be a copy's first bytes.
    /// - Returns: whether nothing is there now.
    func remove(_ identity: FileIdentity) -> Bool {
        // A signal is no reason to leave files behind.
        let file = try? ProvenFile(parked: removal.ticket, in: service, interruption: NeverInterrupted())
        guard let file else { return isGone }
        return file.identity == identity && remove(file)
    }

    /// Removes what a killed run left under the ticket's name. It is that run's file if its bytes are the first of the
    /// copy's, so nothing is lost with it.
    ///
    /// - Returns: whether nothing is there now.
    func removeLeftover(_ copies: [CopyFinder.Copy]) async -> Bool {
        let file = try? ProvenFile(parked: removal.ticket, in: service, interruption: environment.interruption)
        guard let file else { return isGone }
        for copy in copies where await begins(copy, with: file) { return remove(file) }
        return false
    }

    /// Whether certainly nothing is there: what cannot be examined counts as there.
    private var isGone: Bool { service.parked([removal.ticket]) == [.success(nil)] }

    private func remove(_ file: ProvenFile) -> Bool {
        guard let proof = try? file.proof(of: removal, in: service) else { return false }
        return service.finish([proof]) == [nil]
    }

    private func begins(_ copy: CopyFinder.Copy, with file: ProvenFile) async -> Bool {
        let size = file.fingerprint.size
        var hash = ContentHash()
        do throws(UploadError) {
            try await copy.destination.service.call { service throws(UploadError) in
                try await unsafe service.fetch(copy.receipt.target) {
                    hash = ContentHash()
                } each: { block throws(UploadError) in
                    unsafe hash.add(block, upTo: size)
                    if hash.size == size { throw UploadError(.interrupted, "enough was read") }
                }
            }
        } catch {
            if hash.size < size { return false }
        }
        return hash.size == size && hash.hashes.sha256 == file.sha256
    }
}

struct CopyWriting {
    let file: FileDescriptor
    /// The number of bytes of a correct copy.
    let most: Int64
    /// The number of bytes so far.
    private var size: Int64 = 0
    private var hash = ContentHash()

    init(file: FileDescriptor, most: Int64) {
        self.file = file
        self.most = most
    }

    /// The bytes so far, as a stored file.
    var stored: StoredFile {
        StoredFile(size: size, evidence: .readNow(Checksum(sha256: hash.hashes.sha256)), identity: nil, stamp: nil)
    }

    /// Empties the file of an earlier attempt.
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

extension FileDescriptor {
    /// Sets the permissions and the modification time of a fetched file, and waits until it is on the disk.
    ///
    /// A file system that keeps no permissions or times does not prevent a photo from being restored. Differences are
    /// noted once the file has its name (`noteDifferences`).
    ///
    /// - Parameters:
    ///   - permissions: the lowest twelve bits of its mode; nil leaves them unchanged.
    ///   - modified: the time of the last change, in nanoseconds since 1970-01-01T00:00:00Z.
    fileprivate func keep(permissions: UInt16?, modified: Int64) throws(Errno) {
        if let permissions { try check(fchmod(rawValue, mode_t(permissions & 0o7777)), isOptional: true) }
        let seconds = modified >= 0 ? modified / 1_000_000_000 : (modified - 999_999_999) / 1_000_000_000
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(modified - seconds * 1_000_000_000))
        try check(unsafe futimens(rawValue, [time, time]), isOptional: true)
        try check(fsync(rawValue), isOptional: false)
    }

    private func check(_ result: Int32, isOptional: Bool) throws(Errno) {
        if result == 0 { return }
        let error = Errno(rawValue: errno)
        let refusals: [Errno] = [.notPermitted, .permissionDenied, .noFunction, .notSupported, .invalidArgument]
        if isOptional, refusals.contains(error) { return }
        throw error
    }
}
