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

extension FilePath {
    /// The path of something below this one, given by its bytes; this one itself where they are empty.
    func appending(bytes: [UInt8]) -> FilePath {
        guard !bytes.isEmpty else { return self }
        var path = unsafe withPlatformString { start in
            unsafe Array(UnsafeBufferPointer(start: start, count: length))
        }
        path.append(CChar(bitPattern: slash))
        path += bytes.map { CChar(bitPattern: $0) }
        path.append(0)
        return FilePath(platformString: path)
    }
}
