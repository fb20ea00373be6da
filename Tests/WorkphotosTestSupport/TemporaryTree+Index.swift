import PhotoIndex
internal import Synchronization
package import SystemPackage

extension TemporaryTree {
    /// New indexes by their owners. Making one takes 30 ms, and most tests need one.
    private static let indexes = Mutex<[String: [UInt8]]>([:])

    /// Writes a new index, as the first scan would make it: each is a copy of the first one of its owner.
    package func writeNewIndex(_ relative: FilePath, owner: String) throws {
        let bytes = try Self.indexes.withLock { indexes in
            if let bytes = indexes[owner] { return bytes }
            let tree = try TemporaryTree(inMemory: true)
            _ = try PhotoIndex.open(forWritingAt: tree.path("index.sqlite"), owner: owner)
            let bytes = try tree.read("index.sqlite")
            indexes[owner] = bytes
            return bytes
        }
        try write(relative, bytes)
        try setPermissions(relative, .ownerReadWrite)
    }
}
