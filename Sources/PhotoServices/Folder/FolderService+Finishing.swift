import Glibc
import PhotoFiles
package import PhotoModel
package import PhotoPipeline
import Synchronization
import SystemPackage

extension FolderService {
    private struct File {
        let sent: SentUpload
        let ticket: FolderTicket
        let naming: FolderNaming
        /// The temporary file as this process has written it; nil where another has.
        var written: WrittenPart?
        var file: OpenFile
        var identity: FileIdentity
        /// Whether the final name has a copy of the temporary file, so that both exist.
        var isCopy = false
    }

    /// Each step is done for all files before the next, so that they wait for the disk together: bytes, names,
    /// directories, reading back.
    package func finish(
        _ sent: [SentUpload], unless isUnwanted: @escaping @Sendable (SentUpload) -> Bool,
        announcing announce: @escaping @Sendable ([SentUpload]) throws(UploadError) -> Void
    ) async -> [Result<StoredFile, UploadError>] {
        await forEach(of: sent) { top in
            var directories: [FilePath: DirectoryHandle] = [:]
            var files = sent.map { sent in Result { () throws(UploadError) in try open(sent, in: top, &directories) } }
            files = files.map { file in file.then(sync) }
            files = files.map { file in file.then(checkFree) }
            files = announced(files, by: announce)
            files = files.map { file in
                file.then { file throws(UploadError) in try giveName(file, unless: isUnwanted) }
            }
            files = syncDirectories(of: files, directories, in: top)
            return files.map { file in file.then { file throws(UploadError) in try readBack(file, in: top) } }
        }
    }

    /// Opens the temporary file, unless it is still open, and syncs it.
    private func open(
        _ sent: SentUpload, in top: FolderTop, _ directories: inout [FilePath: DirectoryHandle]
    ) throws(UploadError) -> File {
        let ticket = try FolderTicket(sent.upload)
        let known = directories[ticket.directory]
        let directory = if let known { known } else { try top.directory(of: ticket, flags: O_RDONLY) }
        directories[ticket.directory] = directory
        let open = unfinished.withLock { $0.removeValue(forKey: sent.upload.ticket) }
        let file = try attempt("cannot open its temporary file") { () throws(Errno) in
            if let open { return open.file }
            return try directory.open(ticket.part, flags: O_RDWR)
        }
        file.startWriting()
        let naming = FolderNaming(directory: directory, methods: methods.naming, buffers: buffers)
        return File(
            sent: sent, ticket: ticket, naming: naming, written: open, file: file, identity: sent.source)
    }

    private func sync(_ file: File) throws(UploadError) -> File {
        do throws(Errno) {
            try file.file.sync()
        } catch {
            // After a failed write the system may have dropped the bytes, so the file must not be resumed.
            removePart(file)
            throw UploadError(error, at: .content, "cannot sync it")
        }
        var file = file
        let status = try attempt("cannot look at it") { () throws(Errno) in try file.file.status() }
        guard status.identity != file.sent.source else {
            throw UploadError(.failed, "the destination's file is the library's own")
        }
        try checkName(of: file, status)
        guard status.isRegular, status.size == file.sent.size else {
            removePart(file)
            throw UploadError(.corrupted, "\(status.size) bytes are there, \(file.sent.size) were sent")
        }
        keepModified(file, status)
        file.identity = status.identity
        if file.written != nil { file.written = WrittenPart(file.file) }
        return file
    }

    /// Checks that the temporary name has the file that was written, with the bytes that were sent: another program's
    /// must not get the photo's name.
    private func checkName(of file: File, _ status: FileStatus) throws(UploadError) {
        let isOurs = try attempt("cannot look at its temporary file") { () throws(Errno) in
            guard let named = try file.naming.directory.status(file.ticket.part) else { return true }
            if named.identity != status.identity { return false }
            if file.written?.isUnchanged(status) == true { return true }
            // A server may set times itself.
            return try hasSentBytes(file.file, file)
        }
        if !isOurs { throw .foreignPart(FilePath(file.sent.upload.ticket)) }
    }

    private func hasSentBytes(_ found: OpenFile, _ file: File) throws(Errno) -> Bool {
        try buffers.hashes(of: found).sha256 == file.sent.hashes.sha256
    }

    /// Removes the temporary file if it is as this process has written it; otherwise discarding the ticket tells.
    private func removePart(_ file: File) {
        guard let written = file.written, written.isThere(as: file.ticket.part, in: file.naming.directory) else {
            return
        }
        try? file.naming.directory.removeIfThere(file.ticket.part)
    }

    /// Some shares set the time themselves when they write. FAT keeps it to two seconds.
    private func keepModified(_ file: File, _ status: FileStatus) {
        let wanted = file.sent.upload.modified
        if status.fingerprint.modified.subtractingReportingOverflow(wanted).partialValue.magnitude < 2_000_000_000 {
            return
        }
        try? file.file.keepModified(wanted)
        try? file.file.sync()
    }

