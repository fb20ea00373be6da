import GRDB
import Glibc
package import PhotoModel

extension PhotoIndex {
    /// The fingerprints of the files below a directory of a root, for the walk to carry along; those that are gone are
    /// not among them.
    ///
    /// - Parameters:
    ///   - root: the root's row.
    ///   - directory: the directory's path below the root, as bytes without slashes at the ends; empty for all of it.
    ///   - readerVersion: the version of today's reader; what an older one read is to be read again.
    /// - Returns: the files, sealed.
    /// - Throws: what befalls a read.
    package func knownFiles(
        root: Int64, below directory: [UInt8] = [], readerVersion: Int
    ) throws(IndexError) -> KnownFiles {
        try read { db in
            var loading = KnownFilesLoading(root: root, readerVersion: readerVersion)
            let query = try Self.knownFilesQuery(db, root: root, below: directory)
            try query.forEachRow { loading.add(query) }
            loading.files.seal()
            return loading.files
        }
    }

    private static func knownFilesQuery(_ db: Database, root: Int64, below directory: [UInt8]) throws -> PreparedQuery {
        let start = "SELECT id, path, size, modified, changed, inode, isRacy, readerVersion, state FROM file"
        // "+" keeps the whole root's files in the order of their rows: each page of the table is read once.
        guard !directory.isEmpty else {
            let query = try PreparedQuery(db, "\(start) WHERE +root = ? AND goneAt IS NULL")
            query.bind(root, at: 1)
            return query
        }
        let query = try PreparedQuery(db, "\(start) WHERE root = ? AND path >= ? AND path < ? AND goneAt IS NULL")
        query.bind(root, at: 1)
        query.bind(directory + [UInt8(ascii: "/")], at: 2)
        query.bind(directory + [UInt8(ascii: "/") + 1], at: 3)
        return query
    }
}

/// Makes known files of rows. Neighbouring rows mostly lie in one directory, whose key is kept.
private struct KnownFilesLoading {
    var files = KnownFiles()
    private let root: Int64
    private let readerVersion: Int64
    private var directory: [UInt8] = []
    private var directoryKey: PathKey

    init(root: Int64, readerVersion: Int) {
        self.root = root
        self.readerVersion = Int64(readerVersion)
        directoryKey = PathKey(root: root, directory: EmptyCollection())
    }

    mutating func add(_ row: PreparedQuery) {
        let path = unsafe row.withBytes(1) { unsafe key(of: $0) }
        files.add(
            KnownFile(
                path: path, row: row.integer(0), fingerprint: row.fingerprint(from: 2),
                mustReread: row.bool(6) || row.integer(7) < readerVersion))
        if row.holds("sidecar", in: 8) { files.noteSidecar(path, in: directoryKey) }
    }

    private mutating func key(of path: UnsafeRawBufferPointer) -> PathKey {
        let slash = unsafe path.lastIndex(of: UInt8(ascii: "/"))
        let nameStart = slash.map { $0 + 1 } ?? 0
        let parent = unsafe UnsafeRawBufferPointer(rebasing: path[..<(slash ?? 0)])
        if unsafe !isDirectory(parent) {
            unsafe directory = Array(parent)
            directoryKey = PathKey(root: root, directory: directory)
        }
        return unsafe PathKey(directory: directoryKey, name: UnsafeRawBufferPointer(rebasing: path[nameStart...]))
    }

    private func isDirectory(_ parent: UnsafeRawBufferPointer) -> Bool {
        guard parent.count == directory.count else { return false }
        guard let start = parent.baseAddress else { return true }
        return unsafe directory.withUnsafeBytes { known in
            unsafe known.baseAddress.map { unsafe memcmp($0, start, parent.count) == 0 } ?? true
        }
    }
}
