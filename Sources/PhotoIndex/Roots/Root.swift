package import PhotoModel
package import SystemPackage

/// A directory whose photos the index knows. No root lies in another.
package struct Root: Hashable, Sendable {
    /// Its row.
    package let id: Int64
    /// Where it is; absolute, without a slash at the end unless it is the top directory.
    package let path: FilePath
    /// The file system it was on when it was added, or when another was last accepted.
    package let fileSystem: FileSystemIdentity
    /// When it was added, nanoseconds since 1970-01-01T00:00:00Z.
    package let added: Int64
    /// When the whole of it was last scanned to the end; nil where that never was.
    package let lastScan: Int64?
    /// Whether its scans follow symbolic links, so that files may lie behind one.
    package let followsLinks: Bool
}

/// What a root holds now; photos that are gone do not count.
package struct RootCounts: Hashable, Sendable {
    /// Photos by verdict; a verdict nobody has is there with zero.
    package var byVerdict: [Verdict: Int]
    /// Groups.
    package var groups: Int
    /// Files whose name promises a photo and whose content is none or is damaged.
    package var unreadable: Int
    /// Files of formats that are not read.
    package var unsupported: Int
    /// Photos that are gone from the disk.
    package var gone: Int

    /// Stills and videos.
    package var photos: Int { byVerdict.values.reduce(0, +) }
}
