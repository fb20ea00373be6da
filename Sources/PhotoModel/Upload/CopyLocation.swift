package import SystemPackage

/// Where a copy is at a destination.
package struct CopyLocation: Hashable, Sendable {
    /// A path below the destination's top, without a slash at its start.
    package var path: FilePath
    /// By what the remote itself knows the file, where it gives every file an id: there several files can have one path.
    /// Nil where the path is all.
    package var id: String?

    package init(_ path: FilePath, id: String? = nil) {
        self.path = path
        self.id = id
    }
}

extension CopyLocation: ExpressibleByStringLiteral {
    /// A path without an id.
    package init(stringLiteral path: String) {
        self.init(FilePath(path))
    }
}
