import Glibc
import PhotoFiles
package import PhotoPipeline
import Synchronization
import SystemPackage

extension FolderService {
    package func discard(_ upload: TicketedUpload, source: UploadSource?) async throws(UploadError) {
        try await onThread { () throws(UploadError) in
            let ticket = try FolderTicket(upload)
            unfinished.withLock { _ = $0.removeValue(forKey: upload.ticket) }
            let top = try open()
            try attempt("cannot remove its temporary file") { () throws(Errno) in
                guard let directory = try home(of: ticket, as: upload.ticket, beneath: top) else { return }
                try undoCopying(ticket, in: directory)
                if try directory.status(ticket.part) == nil { return }
                try directory.removeIfThere(ticket.part)
                // Otherwise it might exist again after a power failure, unknown to the journal.
                try directory.file.sync()
            }
            homes.withLock { _ = $0.removeValue(forKey: upload.ticket) }
        }
    }

    /// The directory of a ticket's temporary file: the one that it was made in, even if that was renamed; otherwise the
    /// one with its path, nil if there is none.
    private func home(
        of ticket: FolderTicket, as text: String, beneath top: FolderTop
    ) throws(Errno) -> DirectoryHandle? {
        if let home = homes.withLock({ $0[text] }) { return try home.directory(beneath: FilePath(), flags: O_RDONLY) }
        do throws(Errno) {
            return try top.directory.directory(beneath: ticket.directory, flags: O_RDONLY)
        } catch .noSuchFileOrDirectory, .notDirectory {
            // A link is different: the directory may exist elsewhere with all its files, and come back.
            return nil
        }
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
            try naming.removeFinal(ticket, copy.status().identity)
        }
        try directory.removeIfThere(ticket.copying)
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
        return try buffers.with { ours throws(Errno) in
            try buffers.with { theirs throws(Errno) in
                var comparison = BeginningComparison()
                var offset: Int64 = 0
                while offset < size, comparison.mayBeBeginning {
                    let count = try unsafe min(copy.read(into: ours.bytes, at: offset), Int(size - offset))
                    if count == 0 { return false }
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: theirs.bytes[..<count])
                    if try unsafe part.read(into: rest, at: offset) != count { return false }
                    unsafe comparison.add(
                        UnsafeRawBufferPointer(rebasing: ours.bytes[..<count]), UnsafeRawBufferPointer(rest))
                    offset += Int64(count)
                }
                return comparison.mayBeBeginning && (size < whole || comparison.hasZeros)
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
