import Glibc
import PhotoFiles
package import PhotoModel
package import PhotoPipeline
import Synchronization
import SystemPackage

extension FolderService {
    package func discard(_ upload: TicketedUpload, source: UploadSource?) async throws(UploadError) {
        try await onThread { () throws(UploadError) in
            let ticket = try FolderTicket(upload)
            let top = try open()
            let found = try attempt("cannot remove its temporary file") { () throws(Errno) -> Home? in
                guard let found = try home(of: ticket, as: upload.ticket, beneath: top) else { return nil }
                try undoCopying(ticket, in: found.directory)
                return try found.directory.status(ticket.part) == nil ? nil : found
            }
            if let found {
                do throws(UploadError) {
                    try removePart(ticket, of: upload, in: found.directory, source)
                } catch {
                    var error = error
                    error.place = found.path.appending(upload.ticket)
                    throw error
                }
                // Otherwise it might exist again after a power failure, unknown to the journal.
                try attempt("cannot remove its temporary file") { () throws(Errno) in
                    try found.directory.file.sync()
                }
            }
            unfinished.withLock { _ = $0.removeValue(forKey: upload.ticket) }
            homes.withLock { _ = $0.removeValue(forKey: upload.ticket) }
        }
    }

    package func takeBack(
        _ sent: SentUpload, storedAs stored: StoredFile, unless isLost: @escaping @Sendable () -> Bool
    ) async throws(UploadError) -> RemovalWay {
        try await onThread { () throws(UploadError) in
            let ticket = try FolderTicket(sent.upload)
            let directory = try open().directory(of: ticket, flags: O_RDONLY)
            let naming = FolderNaming(directory: directory, methods: methods.naming, buffers: buffers)
            let isOurs = { (found: OpenFile) throws(Errno) in
                try self.buffers.hashes(of: found).sha256 == sent.hashes.sha256
            }
            var isLast = false
            let isGone = try attempt("cannot take it back", at: .name) { () throws(Errno) in
                guard let copy = try openRegular(ticket.name, in: directory), try isOurs(copy),
                    let identity = stored.identity
                else { return false }
                isLast = isLost()
                if isLast { return false }
                try naming.removeFinal(ticket, identity, orLike: isOurs)
                try directory.file.sync()
                return true
            }
            if isLast { throw .lastCopy }
            if !isGone { throw UploadError(.corrupted, "is not what was sent any more") }
            return .permanent
        }
    }

    /// Removes a ticket's temporary file, if it is there.
    ///
    /// - Throws: `taken` where it is not ours: it stays then.
    func removePart(
        _ ticket: FolderTicket, of upload: TicketedUpload, in directory: DirectoryHandle, _ source: UploadSource?
    ) throws(UploadError) {
        let isOurs = try attempt("cannot look at its temporary file") { () throws(Errno) in
            try self.isOurs(ticket.part, of: upload, in: directory, source)
        }
        if !isOurs { throw .foreignPart(FilePath(upload.ticket)) }
        try attempt("cannot remove its temporary file") { () throws(Errno) in
            try directory.removeIfThere(ticket.part)
        }
    }

    /// Whether what has a temporary name is what was sent so far: the file that this process has written, unchanged
    /// since; or one whose bytes are the source's first ones, or have the hash in the journal, since it was left by a
    /// killed program. What a power failure filled with zeros may as well be another's.
    private func isOurs(
        _ name: FilePath, of upload: TicketedUpload, in directory: DirectoryHandle, _ source: UploadSource?
    ) throws(Errno) -> Bool {
        guard let status = try directory.status(name) else { return true }
        if unfinished.withLock({ $0[upload.ticket] })?.isThere(as: name, in: directory) == true { return true }
        guard let part = try openRegular(name, in: directory) else { return false }
        if let source, status.size <= source.fingerprint.size {
            let beginning = try unsafe isBeginning(part, size: status.size) { block, offset throws(Errno) in
                try unsafe source.read(into: block, at: offset)
            }
            if let beginning, !beginning.hasZeros { return true }
        }
        guard let sha256 = upload.sha256 else { return false }
        return try buffers.hashes(of: part).sha256 == sha256
    }

    /// A directory with its path below the top.
    private typealias Home = (directory: DirectoryHandle, path: FilePath)

    /// The directory of a ticket's temporary file: the one that it was made in, even if that was renamed; otherwise the
    /// one with its path; otherwise one that was renamed since and has the temporary name in it; nil if there is none.
    private func home(of ticket: FolderTicket, as text: String, beneath top: FolderTop) throws(Errno) -> Home? {
        if let home = homes.withLock({ $0[text] }) {
            return (try home.directory(beneath: FilePath(), flags: O_RDONLY), ticket.directory)
        }
        do throws(Errno) {
            return (try top.directory.directory(beneath: ticket.directory, flags: O_RDONLY), ticket.directory)
        } catch .noSuchFileOrDirectory, .notDirectory {
            // A link is different: the directory may exist elsewhere with all its files, and come back.
            return try renamedHome(of: ticket, beneath: top)
        }
    }

