import Dispatch
import GRDB
import Glibc
package import PhotoModel
import Synchronization

extension PhotoIndex {
    /// The fingerprints of the existing files below a directory of a root, for use by the walk.
    ///
    /// - Parameters:
    ///   - directory: the directory's path below the root, as bytes without slashes at the ends; empty for all of it.
    ///   - readerVersion: the current reader's version; what an older one read has to be read again.
    /// - Returns: the files, sealed.
    package func knownFiles(
        root: Int64, below directory: [UInt8] = [], readerVersion: Int
    ) throws(IndexError) -> KnownFiles {
        try read { db in
            let all = KnownFilesLoading(root: root, directory: directory, readerVersion: readerVersion)
            let last = try ScanWriter.lastRow("file", in: db)
            let isLarge = directory.isEmpty && last > Self.manyFiles && !isInMemory
            var files = try isLarge ? loadedInHalves(all, last: last) : all.loaded(0...Int64.max, in: db)
            files.seal()
            return files
        }
    }

    /// The number of files from which further connections are worth opening.
    private static let manyFiles: Int64 = 65_536

    /// Reads the files on two connections at the same time. Nobody adds files meanwhile, since that requires the lock,
    /// which the scan has.
    private func loadedInHalves(_ all: KnownFilesLoading, last: Int64) throws -> KnownFiles {
        let readers = try (0..<2).map { _ in try Connection.reading(path, inPlace: true) }
        let rows = [0...last / 2, (last / 2 + 1)...Int64.max]
        let halves = Mutex<[Result<KnownFiles, any Error>?]>([nil, nil])
        DispatchQueue.concurrentPerform(iterations: 2) { half in
            let files = Result { try readers[half].read { try all.loaded(rows[half], in: $0) } }
            halves.withLock { $0[half] = files }
        }
        // In the order of their rows, in which the walk meets them.
        var files = KnownFiles()
        for half in halves.withLock({ $0 }) { if let half { files.add(try half.get()) } }
        return files
    }
}

/// Makes known files of rows. Neighbouring rows are mostly in one directory, whose key is cached.
private struct KnownFilesLoading {
    private var files = KnownFiles()
    private let root: Int64
    private let wanted: [UInt8]
    private let readerVersion: Int64
    private var directory: [UInt8] = []
    private var directoryKey: PathKey

    init(root: Int64, directory wanted: [UInt8], readerVersion: Int) {
        self.root = root
        self.wanted = wanted
        self.readerVersion = Int64(readerVersion)
        directoryKey = PathKey(root: root, directory: EmptyCollection())
    }

    /// The files with these rows, not sealed.
    func loaded(_ rows: ClosedRange<Int64>, in db: Database) throws -> KnownFiles {
        var loading = self
        let query = try query(db, rows)
        try query.forEachRow { loading.add(query) }
        return loading.files
    }

    private func query(_ db: Database, _ rows: ClosedRange<Int64>) throws -> PreparedQuery {
        let start = "SELECT id, path, size, modified, changed, inode, isRacy, readerVersion, state FROM file"
        // "+" makes SQLite read the whole root's files in the order of their rows, so that each page of the table is
        // read once.
        guard !wanted.isEmpty else {
            let query = try PreparedQuery(db, "\(start) WHERE +root = ? AND goneAt IS NULL AND id BETWEEN ? AND ?")
            query.bind(root, at: 1)
            query.bind(rows.lowerBound, at: 2)
            query.bind(rows.upperBound, at: 3)
            return query
        }
        let query = try PreparedQuery(db, "\(start) WHERE root = ? AND path >= ? AND path < ? AND goneAt IS NULL")
        query.bind(root, at: 1)
        query.bind(wanted + [UInt8(ascii: "/")], at: 2)
        query.bind(wanted + [UInt8(ascii: "/") + 1], at: 3)
        return query
    }

    private mutating func add(_ row: PreparedQuery) {
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
