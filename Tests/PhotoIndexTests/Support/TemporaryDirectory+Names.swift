import Glibc
import SystemPackage

extension TemporaryDirectory {
    /// Makes a symbolic link. Its target is used as it is.
    static func link(_ path: FilePath, to target: String) throws {
        try check(unsafe symlink(target, path.string))
    }

    /// Gives a file a second name.
    static func hardLink(_ file: FilePath, as path: FilePath) throws {
        try check(unsafe Glibc.link(file.string, path.string))
    }

    static func makePipe(_ path: FilePath) throws { try check(unsafe mkfifo(path.string, 0o600)) }

    static func makeDirectory(_ path: FilePath) throws { try check(unsafe mkdir(path.string, 0o700)) }

    static func rename(_ old: FilePath, to new: FilePath) throws {
        try check(unsafe Glibc.rename(old.string, new.string))
    }

    /// Removes a name, which need not exist.
    static func remove(_ path: FilePath) { _ = unsafe unlink(path.string) }

    static func isLink(_ path: FilePath) -> Bool {
        var status = stat()
        return unsafe lstat(path.string, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func check(_ result: Int32) throws {
        if result != 0 { throw Errno(rawValue: errno) }
    }
}