    /// The directory of a ticket's temporary file where one directory on the way to it has another name by now. Only
    /// the neighbours of the missing one are looked at: to search all of a large share takes hours.
    private func renamedHome(of ticket: FolderTicket, beneath top: FolderTop) throws(Errno) -> Home? {
        var (place, path, missing) = (top.directory, FilePath(), Array(ticket.directory.components)[...])
        while let name = missing.first, let next = try? place.directory(beneath: name.path, flags: O_RDONLY) {
            place = next
            path.append(name)
            missing = missing.dropFirst()
        }
        for name in try place.names() {
            let below = missing.dropFirst().reduce(into: name) { $0.append($1) }
            guard let directory = try? place.directory(beneath: below, flags: O_RDONLY),
                try directory.status(ticket.part) != nil
            else { continue }
            return (directory, path.pushing(below))
        }
        return nil
    }

    /// Removes the file with the final name if it is an unfinished copy of this ticket's temporary file. A complete
    /// file stays, whoever put it there.
    func undoCopying(_ ticket: FolderTicket, in directory: DirectoryHandle) throws(Errno) {
        guard try directory.status(ticket.copying) != nil else { return }
        let naming = FolderNaming(directory: directory, methods: methods.naming, buffers: buffers)
        if let part = try openRegular(ticket.part, in: directory),
            let copy = try openRegular(ticket.name, in: directory),
            try isUnfinished(copy, of: part)
        {
            try naming.removeFinal(ticket, copy.status().identity) { copy throws(Errno) in
                try isUnfinished(copy, of: part)
            }
        }
        try naming.removeNote(ticket)
    }

    private func openRegular(_ name: FilePath, in directory: DirectoryHandle) throws(Errno) -> OpenFile? {
        guard try directory.status(name)?.isRegular == true else { return nil }
        let file = try directory.open(name, flags: OpenFlags.reading)
        return try file.status().isRegular ? file : nil
    }

    /// Whether a file begins with the first bytes of another, followed only by zeros, and is not that file.
    private func isUnfinished(_ copy: OpenFile, of part: OpenFile) throws(Errno) -> Bool {
        let (size, whole) = (try copy.status().size, try part.status().size)
        if size > whole { return false }
        let beginning = try unsafe isBeginning(copy, size: size) { block, offset throws(Errno) in
            try unsafe part.read(into: block, at: offset)
        }
        return beginning.map { size < whole || $0.hasZeros } ?? false
    }

    /// Compares a file's first bytes with others.
    ///
    /// - Parameters:
    ///   - size: how many bytes of it.
    ///   - whole: reads the others at an offset, and returns their number.
    /// - Returns: nil where it does not begin with these, followed only by zeros.
    private func isBeginning(
        _ copy: OpenFile, size: Int64, of whole: (UnsafeMutableRawBufferPointer, Int64) throws(Errno) -> Int
    ) throws(Errno) -> BeginningComparison? {
        try buffers.with { ours throws(Errno) in
            try buffers.with { theirs throws(Errno) in
                var comparison = BeginningComparison()
                var offset: Int64 = 0
                while offset < size, comparison.mayBeBeginning {
                    let count = try unsafe min(copy.read(into: ours.bytes, at: offset), Int(size - offset))
                    if count == 0 { return nil }
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: theirs.bytes[..<count])
                    if try unsafe whole(rest, offset) != count { return nil }
                    unsafe comparison.add(
                        UnsafeRawBufferPointer(rebasing: ours.bytes[..<count]), UnsafeRawBufferPointer(rest))
                    offset += Int64(count)
                }
                return comparison.mayBeBeginning ? comparison : nil
            }
        }
    }
}

/// Compares bytes with the expected ones: equal up to some offset, zero from there on.
private struct BeginningComparison {
    private(set) var mayBeBeginning = true
    /// Whether the zeros have begun.
    private(set) var hasZeros = false

    mutating func add(_ copy: UnsafeRawBufferPointer, _ whole: UnsafeRawBufferPointer) {
        var start = 0
        if !hasZeros {
            while start < copy.count, unsafe copy[start] == whole[start] { start += 1 }
            hasZeros = start < copy.count
        }
        if hasZeros { mayBeBeginning = unsafe copy[start...].allSatisfy { $0 == 0 } }
    }
}
