internal import Glibc
package import SystemPackage

/// A file that only the user can read, in a directory of its own. Both are removed when the value is destroyed.
package struct PrivateFile: ~Copyable {
    package let path: FilePath

    /// Makes the directory and the file.
    ///
    /// - Parameter directory: the directory, which nothing may have as its name yet.
    package init(_ name: FilePath.Component, _ bytes: [UInt8], in directory: FilePath) throws(Errno) {
        let path = directory.appending(name)
        try unsafe withName(directory) { directory throws(Errno) in
            _ = try repeated { unsafe mkdir(directory, 0o700) }
        }
        do throws(Errno) {
            let file = try OpenFile(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
            try file.write(bytes)
        } catch {
            Self.remove(path)
            throw error
        }
        // Only now, since a value that has its path removes the directory when it is destroyed.
        self.path = path
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: FilePath) {
        NamedFile.remove(path)
        _ = unsafe path.removingLastComponent().withPlatformString { unsafe rmdir($0) }
    }
}
