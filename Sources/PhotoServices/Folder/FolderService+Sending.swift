import Glibc
import PhotoModel
package import PhotoPipeline
import Synchronization
import SystemPackage

extension FolderService {
    package func prepare(_ copies: [PlannedCopy]) async -> [Result<TicketedUpload, UploadError>] {
        copies.map { copy in
            result { () throws(UploadError) in try TicketedUpload(for: copy, random: random) }
        }
    }

    package func send(
        _ source: UploadSource, as upload: TicketedUpload, resuming token: ResumeToken?,
        checkpoint: @Sendable (ResumeToken) throws(UploadError) -> Void, progress: @Sendable (Int64) -> Void
    ) async throws(UploadError) -> SentUpload {
        let ticket = try FolderTicket(upload)
        let file = try await onThread { () throws(UploadError) in
            let directory = try makeDirectory(ticket.directory, in: try open())
            homes.withLock { $0[upload.ticket] = directory }
            return try openPart(ticket, in: directory)
        }
        try await copy(source, to: file, progress: progress)
        return try await onThread { () throws(UploadError) in
            let end = try source.end()
            try attempt("cannot write") { () throws(Errno) in try file.keepModified(upload.modified) }
            unfinished.withLock { $0[upload.ticket] = file }
            return SentUpload(upload: upload, hashes: end, source: source.identity)
        }
    }

    /// Reads the source to its end and writes what it reads. A thread is kept for all of it where nothing has to wait for its
    /// turn.
    private func copy(
        _ source: UploadSource, to file: OpenFile, progress: @Sendable (Int64) -> Void
    ) async throws(UploadError) {
        source.rewind()
        let block = buffers.take()
        defer { buffers.giveBack(block) }
        if !pace.isLimited {
            return try await onThread { () throws(UploadError) in
                var offset: Int64 = 0
                while offset < source.fingerprint.size || offset == 0 {
                    let count = try unsafe source.read(into: block.bytes)
                    if count == 0 { return }
                    try write(count, of: block, to: file, at: offset)
                    progress(Int64(count))
                    offset += Int64(count)
                }
            }
        }
        var offset: Int64 = 0
        // Whether it has grown, the source is asked at its end.
        while offset < source.fingerprint.size || offset == 0 {
            let count = try await onThread { () throws(UploadError) in try unsafe source.read(into: block.bytes) }
            if count == 0 { return }
            try await pace.wait(for: count) { source.isStopped }
            let place = offset
            try await onThread { () throws(UploadError) in try write(count, of: block, to: file, at: place) }
            progress(Int64(count))
            offset += Int64(count)
        }
    }

    private func write(_ count: Int, of block: BlockBuffer, to file: OpenFile, at offset: Int64) throws(UploadError) {
        try attempt("cannot write") { () throws(Errno) in
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: block.bytes[..<count])
            try unsafe file.write(bytes, at: offset)
        }
        if count == BlockBuffer.size { file.startWriting(from: offset, count: Int64(count)) }
    }

    /// Makes a ticket's temporary file; what an earlier call left there is discarded.
    private func openPart(
        _ ticket: FolderTicket, in directory: FolderDirectory
    ) throws(UploadError) -> OpenFile {
        let new = O_RDWR | O_CREAT | O_EXCL
        do throws(Errno) {
            return try directory.open(ticket.part, flags: new, mode: 0o666)
        } catch {
            guard error == .fileExists else { throw UploadError(error, at: .newName, "cannot make a temporary file") }
        }
        return try attempt("cannot replace its temporary file", at: .newName) { () throws(Errno) in
            try undoCopying(ticket, in: directory)
            // Not written to: it may have its final name already, under which no byte may change.
            try directory.remove(ticket.part)
            return try directory.open(ticket.part, flags: new, mode: 0o666)
        }
    }

    /// Opens a target's directory, made where it is not there.
    private func makeDirectory(_ path: FilePath, in top: FolderTop) throws(UploadError) -> FolderDirectory {
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
