import CLinux
import Glibc
import PhotoModel
import PhotoPipeline
import SystemPackage

/// An open directory. No call follows a symbolic link.
struct FolderDirectory: Sendable {
    /// The directory.
    let file: OpenFile
    private let opening: [FolderMethods.Opening]

    init(_ file: OpenFile, opening: [FolderMethods.Opening]) {
        self.file = file
        self.opening = opening
    }

    /// Opens a path beneath this directory.
    ///
    /// - Throws: ELOOP or ENOTDIR where a component is a link, EXDEV where the path leads out.
    func open(beneath path: FilePath, flags: Int32) throws(Errno) -> OpenFile {
        if path.isEmpty { return try open(".", flags: flags) }
        if opening.contains(.kernel) {
            do throws(Errno) {
                return try openByKernel(path, flags: flags | O_NOFOLLOW | O_CLOEXEC)
            } catch  where opening.contains(.byHand) && [.noFunction, .notPermitted].contains(error) {
                // A kernel before 5.6, or a sandbox without the call.
            }
        }
        return try openByHand(path, flags: flags)
    }

    /// Opens a directory beneath this one.
    func directory(beneath path: FilePath, flags: Int32) throws(Errno) -> FolderDirectory {
        FolderDirectory(try open(beneath: path, flags: flags | O_DIRECTORY), opening: opening)
    }

    /// Opens an entry of this directory.
    func open(_ name: FilePath, flags: Int32, mode: mode_t = 0) throws(Errno) -> OpenFile {
        let number = try unsafe withName(name) { name throws(Errno) in
            try repeated { unsafe openat(file.number, name, flags | O_NOFOLLOW | O_CLOEXEC, mode) }
        }
        return OpenFile(number)
    }

    private func openByKernel(_ path: FilePath, flags: Int32) throws(Errno) -> OpenFile {
        var tries = 0
        while true {
            do throws(Errno) {
                let number = try unsafe withName(path) { path throws(Errno) in
                    try repeated { unsafe workphotos_openat2(file.number, path, flags, 0) }
                }
                return OpenFile(number)
            } catch Errno.resourceTemporarilyUnavailable where tries < 100 {
                // Something was renamed meanwhile, so the kernel could not be sure.
                tries += 1
            }
        }
    }

    private func openByHand(_ path: FilePath, flags: Int32) throws(Errno) -> OpenFile {
        var above = self
        for component in path.components.dropLast() {
            if component.kind != .regular { throw .improperLink }
            let next = try above.open(component.path, flags: OpenFlags.path | O_DIRECTORY)
            above = FolderDirectory(next, opening: opening)
        }
        guard let last = path.lastComponent, last.kind == .regular else { throw .improperLink }
        return try above.open(last.path, flags: flags)
    }
}

extension FolderDirectory {
    /// The status of a name; nil if nothing has it.
    func status(_ name: FilePath) throws(Errno) -> FolderStatus? {
        do throws(Errno) {
            var status = stat()
            _ = try unsafe withName(name) { name throws(Errno) in
                try repeated { unsafe fstatat(file.number, name, &status, AT_SYMLINK_NOFOLLOW) }
            }
            return FolderStatus(status)
        } catch .noSuchFileOrDirectory {
            return nil
        }
    }

    /// Makes a directory. Returns whether it is new.
    func makeDirectory(_ name: FilePath) throws(Errno) -> Bool {
        do throws(Errno) {
            _ = try unsafe withName(name) { name throws(Errno) in
                try repeated { unsafe mkdirat(file.number, name, 0o777) }
            }
            return true
        } catch .fileExists {
            return false
        }
    }

    /// Removes a file's name. A missing name is no error.
    func remove(_ name: FilePath) throws(Errno) {
        do throws(Errno) {
            _ = try unsafe withName(name) { name throws(Errno) in
                try repeated { unsafe unlinkat(file.number, name, 0) }
            }
        } catch .noSuchFileOrDirectory {}
    }

    /// Renames a file, replacing what has the new name.
    func replace(_ new: FilePath, with old: FilePath) throws(Errno) {
        _ = try unsafe withNames(old, new) { old, new throws(Errno) in
            try repeated { unsafe renameat(file.number, old, file.number, new) }
        }
    }

    /// Renames a file, if nothing has the new name.
    func rename(_ old: FilePath, to new: FilePath) throws(Errno) {
        _ = try unsafe withNames(old, new) { old, new throws(Errno) in
            try repeated { unsafe workphotos_rename_noreplace(file.number, old, file.number, new) }
        }
    }

    /// Gives a file a second name, if nothing has that name.
    func link(_ old: FilePath, to new: FilePath) throws(Errno) {
        _ = try unsafe withNames(old, new) { old, new throws(Errno) in
            try repeated { unsafe linkat(file.number, old, file.number, new, 0) }
        }
    }
}

/// A destination's top as it is now: opened by its path, with its marker.
struct FolderTop {
    /// Identifies a top within a run.
    struct Known: Hashable {
        let identity: FileIdentity
        let marker: DestinationMarker
    }

    /// The open directory.
    let directory: FolderDirectory
    /// Device and inode.
    let identity: FileIdentity

    /// Opens it. A link at the path itself is followed, since it is the user's own way to the place.
    init(_ path: FilePath, opening: [FolderMethods.Opening]) throws(UploadError) {
        let number = try attempt("cannot open the destination", at: .top) { () throws(Errno) in
            try unsafe withName(path) { path throws(Errno) in
                try repeated { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
            }
        }
        let file = OpenFile(number)
        directory = FolderDirectory(file, opening: opening)
        identity = try attempt("cannot look at the destination", at: .top) { () throws(Errno) in
            try file.status().identity
        }
    }

    /// Reads the marker; nil if there is none.
    ///
    /// - Throws: `unavailable` where it cannot be read or is none.
    func marker() throws(UploadError) -> DestinationMarker? {
        let file: OpenFile
        do {
            file = try directory.open(FilePath(DestinationMarker.fileName), flags: OpenFlags.reading)
        } catch .noSuchFileOrDirectory {
            return nil
        } catch {
            throw UploadError(error, at: .top, "cannot open its \(DestinationMarker.fileName)")
        }
        var bytes = [UInt8](repeating: 0, count: DestinationMarker.mostBytes)
        let count = try attempt("cannot read its \(DestinationMarker.fileName)", at: .top) { () throws(Errno) in
            let read: Result<Int, Errno> = unsafe bytes.withUnsafeMutableBytes { buffer in
                do throws(Errno) { return .success(try unsafe file.read(into: buffer, at: 0)) } catch {
                    return .failure(error)
                }
            }
            return try read.get()
        }
        guard let marker = DestinationMarker(file: bytes[..<count]) else {
            throw UploadError(.unavailable, "its \(DestinationMarker.fileName) holds no marker")
        }
        return marker
    }

    /// Opens the directory of a target.
    ///
    /// - Throws: `refused` where a component is a link or no directory.
    func directory(
        of ticket: FolderTicket, flags: Int32 = OpenFlags.path
    ) throws(UploadError) -> FolderDirectory {
        try attempt("cannot open its directory", at: .name) { () throws(Errno) in
            try directory.directory(beneath: ticket.directory, flags: flags)
        }
    }
}
