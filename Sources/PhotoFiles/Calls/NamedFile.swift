internal import Glibc
package import SystemPackage

/// Calls about files by their paths, made again where a signal cuts them short. Links above the last name are followed.
package enum NamedFile {
    /// Makes a directory and those above it that are not there; nothing for the empty path.
    ///
    /// - Parameters:
    ///   - path: the directory.
    ///   - mode: the permissions of those that are made, as far as the umask leaves them.
    /// - Throws: what mkdir(2) fails with.
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

    /// Renames; what had the new name is replaced.
    ///
    /// - Throws: what rename(2) fails with.
    package static func rename(_ old: FilePath, to new: FilePath) throws(Errno) {
        try unsafe withNames(old, new) { old, new throws(Errno) in
            _ = try repeated { unsafe Glibc.rename(old, new) }
        }
    }

    /// Removes a file's name, if it can be removed.
    package static func remove(_ path: FilePath) {
        _ = unsafe path.withPlatformString { unsafe unlink($0) }
    }

    /// Waits until what was written to a file, or renamed in a directory, is on the disk. The empty path is the working
    /// directory.
    ///
    /// - Throws: what opening it or fsync(2) fails with.
    package static func sync(_ path: FilePath) throws(Errno) {
        try OpenFile(path.isEmpty ? "." : path, flags: O_RDONLY).sync()
    }
}
