import Crypto
import Glibc
import PhotoIntake
import PhotoModel
import SystemPackage

/// A file that is filled with the bytes of a copy, beside the name that it is to get.
struct WaitingFile {
    /// Why it was not filled.
    enum Failure: Error {
        case library(TrashError)
        case destination(UploadError)
    }

    /// The file that comes back, with its hash and the ticket that the journal has.
    let member: Action.Member
    let removal: TicketedRemoval
    let environment: Environment
    /// What has made it, or makes it: that knows its directory, wherever that is by now.
    let service: any TrashService

    /// Fetches the file from the first of some copies that has its very bytes. It is on the disk then, with permissions
    /// and time, and has the ticket's name; where this fails nothing is left of it, if that can be.
    ///
    /// - Parameters:
    ///   - copies: where it may be.
    ///   - progress: told the bytes.
    ///   - hasLeftover: set where something could not be taken away again.
    /// - Returns: what lies under the ticket's name.
    /// - Throws: why the last copy did not do.
    func fetch(
        from copies: [CopyFinder.Copy], progress: ByteProgress, hasLeftover: inout Bool
    ) async throws(Failure) -> ParkedFile {
        let file: FileDescriptor
        do throws(TrashError) {
            // Nobody may read it who may not read the photo.
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

    /// Gives a file that was fetched by a run that was killed what may be missing still.
    ///
    /// - Returns: what lies under the ticket's name.
    /// - Throws: where it cannot be opened or written to the disk.
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
            let status = try FileStatus(of: file)
            return ParkedFile(
                identity: status.identity, size: status.fingerprint.size, modified: status.fingerprint.modified,
                isRegular: status.isRegular)
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
        var filling = Filling(file: file, most: member.fingerprint.size)
        let counter = ByteCounter(progress)
        do throws(UploadError) {
            try await unsafe service.fetch(target) { () throws(UploadError) in
                counter.takeBack()
                try filling.start()
            } each: { block throws(UploadError) in
                if environment.interruption.signal != nil { throw UploadError(.interrupted, "stopped") }
                try unsafe filling.add(block)
                counter.add(Int64(block.count))
            }
            guard case .good = CopyPolicy.compare(filling.stored, with: RecordedContent(member)) else {
                throw UploadError(.corrupted, "the copy has other bytes")
            }
        } catch {
            counter.takeBack()
            if error.kind != .corrupted { throw error }
            throw UploadError(.corrupted, member.saying(copy.isOtherWords))
        }
    }
}

extension WaitingFile {
    /// Takes away what lies under the ticket's name, where it is the file that this run made and nobody wants any more.
    ///
    /// - Parameter identity: which file that is; nil for what was proved to be a copy's first bytes.
    /// - Returns: whether nothing is there now.
    func remove(_ identity: FileIdentity) -> Bool {
        // A wish to stop is no reason to leave things lying about.
        let file = try? ProvenFile(parked: removal.ticket, in: service, interruption: NeverInterrupted())
        guard let file else { return isGone }
        return file.identity == identity && remove(file)
    }

    /// Takes away what a run that was killed left under the ticket's name. That it is that run's is told by its bytes
    /// being the first of the copy's, so that nothing is lost with it.
    ///
    /// - Parameter copies: where the file may be fetched from.
    /// - Returns: whether nothing is there now.
    func removeLeftover(_ copies: [CopyFinder.Copy]) async -> Bool {
        let file = try? ProvenFile(parked: removal.ticket, in: service, interruption: environment.interruption)
        guard let file else { return isGone }
        for copy in copies where await begins(copy, with: file) { return remove(file) }
        return false
    }

    /// Whether nothing is there, for sure: what cannot be looked at is there.
    private var isGone: Bool { service.parked([removal.ticket]) == [.success(nil)] }

    private func remove(_ file: ProvenFile) -> Bool {
        guard let proof = try? file.proof(of: removal, in: service) else { return false }
        return service.finish([proof]) == [nil]
    }

    private func begins(_ copy: CopyFinder.Copy, with file: ProvenFile) async -> Bool {
        var hash = SHA256()
        var left = Int(file.fingerprint.size)
        do throws(UploadError) {
            try await unsafe copy.destination.service.fetch(copy.receipt.target) {
                (hash, left) = (SHA256(), Int(file.fingerprint.size))
            } each: { block throws(UploadError) in
                let part = unsafe UnsafeRawBufferPointer(rebasing: block.prefix(left))
                unsafe hash.update(bufferPointer: part)
                left -= part.count
                if left == 0 { throw UploadError(.interrupted, "enough was read") }
            }
        } catch {
            if left > 0 { return false }
        }
        return left == 0 && Array(hash.finalize()) == file.sha256
    }
}

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