    private func checkFree(_ file: File) throws(UploadError) -> File {
        let isFree = try attempt("cannot look at its name", at: .name) { () throws(Errno) in
            if try file.naming.directory.status(file.ticket.name) == nil { return true }
            // On a network, the answer to an earlier attempt may have been lost.
            return try file.naming.has(file.ticket.name, file.identity) { found throws(Errno) in
                try hasSentBytes(found, file)
            }
        }
        if !isFree {
            leaveUnfinished(file.sent, file.file)
            throw UploadError(.taken, "another file has the name")
        }
        return file
    }

    /// Announces the files, so that what has their names after a kill is known as theirs wherever their sources are.
    private func announced(
        _ files: [Result<File, UploadError>], by announce: ([SentUpload]) throws(UploadError) -> Void
    ) -> [Result<File, UploadError>] {
        let open = files.compactMap { try? $0.get() }
        if open.isEmpty { return files }
        do throws(UploadError) {
            try announce(open.map(\.sent))
            return files
        } catch {
            for file in open { leaveUnfinished(file.sent, file.file) }
            return files.map { file in file.then { _ throws(UploadError) in throw error } }
        }
    }

    /// Keeps what this process knows of a temporary file that got no name.
    private func leaveUnfinished(_ sent: SentUpload, _ file: OpenFile) {
        unfinished.withLock { $0[sent.upload.ticket] = WrittenPart(file) }
    }

    private func giveName(_ file: File, unless isUnwanted: (SentUpload) -> Bool) throws(UploadError) -> File {
        if isUnwanted(file.sent) {
            leaveUnfinished(file.sent, file.file)
            throw .objected
        }
        var file = file
        let sent = file.file
        do throws(UploadError) {
            file.file = try file.naming.giveName(
                file.ticket, to: file.file, size: file.sent.size, modified: file.sent.upload.modified)
        } catch {
            leaveUnfinished(file.sent, sent)
            throw error
        }
        if file.file !== sent {
            file.isCopy = true
            file.identity = try attempt("cannot look at it") { () throws(Errno) in try file.file.status().identity }
        }
        return file
    }

    private func syncDirectories(
        of files: [Result<File, UploadError>], _ directories: [FilePath: DirectoryHandle], in top: FolderTop
    ) -> [Result<File, UploadError>] {
        let paths = Set(files.compactMap { try? $0.get().ticket.directory })
        if paths.isEmpty { return files }
        let failures = durable.sync(paths) { path throws(Errno) in
            if let open = directories[path] { return try open.file.sync() }
            try top.directory.directory(beneath: path, flags: O_RDONLY).file.sync()
        }
        return files.map { file in
            file.then { file throws(UploadError) in
                guard let failure = failures[file.ticket.directory] else { return file }
                removeFinal(file)
                throw UploadError(failure, at: .content, "cannot sync its directory")
            }
        }
    }

    private func readBack(_ file: File, in top: FolderTop) throws(UploadError) -> StoredFile {
        let answer = Result { () throws(UploadError) in try read(file, in: top) }
        if case .failure = answer { removeFinal(file) }
        // Until here, the file under the final name could be recognised as unfinished.
        let tidied = Result { () throws(UploadError) in if file.isCopy { try removeOwn(file) } }
        let stored = try answer.get()
        try tidied.get()
        homes.withLock { _ = $0.removeValue(forKey: file.sent.upload.ticket) }
        return stored
    }

    private func read(_ file: File, in top: FolderTop) throws(UploadError) -> StoredFile {
        let (reader, found) = try attempt("cannot read it back") { () throws(Errno) in
            let reader = try CopyReader(reading: methods.reading, buffers: buffers) {
                // By its path: a directory that was renamed meanwhile would not be searched for the copy.
                flags throws(Errno) in try top.directory.open(beneath: file.sent.upload.target.path, flags: flags)
            }
            return (reader, try reader.hash())
        }
        // Where inodes are not kept, the bytes tell what was named.
        guard reader.status.identity == file.identity || reader.stamp == nil else {
            throw UploadError(.failed, "another file has taken its name")
        }
        let stored = StoredFile(
            size: found.size, evidence: .readNow(Checksum(sha256: found.sha256)), identity: reader.status.identity,
            stamp: nil)
        let others = OtherFiles(sources: [file.sent.source])
        guard case .good = CopyPolicy.verify(stored, of: file.sent.hashes, besides: others, sentBy: .us) else {
            throw UploadError(.corrupted, "the stored bytes differ from those that were sent")
        }
        return stored
    }

    /// Removes the temporary files. If that fails, the file is not finished, so that the ticket stays in the journal
    /// and is discarded by the next run at the latest.
    private func removeOwn(_ file: File) throws(UploadError) {
        let (directory, part) = (file.naming.directory, file.ticket.part)
        try attempt("cannot remove its temporary name", at: .name) { () throws(Errno) in
            var isOurs = file.written?.isThere(as: part, in: directory) == true
            if !isOurs, try directory.status(part)?.isRegular == true {
                isOurs = try hasSentBytes(directory.open(part, flags: OpenFlags.reading), file)
            }
            if isOurs { try directory.removeIfThere(part) }
            try file.naming.removeNote(file.ticket)
        }
    }

    private func removeFinal(_ file: File) {
        try? file.naming.removeFinal(file.ticket, file.identity) { found throws(Errno) in
            try hasSentBytes(found, file)
        }
    }
}
