import CLinux
import Glibc
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Gives a temporary file its final name where nothing else has it, by the first way that the file system knows.
struct FolderNaming {
    /// Where both names are; opened for reading, to be synced.
    let directory: FolderDirectory
    let methods: [FolderMethods.Naming]
    let buffers: BlockBuffers

    /// What a file system answers that has no such call. EINVAL may also be about the name; then the last way says so.
    private static let refusals: Set<Int32> = [EINVAL, ENOSYS, EOPNOTSUPP, EPERM, EXDEV, EMLINK, ENOTTY]

    /// Whether an error means that a way is to be left for the next. Of links some FUSE file systems that have none,
    /// such as rclone's, say that input or output failed.
    private static func isRefusal(_ error: Errno, of method: FolderMethods.Naming) -> Bool {
        refusals.contains(error.rawValue) || method == .link && error == .ioError
    }

    /// Gives the name.
    ///
    /// - Parameters:
    ///   - ticket: the names.
    ///   - file: the temporary file, synced.
    ///   - size: its bytes.
    ///   - modified: the mtime that a copy of it gets; nil where that does not matter.
    /// - Returns: the file that has the name now: another one where it had to be copied. Then the temporary file and
    ///   ``FolderTicket/copying`` are still there.
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
            // It has its name: what fails from here on is no reason to try the next way.
            try attempt("cannot remove its temporary name", at: .name) { () throws(Errno) in
                if method == .link { try directory.remove(ticket.part) }
            }
            return file
        }
        throw UploadError(.failed, "there is no way to give it its name")
    }

    private func link(_ ticket: FolderTicket, _ file: OpenFile) throws(Errno) {
        do {
            try directory.link(ticket.part, to: ticket.name)
        } catch {
            // Over a network the answer to a call that was carried out may get lost, and the call come twice.
            guard [.fileExists, .ioError].contains(error),
                try directory.status(ticket.name)?.identity == file.status().identity
            else { throw error }
        }
    }

    /// The file under the final name is not whole for a while. An empty file tells so, durably, before it is made.
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
                try? removeFinal(ticket, copy.status().identity)
                // Not that of a name which something else has.
                throw error == .fileExists ? .ioError : error
            }
        } catch {
            try? directory.remove(ticket.copying)
            throw error
        }
    }

    /// Takes what has the final name away again, if it is a certain file.
    ///
    /// No call removes a file that is known by its inode. So it gets a name of the ticket's own first, is looked at
    /// there, and goes back if it is another one.
    func removeFinal(_ ticket: FolderTicket, _ ours: FileIdentity) throws(Errno) {
        guard try directory.status(ticket.name)?.identity == ours else { return }
        let parked = try directory.status(ticket.part) == nil ? ticket.part : ticket.copying
        try directory.replace(parked, with: ticket.name)
        if try directory.status(parked)?.identity == ours { return try directory.remove(parked) }
        try restoreName(ticket.name, to: parked)
    }

    /// Gives another's file its name again, by the first way that the file system knows.
    private func restoreName(_ name: FilePath, to parked: FilePath) throws(Errno) {
        do throws(Errno) {
            return try directory.rename(parked, to: name)
        } catch .fileExists {
            throw .fileExists
        } catch {}
        do throws(Errno) {
            try directory.link(parked, to: name)
            return try directory.remove(parked)
        } catch .fileExists {
            throw .fileExists
        } catch {}
        // Nothing is left but a look before.
        guard try directory.status(name) == nil else { throw .fileExists }
        try directory.replace(name, with: parked)
    }
}

/// Lends a name to a system call.
func withName<Value>(
    _ name: FilePath, _ body: (UnsafePointer<CChar>) throws(Errno) -> Value
) throws(Errno) -> Value {
    let result: Result<Value, Errno> = unsafe name.withPlatformString { name in
        do throws(Errno) {
            return .success(try unsafe body(name))
        } catch {
            return .failure(error)
        }
    }
    return try result.get()
}

extension FilePath.Component {
    /// The component alone.
    var path: FilePath { FilePath(root: nil, [self]) }
}

/// Lends two names to a system call.
func withNames<Value>(
    _ first: FilePath, _ second: FilePath,
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) throws(Errno) -> Value
) throws(Errno) -> Value {
    try unsafe withName(first) { first throws(Errno) in
        try unsafe withName(second) { second throws(Errno) in try unsafe body(first, second) }
    }
}
