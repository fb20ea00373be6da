import GRDB
package import SystemPackage

extension PhotoIndex {
    /// Writes a copy that holds one state of the index, in one file that needs no other beside it, and waits until it is
    /// on the disk. The copy is its owner's alone (0600). Writers go on meanwhile.
    ///
    /// - Parameters:
    ///   - target: the file to make. Its directory is there.
    ///   - replacing: whether a file that is there may go; it stays until the copy is complete.
    /// - Throws: `exists`; errors of writing, all with the path of `target`.
    package func backup(to target: FilePath, replacing: Bool = false) throws(IndexError) {
        let temporary = target.appendingToName(".\(UInt64.random(in: 0 ... .max)).new")
        do {
            let file = try FileDescriptor.open(
                temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: [.ownerReadWrite])
            try file.close()
            try copy(to: temporary)
            try NewIndexFile.sync(temporary)
            try NewIndexFile.publish(temporary, as: target, replacing: replacing)
            try NewIndexFile.sync(target.removingLastComponent())
        } catch {
            for suffix in ["", "-wal", "-shm", "-journal"] { NewIndexFile.remove(temporary.appendingToName(suffix)) }
            throw IndexError(error, at: target)
        }
    }

    private func copy(to temporary: FilePath) throws {
        let copy = try Connection.plain(temporary)
        try queue.backup(to: copy)
        try copy.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try copy.close()
    }
}
