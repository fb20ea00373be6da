internal import CLinux
internal import Glibc
package import SystemPackage

/// An open directory in which names are looked up. No call follows a symbolic link.
package struct FolderDirectory: Sendable {
    /// How what lies beneath a directory is opened without following links.
    package enum Opening: CaseIterable, Sendable {
        /// `openat2` with RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS.
        case kernel
        /// Component by component with O_NOFOLLOW.
        case byHand
    }

    /// The directory.
    package let file: OpenFile
    private let opening: [Opening]

    /// - Parameters:
    ///   - file: the directory.
    ///   - opening: the ways, in their order.
    package init(_ file: OpenFile, opening: [Opening]) {
        self.file = file
        self.opening = opening
    }

    /// Opens what has a path beneath this directory.
    ///
    /// - Throws: ELOOP or ENOTDIR where a component is a link, EXDEV where the path leads out.
    package func open(beneath path: FilePath, flags: Int32) throws(Errno) -> OpenFile {
        if path.isEmpty { return try open(".", flags: flags) }
        if opening.contains(.kernel) {
            do throws(Errno) {
                return try openByKernel(path, flags: flags | O_NOFOLLOW | O_CLOEXEC)
            } catch  where opening.contains(.byHand) && [.noFunction, .notPermitted].contains(error) {
                // A kernel before 5.6, or a sandbox that does not know the call.
            }
        }
        return try openByHand(path, flags: flags)
    }

    /// Opens a directory beneath this one.
    package func directory(beneath path: FilePath, flags: Int32) throws(Errno) -> FolderDirectory {
        FolderDirectory(try open(beneath: path, flags: flags | O_DIRECTORY), opening: opening)
    }

    /// Opens what has a name in this directory.
    package func open(_ name: FilePath, flags: Int32, mode: CInterop.Mode = 0) throws(Errno) -> OpenFile {
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
                // Something was renamed meanwhile, and the kernel could not be sure.
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
    /// What the system says of a name; nil where nothing has it.
    package func status(_ name: FilePath) throws(Errno) -> FileStatus? {
        do throws(Errno) {
            var status = stat()
            _ = try unsafe withName(name) { name throws(Errno) in
                try repeated { unsafe fstatat(file.number, name, &status, AT_SYMLINK_NOFOLLOW) }
            }
            return FileStatus(status)
        } catch .noSuchFileOrDirectory {
            return nil
        }
    }

    /// Makes a directory; returns whether it is new.
    package func makeDirectory(_ name: FilePath) throws(Errno) -> Bool {
        do throws(Errno) {
            _ = try unsafe withName(name) { name throws(Errno) in
                try repeated { unsafe mkdirat(file.number, name, 0o777) }
            }
            return true
        } catch .fileExists {
            return false
        }
    }

    /// Removes a file's name; that nothing has it is fine.
    package func remove(_ name: FilePath) throws(Errno) {
        do throws(Errno) {
            _ = try unsafe withName(name) { name throws(Errno) in
                try repeated { unsafe unlinkat(file.number, name, 0) }
            }
        } catch .noSuchFileOrDirectory {}
    }

    /// Renames; what had the new name is replaced.
    package func replace(_ new: FilePath, with old: FilePath) throws(Errno) {
        _ = try unsafe withNames(old, new) { old, new throws(Errno) in
            try repeated { unsafe renameat(file.number, old, file.number, new) }
        }
    }

    /// Renames where nothing has the new name.
    package func rename(_ old: FilePath, to new: FilePath) throws(Errno) {
        _ = try unsafe withNames(old, new) { old, new throws(Errno) in
            try repeated { unsafe workphotos_rename_noreplace(file.number, old, file.number, new) }
        }
    }

    /// Gives a file a second name, where nothing has that.
    package func link(_ old: FilePath, to new: FilePath) throws(Errno) {
        _ = try unsafe withNames(old, new) { old, new throws(Errno) in
            try repeated { unsafe linkat(file.number, old, file.number, new, 0) }
        }
    }
}
