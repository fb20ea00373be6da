import Glibc
import PhotoFiles
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage

/// Reads a copy from the disk rather than from the system's cache, if possible.
final class CopyReader: Sendable {
    /// The file as it was when it was opened.
    let status: FileStatus
    /// The copy's stamp; nil if its file system does not keep one.
    let stamp: CopyStamp?
    private let file: OpenFile
    private let buffers: BlockBuffers
    private let held = Mutex<BlockBuffer?>(nil)
    private let offset = Mutex<Int64>(0)

    /// Opens a copy.
    ///
    /// - Parameter open: opens the file with these additional flags.
    /// - Throws: what opening it fails with; EISDIR where it is no regular file.
    init(
        reading: [FolderMethods.Reading], buffers: BlockBuffers, open: (Int32) throws(Errno) -> OpenFile
    ) throws(Errno) {
        let (file, isDirect) = try Self.open(reading: reading, open)
        status = try file.status()
        if !status.isRegular { throw .isDirectory }
        stamp = file.keepsInodes ? status.stamp : nil
        if !isDirect {
            posix_fadvise(file.number, 0, 0, POSIX_FADV_DONTNEED)
            posix_fadvise(file.number, 0, 0, POSIX_FADV_SEQUENTIAL)
        }
        self.file = file
        self.buffers = buffers
    }

    deinit { release() }

    var block: BlockBuffer {
        held.withLock { held in
            let block = held ?? buffers.take()
            held = block
            return block
        }
    }

    private func release() {
        held.withLock { held in
            if let block = held { buffers.release(block) }
            held = nil
        }
    }

    /// Waits until the copy is on the disk.
    func sync() throws(Errno) { try file.sync() }

    /// Whether the file has not changed since it was opened, and has exactly this many bytes.
    func isUnchanged(size: Int64) throws(Errno) -> Bool {
        let now = try file.status()
        // A writer that restores the mtime afterwards cannot restore the ctime.
        if let stamp, now.stamp != stamp { return false }
        return (now.size, now.fingerprint.modified) == (status.size, status.fingerprint.modified) && now.size == size
    }

    /// The stamp of the bytes that were read.
    ///
    /// - Parameter moment: when the reading began.
    /// - Returns: nil also where the last change is so recent that a later one could have the same times.
    func stamp(readSince moment: Int64) -> CopyStamp? {
        status.fingerprint.isRacy(readAt: moment) ? nil : stamp
    }

    /// Reads the next block and passes it on; nil at the end.
    func next<Value>(_ body: (UnsafeRawBufferPointer) -> Value) throws(Errno) -> Value? {
        let start = offset.withLock { $0 }
        let count = try read(at: start)
        offset.withLock { $0 += Int64(count) }
        return unsafe count == 0 ? nil : body(UnsafeRawBufferPointer(rebasing: block.bytes[..<count]))
    }

    /// The SHA-256 of all bytes, and their number.
    func hash() throws(Errno) -> FileHashes {
        defer { release() }
        var hash = ContentHash()
        // Once a read has returned the last byte of the file's size, no other read is needed to find the end.
        while hash.size != status.size || hash.size == 0 {
            if try unsafe next({ unsafe hash.add($0) }) == nil { break }
        }
        return hash.hashes
    }

    private func read(at start: Int64) throws(Errno) -> Int {
        // The rest of the last block of a small file would be filled with zeros.
        let rest = (max(status.size - start, 1) + 4095) & ~4095
        let bytes = unsafe UnsafeMutableRawBufferPointer(
            rebasing: block.bytes.prefix(Int(min(rest, Int64(BlockBuffer.size)))))
        do {
            return try unsafe file.read(into: bytes, at: start)
        } catch .invalidArgument {
            // The file system accepts O_DIRECT but does not support it, or a read ended within a block.
            let flags = fcntl(file.number, F_GETFL)
            guard flags & OpenFlags.direct != 0,
                fcntl(file.number, F_SETFL, flags & ~OpenFlags.direct) == 0
            else { throw .invalidArgument }
            posix_fadvise(file.number, 0, 0, POSIX_FADV_DONTNEED)
            return try unsafe file.read(into: bytes, at: start)
        }
    }

    private static func open(
        reading: [FolderMethods.Reading], _ open: (Int32) throws(Errno) -> OpenFile
    ) throws(Errno) -> (file: OpenFile, isDirect: Bool) {
        if reading.contains(.direct) {
            do {
                return (try open(OpenFlags.reading | OpenFlags.direct), true)
            } catch .invalidArgument where reading.contains(.cached) {
                // A file system without O_DIRECT.
            }
        }
        return (try open(OpenFlags.reading), false)
    }
}

/// Reads copies completely. Several at once share opening the destination, and all copies read this way share one wait
/// for its disk.
struct CopyLook {
    let service: FolderService
    let top: FolderTop

    /// Reads copies.
    ///
    /// - Returns: for each target what ``UploadService/inspect(_:)`` returns or throws.
    func look(at targets: [FilePath]) -> [Result<StoredFile?, UploadError>] {
        let moment = service.clock.now
        let opened = targets.map { target in
            Result { () throws(UploadError) in try service.openCopy(target, beneath: top) }
        }
        if targets.count > 1 { service.synced.sync(top.directory.file, at: service.clock) }
        return zip(targets, opened).map { target, opened in
            Result { () throws(UploadError) in
                guard let reader = try opened.get() else { return nil }
                return try look(at: target, reader, since: moment)
            }
        }
    }

    /// Waits until a copy is on the disk: what a killed program left may be complete and yet be lost in a power
    /// failure.
    private func sync(_ reader: CopyReader) throws(Errno) {
        let isOfThatDisk = reader.status.identity.device == top.identity.device
        if !isOfThatDisk || !service.synced.covers(reader.status.fingerprint.changed, at: service.clock) {
            try reader.sync()
        }
    }

    private func look(
        at target: FilePath, _ reader: CopyReader, since moment: Int64
    ) throws(UploadError) -> StoredFile {
        let found = try lasting("cannot read it") { () throws(Errno) in
            try sync(reader)
            let found = try reader.hash()
            if try !reader.isUnchanged(size: found.size) { throw .textFileBusy }
            return found
        }
        let directory = target.removingLastComponent()
        if !service.durable.wasSynced(directory) { try sync(directory) }
        return StoredFile(
            size: found.size, evidence: .readNow(Checksum(sha256: found.sha256)), identity: reader.status.identity,
            stamp: reader.stamp(readSince: moment), changed: reader.status.changed)
    }

    private func sync(_ directory: FilePath) throws(UploadError) {
        let failures = service.durable.sync([directory]) { path throws(Errno) in
            try top.directory.directory(beneath: path, flags: O_RDONLY).file.sync()
        }
        if let failure = failures[directory] {
            try lasting("cannot sync its directory") { () throws(Errno) in throw failure }
        }
    }
}
