package import PhotoFiles
package import PhotoModel
package import SystemPackage

/// An open file whose every byte was read and hashed in this run. While it is open no other file can get its inode, so
/// it can be recognised under any name.
///
/// A file that is to be removed permanently also has a read lease from before its first byte is read, because only a
/// lease reveals every write. Timestamps do not: photo editors may restore them, and writes through a memory mapping do
/// not change them. If no lease is possible, every byte is read again immediately before the removal.
///
/// Closed when the last reference is released.
package final class ProvenFile: Sendable {
    /// The hashes of its bytes.
    package let hashes: FileHashes
    /// The SHA-256 of its bytes.
    package var sha256: [UInt8] { hashes.sha256 }
    /// The file as it was before and after reading.
    package var fingerprint: Fingerprint { status.fingerprint }
    /// The lowest twelve bits of its mode.
    package var permissions: UInt16 { UInt16(truncatingIfNeeded: status.permissions.rawValue) }
    /// The device and inode.
    package var identity: FileIdentity { status.identity }
    private let status: FileStatus
    private let file: FileDescriptor
    private let isLeased: Bool
    private let interruption: any Interruption

    /// Opens and reads a file that has its own name.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - isForGood: whether the file is to be removed permanently, so that it gets a lease if possible.
    /// - Throws: `missing`, `denied`, `failed`; `changed` where it is no regular file, or somebody writes to it;
    ///   `interrupted`.
    package convenience init(
        _ path: FilePath, in files: LibraryFiles = LibraryFiles(), isForGood: Bool = false,
        interruption: any Interruption
    ) throws(TrashError) {
        let file: FileDescriptor
        do throws(Errno) {
            file = try files.open(path)
        } catch {
            throw TrashError(error, doing: "cannot be opened")
        }
        try self.init(owning: file, isForGood: isForGood, interruption: interruption)
    }

    /// Opens and reads the file with a ticket's name: after a crash, for undo, and to empty the trash.
    ///
    /// - Throws: as above, and `unknownTicket`.
    package convenience init(
        parked ticket: String, in service: any TrashService, isForGood: Bool = false,
        interruption: any Interruption
    ) throws(TrashError) {
        try self.init(owning: try service.open(ticket), isForGood: isForGood, interruption: interruption)
    }

    private init(
        owning file: FileDescriptor, isForGood: Bool, interruption: any Interruption
    ) throws(TrashError) {
        self.file = file
        self.interruption = interruption
        isLeased = isForGood && ReadLease.take(on: file)
        do throws(TrashError) {
            status = try Self.status(of: file)
            guard status.isRegular else { throw TrashError(.changed, "is not a regular file") }
            hashes = try Self.hash(file, with: nil, interruption)
            guard try Self.status(of: file) == status else { throw TrashError(.changed, "changed while it was read") }
        } catch {
            try? file.close()
            throw error
        }
    }

    deinit { try? file.close() }

    /// Whether the library has lost a file whose copy is to be taken back: it is not at its path, has other bytes or
    /// cannot be read. Its bytes are read, since a name and times may come from a file system's cache.
    static func isLost(
        _ path: FilePath, of sha256: [UInt8], in files: LibraryFiles, interruption: any Interruption
    ) -> Bool {
        let file = try? ProvenFile(path, in: files, interruption: interruption)
        return file?.sha256 != sha256
    }

    /// Checks that nobody has written to the file since it was hashed, including its ctime. For a file that still has
    /// its own name: a rename changes the ctime, and photo editors may restore all other times.
    ///
    /// - Throws: `changed`, `failed`.
    func checkUntouched() throws(TrashError) {
        guard try Self.status(of: file) == status else { throw TrashError(.changed, "changed after it was read") }
    }

    /// Judges what is stored at a target against this file. If the service reports a checksum other than SHA-256, the
    /// file is read once more to compute it.
    ///
    /// - Parameters:
    ///   - stored: what this program stored there, by its receipts; nil where nothing is there.
    ///   - others: the files that a copy must not be, including this one.
    /// - Throws: `sourceChanged`, `sourceUnreadable`, `interrupted`.
    func verification(
        of stored: StoredFile?, besides others: OtherFiles, in environment: Environment
    ) throws(UploadError) -> CopyVerification<VerifiedCopy> {
        do throws(TrashError) {
            let hashes = try hashes(with: stored?.evidence.checksum?.kind, environment.interruption)
            return CopyPolicy.verify(stored, of: hashes, besides: others, sentBy: .us)
        } catch {
            switch error.kind {
            case .changed: throw UploadError(.sourceChanged, error.detail)
            case .interrupted: throw UploadError(.interrupted, error.detail)
            default: throw UploadError(.sourceUnreadable, error.detail)
            }
        }
    }

    private func hashes(
        with kind: Checksum.Kind?, _ interruption: any Interruption
    ) throws(TrashError) -> FileHashes {
        guard let kind, hashes.value(of: kind) == nil else { return hashes }
        let again = try Self.hash(file, with: kind, interruption)
        guard again.sha256 == sha256, try Self.status(of: file).parked == status.parked else {
            throw TrashError(.changed, "changed after it was read")
        }
        return again
    }

    /// Checks, immediately before the file is removed permanently, that nobody has written to it since it was hashed.
    /// Without a lease every byte is read again.
    ///
    /// - Throws: `changed`, `failed`, `interrupted`.
    func checkUnwritten() throws(TrashError) { try checkUnwritten(interruption) }

    private func checkUnwritten(_ interruption: any Interruption) throws(TrashError) {
        if isLeased { return try checkLease() }
        let before = try Self.status(of: file)
        guard before.parked == status.parked, try Self.hash(file, with: nil, interruption).sha256 == sha256,
            try Self.status(of: file) == before
        else { throw TrashError(.changed, "changed after it was read") }
    }

    /// The file's current fingerprint, under whatever name it has: a rename sets the ctime, so the next run would
    /// otherwise take the file for a changed one. A signal does not prevent this.
    ///
    /// - Returns: the fingerprint; nil where its bytes may have changed.
    func fingerprintNow() -> Fingerprint? {
        guard let now = try? Self.status(of: file) else { return nil }
        if now == status { return now.fingerprint }
        guard now.parked == status.parked, (try? checkUnwritten(NeverInterrupted())) != nil,
            (try? Self.status(of: file)) == now
        else { return nil }
        return now.fingerprint
    }

    /// Checks that the lease, if there is one, is still held.
    private func checkLease() throws(TrashError) {
        if isLeased, !ReadLease.isHeld(on: file) {
            throw TrashError(.changed, "was opened for writing after it was read")
        }
    }

    /// Removes the file by a body, if its lease, if there is one, is still held. Who wants to write meanwhile waits
    /// until the body has returned: what they wrote a moment before would be lost.
    ///
    /// - Throws: `changed`, and what the body throws.
    func remove(_ body: () throws(TrashError) -> Void) throws(TrashError) {
        if !isLeased { return try body() }
        try ReadLease.keeping(on: file) { () throws(TrashError) in
            try checkLease()
            try body()
        }
    }

    /// Checks that this file has the ticket's name, unchanged since it was hashed.
    ///
    /// - Parameters:
    ///   - removal: the path it had, and the ticket.
    ///   - service: where it is parked.
    /// - Returns: the proof, which is valid as long as this file is open.
    /// - Throws: `changed` where another file is there or this one was written to, `missing` where nothing is, and what
    ///   ``TrashService/parked(_:)`` throws.
    package func proof(of removal: TicketedRemoval, in service: any TrashService) throws(TrashError) -> RemovalProof {
        try proof(of: removal, parked: try service.parked(removal.ticket))
    }

    /// The same for several files, with one call to the service.
    ///
    /// - Parameters:
    ///   - files: each with the path it had, and the ticket.
    ///   - service: where they are parked.
    /// - Returns: for each file what ``proof(of:in:)`` returns or throws.
    package static func proofs(
        of files: [(file: ProvenFile, removal: TicketedRemoval)], in service: any TrashService
    ) -> [Result<RemovalProof, TrashError>] {
        zip(files, service.parked(files.map(\.removal.ticket))).map { each, parked in
            parked.flatMap { parked in
                Result { () throws(TrashError) in try each.file.proof(of: each.removal, parked: parked) }
            }
        }
    }

    private func proof(of removal: TicketedRemoval, parked: ParkedFile?) throws(TrashError) -> RemovalProof {
        guard let parked else { throw TrashError(.missing, "is no longer where it was put") }
        let now = try Self.status(of: file)
        // A rename changes the ctime, and nothing else of these.
        guard now.parked == status.parked, parked == now.parked else {
            throw TrashError(.changed, "is no longer the file that was checked")
        }
        return RemovalProof(removal: removal, file: parked, proven: self)
    }

    private static func status(of file: FileDescriptor) throws(TrashError) -> FileStatus {
        do throws(Errno) {
            return try FileStatus(of: file)
        } catch {
            throw TrashError(error, doing: "cannot be looked at")
        }
    }

    private static func hash(
        _ file: FileDescriptor, with kind: Checksum.Kind?, _ interruption: any Interruption
    ) throws(TrashError) -> FileHashes {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 4096)
        defer { unsafe block.deallocate() }
        var hash = ContentHash(with: kind)
        var offset: Int64 = 0
        while true {
            if interruption.signal != nil { throw TrashError(.interrupted, "stopped") }
            let count: Int
            do {
                count = try unsafe file.boundedRead(fromAbsoluteOffset: offset, into: block)
            } catch {
                throw TrashError(error as? Errno ?? .ioError, doing: "cannot be read")
            }
            if count == 0 { return hash.hashes }
            unsafe hash.add(UnsafeRawBufferPointer(rebasing: block[..<count]))
            offset += Int64(count)
        }
    }
}

extension FileStatus {
    /// The attributes that a rename does not change.
    fileprivate var parked: ParkedFile { ParkedFile(self) }
}
