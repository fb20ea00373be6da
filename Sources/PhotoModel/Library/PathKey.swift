/// A 64-bit keyed hash of a path below a root, for looking paths up within one process. Never stored.
package struct PathKey: Hashable, Sendable {
    /// The hash.
    package let hash: Int

    /// The key of a directory: its root's row in the index and its path below the root, without slashes at the ends
    /// (empty for the root itself).
    package init(root: Int64, directory: some Collection<UInt8>) {
        var hasher = Hasher()
        hasher.combine(root)
        hasher.combine(directory.count)
        let isContiguous: Void? = directory.withContiguousStorageIfAvailable { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isContiguous == nil { unsafe Array(directory).withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
        hash = hasher.finalize()
    }

    /// The key of an entry of a directory.
    package init(directory: PathKey, name: UnsafeRawBufferPointer) {
        var hasher = Hasher()
        hasher.combine(directory.hash)
        unsafe hasher.combine(bytes: name)
        hash = hasher.finalize()
    }
}
