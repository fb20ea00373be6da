package import PhotoModel
package import SystemPackage

/// A directory held open while files in it are to be read. Its descriptor is closed when the last reference goes.
package final class OpenDirectory: Sendable {
    /// The open directory, for `openat`. Open for reading, close-on-exec.
    package let descriptor: FileDescriptor
    /// The path below the root, without slashes at the ends; empty for the root itself.
    package let relativePath: [UInt8]
    /// The file system that holds it.
    package let fileSystem: FileSystemIdentity
    private let root: FilePath

    init(_ descriptor: FileDescriptor, root: FilePath, relativePath: [UInt8], fileSystem: FileSystemIdentity) {
        self.descriptor = descriptor
        self.root = root
        self.relativePath = relativePath
        self.fileSystem = fileSystem
    }

    deinit {
        // Nothing was written, so that closing has nothing to tell.
        try? descriptor.close()
    }

    /// The absolute path. It may be longer than the system takes.
    package var path: FilePath { root.appending(bytes: relativePath) }

    /// The absolute path of an entry.
    package func path(of name: [UInt8]) -> FilePath {
        root.appending(bytes: relativePath(of: name))
    }

    /// The path of an entry below the root, without slashes at the ends.
    package func relativePath(of name: [UInt8]) -> [UInt8] { joined(relativePath, name.span) }
}
