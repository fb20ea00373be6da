import Glibc
import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Gives a temporary file its final name, if nothing else has it, by the first way that the file system supports.
struct FolderNaming {
    /// The directory of both names; opened for reading, so that it can be synced.
    let directory: DirectoryHandle
    let methods: [FolderMethods.Naming]
    let buffers: BlockBuffers

    /// The errors of a file system without such a call. EINVAL may also be about the name; then the last way reports
    /// it.
    private static let refusals: Set<Int32> = [EINVAL, ENOSYS, EOPNOTSUPP, EPERM, EXDEV, EMLINK, ENOTTY]

    /// Whether an error means that the next way is to be tried. For links, some FUSE file systems that have none, such
    /// as rclone's, report an I/O error.
    private static func isRefusal(_ error: Errno, of method: FolderMethods.Naming) -> Bool {
        refusals.contains(error.rawValue) || method == .link && error == .ioError
    }

    /// Gives the file its name.
    ///
    /// - Parameters:
    ///   - file: the temporary file, synced.
    ///   - size: its size in bytes.
    ///   - modified: the mtime that a copy of it gets; nil if that does not matter.
    /// - Returns: the file that has the name now: another one if it had to be copied. Then the temporary file and
    ///   ``FolderTicket/copying`` still exist.
    /// - Throws: `taken` where something else has the name, and what writing fails with.
    func giveName(
        _ ticket: FolderTicket, to file: OpenFile, size: Int64, modified: Int64?
    ) throws(UploadError) -> OpenFile {
        for (index, method) in methods.enumerated() {
            do throws(Errno) {
                switch method {
                case .rename: try directory.rename(ticket.part, to: ticket.name)
                case .link: try link(ticket, file)
                case .copy: return try copy(ticket, file, size: size, modified: modified)
                }
            } catch {
                if error == .fileExists { throw UploadError(.taken, "another file has the name") }
                let isLast = index == methods.count - 1
                if isLast || !Self.isRefusal(error, of: method) {
                    throw UploadError(error, at: .name, "cannot give it its name")
                }
                continue
            }
            // It has its name: an error from here on is no reason to try the next way.
            try attempt("cannot remove its temporary name", at: .name) { () throws(Errno) in
                if method == .link { try directory.removeIfThere(ticket.part) }
            }
            return file
        }
        throw UploadError(.failed, "there is no way to give it its name")
    }

    private func link(_ ticket: FolderTicket, _ file: OpenFile) throws(Errno) {
        do {
            try directory.link(ticket.part, to: ticket.name)
        } catch {
            // On a network, the answer to a successful call may be lost and the call be repeated.
            guard [.fileExists, .ioError].contains(error),
                try has(ticket.name, file.status().identity, orLike: { found throws(Errno) in try isLike(file, found) })
            else { throw error }
        }
    }

    /// The file under the final name is incomplete for a while. An empty file, durably made before it, marks that.
    private func copy(
        _ ticket: FolderTicket, _ file: OpenFile, size: Int64, modified: Int64?
    ) throws(Errno) -> OpenFile {
        _ = try directory.open(ticket.copying, flags: O_WRONLY | O_CREAT, mode: 0o666)
        do throws(Errno) {
            try directory.file.sync()
            let copy = try directory.open(ticket.name, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o666)
            do throws(Errno) {
                try buffers.copy(file, to: copy, size: size)
                if let modified { try copy.keepModified(modified) }
                try copy.sync()
                return copy
            } catch {
                // Where inodes are not kept, it is found by its beginning when the ticket is discarded.
                try? removeFinal(ticket, copy.status().identity) { _ in false }
                // Not EEXIST, which would mean that something else has the final name.
                throw error == .fileExists ? .ioError : error
            }
        } catch {
            try? removeNote(ticket)
            throw error
        }
    }

    /// Removes the note that a copy is incomplete: an empty file. What has bytes is another program's.
    func removeNote(_ ticket: FolderTicket) throws(Errno) {
        guard let status = try directory.status(ticket.copying), status.isRegular, status.size == 0 else { return }
        try directory.removeIfThere(ticket.copying)
    }

    /// Whether a name has a file: by its identity or, where the file system keeps none, by its bytes.
    ///
    /// - Parameter isLike: whether another file has its bytes.
    func has(
        _ name: FilePath, _ identity: FileIdentity, orLike isLike: (OpenFile) throws(Errno) -> Bool
    ) throws(Errno) -> Bool {
        guard let status = try directory.status(name), status.isRegular else { return false }
        if status.identity == identity { return true }
        if directory.file.keepsInodes { return false }
        return try isLike(directory.open(name, flags: OpenFlags.reading))
    }

    private func isLike(_ file: OpenFile, _ other: OpenFile) throws(Errno) -> Bool {
        try buffers.hashes(of: other).sha256 == buffers.hashes(of: file).sha256
    }

    /// Removes the file with the final name, if it is the given one.
    ///
    /// No call removes a file by its inode. So it is first renamed to a name of the ticket's own, checked there, and
    /// renamed back if it is another one.
    func removeFinal(
        _ ticket: FolderTicket, _ ours: FileIdentity, orLike isLike: (OpenFile) throws(Errno) -> Bool
    ) throws(Errno) {
        guard try has(ticket.name, ours, orLike: isLike) else { return }
        let isFree = try directory.status(ticket.part) == nil
        if !isFree { try removeNote(ticket) }
        let parked = isFree ? ticket.part : ticket.copying
        if try directory.status(parked) != nil { throw .fileExists }
        try directory.replace(parked, with: ticket.name)
        if try has(parked, ours, orLike: isLike) { return try directory.removeIfThere(parked) }
        try restoreName(ticket.name, to: parked)
    }

    /// Renames another program's file back, by the first way that the file system supports.
    private func restoreName(_ name: FilePath, to parked: FilePath) throws(Errno) {
        do throws(Errno) {
            return try directory.rename(parked, to: name)
        } catch .fileExists {
            throw .fileExists
        } catch {}
        do throws(Errno) {
            try directory.link(parked, to: name)
            return try directory.removeIfThere(parked)
        } catch .fileExists {
            throw .fileExists
        } catch {}
        // All that is left is a check before the rename.
        guard try directory.status(name) == nil else { throw .fileExists }
        try directory.replace(name, with: parked)
    }
}

/// The names in a target's directory that one upload uses until it is finished.
struct FolderTicket {
    /// The final name, without the directory.
    let name: FilePath
    /// The directory, below the top; empty for the top itself.
    let directory: FilePath
    /// The temporary file. The ticket's text is this name.
    let part: FilePath
    /// An empty file that exists while the final name has an incomplete copy of the temporary file.
    let copying: FilePath

    /// The names for one of the destination's own files at its top.
    init(own name: FilePath, digits: String) {
        self.name = name
        directory = FilePath()
        part = FilePath(UnfinishedName.part(digits: digits))
        copying = FilePath(OwnName.prefix + digits + UnfinishedName.copying)
    }

    /// - Throws: `refused` for an impossible target, `failed` where the ticket's text is not one of ours.
    init(_ upload: TicketedUpload) throws(UploadError) {
        try self.init(target: upload.target.path, ticket: upload.ticket)
    }

    /// - Throws: as above.
    init(target: FilePath, ticket: String) throws(UploadError) {
        let digits = try TicketedUpload.digits(ofTicket: ticket, for: target)
        name = target.lastComponent?.path ?? target
        directory = target.removingLastComponent()
        part = FilePath(ticket)
        copying = FilePath(OwnName.prefix + digits + UnfinishedName.copying)
    }
}
