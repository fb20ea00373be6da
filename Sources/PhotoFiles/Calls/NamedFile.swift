internal import Glibc
package import SystemPackage

/// System calls on files by path, repeated if a signal interrupts them. Links above the last name are followed.
package enum NamedFile {
    /// Creates a directory and its missing parents; does nothing for the empty path.
    ///
    /// - Parameter mode: the permissions of created directories, subject to the umask.
    package static func makeDirectories(_ path: FilePath, mode: CInterop.Mode) throws(Errno) {
        if path.isEmpty { return }
        do throws(Errno) {
            try makeDirectory(path, mode: mode)
        } catch {
            let above = path.removingLastComponent()
            guard error == .noSuchFileOrDirectory, above != path else { throw error }
            try makeDirectories(above, mode: mode)
            try makeDirectory(path, mode: mode)
        }
    }

    private static func makeDirectory(_ path: FilePath, mode: CInterop.Mode) throws(Errno) {
        do throws(Errno) {
            try unsafe withName(path) { path throws(Errno) in _ = try repeated { unsafe mkdir(path, mode) } }
        } catch .fileExists {}
    }

    /// Renames a file, replacing any file with the new name.
    package static func rename(_ old: FilePath, to new: FilePath) throws(Errno) {
        try unsafe withNames(old, new) { old, new throws(Errno) in
            _ = try repeated { unsafe Glibc.rename(old, new) }
        }
    }

    /// Removes a file's name, if it can be removed.
    package static func remove(_ path: FilePath) {
        _ = unsafe path.withPlatformString { unsafe unlink($0) }
    }

    /// Makes durable what was written to a file or renamed in a directory. The empty path is the working directory.
    package static func sync(_ path: FilePath) throws(Errno) {
        try OpenFile(path.isEmpty ? "." : path, flags: O_RDONLY).sync()
    }
}
