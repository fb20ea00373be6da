package import PhotoModel
package import SystemPackage

/// What a walk takes and what it leaves.
package struct WalkOptions: Sendable {
    /// Whether names that begin with a dot, and what lies below a `.nomedia`, are taken too. What other programs leave
    /// behind (``SkippedNames``) is skipped all the same.
    package var hidden = false
    /// Whether symbolic links are followed, each directory being visited once.
    package var followsSymlinks = false
    /// Whether directories on another device than the one the walk starts on are left out. As with `find -xdev`, a
    /// btrfs subvolume counts as another device.
    package var staysOnFileSystem = false
    /// Patterns of what is left out, see ``ExcludePattern``.
    package var excludes: [String] = []

    package init() {}

    /// Refuses a pattern of what is left out that hardly anybody means as it is.
    ///
    /// - Throws: `TextError`.
    package static func check(exclude pattern: String) throws(TextError) {
        if ExcludePattern(pattern).hasOpenSet { throw .openSet(in: pattern) }
    }
}

/// What to walk: a root, or a part of it.
package struct WalkRoot: Sendable {
    /// The root's row in the index; part of each ``PathKey``.
    package var id: Int64
    /// The root, absolute and free of symbolic links, as ``resolveRoot(_:)`` gives it.
    package var path: FilePath
    /// The directory below the root that the walk starts at, without slashes at the ends; empty for all of the root.
    ///
    /// Whoever names a directory wants it walked: neither the root nor this path is held against the skips.
    package var start: [UInt8]

    package init(id: Int64, path: FilePath, start: [UInt8] = []) {
        self.id = id
        self.path = path
        self.start = start
    }
}
