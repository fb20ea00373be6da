import Glibc
import PhotoFiles
import PhotoModel
package import PhotoPipeline
import Synchronization
import SystemPackage

extension FolderService {
    package func prepare(_ copies: [PlannedCopy]) async -> [Result<TicketedUpload, UploadError>] {
        copies.map { copy in
            Result { () throws(UploadError) in try TicketedUpload(for: copy, random: random) }
        }
    }

    package func send(
        _ source: UploadSource, as upload: TicketedUpload, resuming token: ResumeToken?,
        checkpoint: @Sendable (ResumeToken?) throws(UploadError) -> Void, progress: @Sendable (Int64) -> Void
    ) async throws(UploadError) -> SentUpload {
        let block = buffers.take()
        defer { buffers.release(block) }
        var turn = try await onThread { () throws(UploadError) in
            let copy = try begin(upload, from: source)
            return try goOn(copy, from: source, with: block, progress)
        }
        while true {
            switch turn {
            case .sent(let sent): return sent
            case .waits(let copy, let wait):
                try await pace.pause(wait) { source.isStopped }
                turn = try await onThread { () throws(UploadError) in
                    try goOn(copy, from: source, with: block, progress)
                }
            }
        }
    }

    /// Makes the temporary file of a copy.
    private func begin(_ upload: TicketedUpload, from source: UploadSource) throws(UploadError) -> FolderCopy {
        let ticket = try FolderTicket(upload)
        let directory = try makeDirectory(ticket.directory, in: try open())
        homes.withLock { $0[upload.ticket] = directory }
        source.rewind()
        return FolderCopy(file: try openPart(ticket, of: upload, in: directory, source), upload: upload)
    }

    /// Copies until the file is complete or the next block has to wait for the rate limit.
    private func goOn(
        _ copy: FolderCopy, from source: UploadSource, with block: BlockBuffer, _ progress: @Sendable (Int64) -> Void
    ) throws(UploadError) -> CopyingTurn {
        var copy = copy
        // Also after a failure: what is discarded has to be what was written here.
        defer { unfinished.withLock { $0[copy.upload.ticket] = WrittenPart(copy.file) } }
        // At the end, the source is read once more to see whether it has grown.
        while copy.waiting > 0 || copy.size < source.fingerprint.size || copy.size == 0 {
            if copy.waiting == 0 { copy.waiting = try unsafe source.read(into: block.bytes) }
            if copy.waiting == 0 { break }
            if let wait = pace.take(copy.waiting) { return .waits(copy, wait) }
            try write(copy.waiting, of: block, to: copy.file, at: copy.size)
            progress(Int64(copy.waiting))
            copy.size += Int64(copy.waiting)
            copy.waiting = 0
        }
        let hashes = try source.end()
        let upload = copy.upload
        try attempt("cannot write") { () throws(Errno) in try copy.file.keepModified(upload.modified) }
        return .sent(SentUpload(upload: upload, hashes: hashes, source: source.identity))
    }

    private func write(_ count: Int, of block: BlockBuffer, to file: OpenFile, at offset: Int64) throws(UploadError) {
        try attempt("cannot write") { () throws(Errno) in
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: block.bytes[..<count])
            try unsafe file.write(bytes, at: offset)
        }
        if count == BlockBuffer.size { file.startWriting(from: offset, count: Int64(count)) }
    }

    /// Makes a ticket's temporary file. What an earlier call left there is discarded.
    ///
    /// - Throws: `taken` where something of another's has the temporary name.
    private func openPart(
        _ ticket: FolderTicket, of upload: TicketedUpload, in directory: DirectoryHandle, _ source: UploadSource
    ) throws(UploadError) -> OpenFile {
        let new = O_RDWR | O_CREAT | O_EXCL
        do throws(Errno) {
            return try directory.open(ticket.part, flags: new, mode: 0o666)
        } catch {
            guard error == .fileExists else { throw UploadError(error, at: .newName, "cannot make a temporary file") }
        }
        try attempt("cannot replace its temporary file", at: .newName) { () throws(Errno) in
            try undoCopying(ticket, in: directory)
        }
        // The old file is not reused: it may already have its final name, under which no byte may change.
        try removePart(ticket, of: upload, in: directory, source)
        return try attempt("cannot replace its temporary file", at: .newName) { () throws(Errno) in
            try directory.open(ticket.part, flags: new, mode: 0o666)
        }
    }

    /// Opens a target's directory, and makes it if necessary.
    private func makeDirectory(_ path: FilePath, in top: FolderTop) throws(UploadError) -> DirectoryHandle {
        do throws(Errno) {
            return try top.directory.directory(beneath: path, flags: OpenFlags.path)
        } catch {
            guard error == .noSuchFileOrDirectory else {
                throw UploadError(error, at: .name, "cannot open its directory")
            }
        }
        return try attempt("cannot make its directory", at: .newName) { () throws(Errno) in
            var (place, below) = (top.directory, FilePath())
            for component in path.components {
                below.append(component)
                if try place.makeDirectory(component.path) { durable.made(below) }
                place = try place.directory(beneath: component.path, flags: OpenFlags.path)
            }
            return place
        }
    }
}

/// A copy being written under its temporary name.
private struct FolderCopy {
    let file: OpenFile
    let upload: TicketedUpload
    /// The number of bytes written.
    var size: Int64 = 0
    /// The number of bytes read that wait to be written.
    var waiting = 0
}

private enum CopyingTurn {
    case sent(SentUpload)
    /// The next block has to wait this long, in nanoseconds.
    case waits(FolderCopy, Int64)
}
