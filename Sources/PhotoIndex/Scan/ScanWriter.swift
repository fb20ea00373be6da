import GRDB
package import PhotoModel

/// Takes what one scan of a root reads into the index, batch by batch, and settles at the end what it did not find.
///
/// Used by one task. Each ``save(_:judge:)`` is a transaction of its own, so nobody waits longer than a batch to mark a
/// photo, and a scan that is killed leaves what it had saved: the next goes on from there. Batches of some hundred
/// files cost least.
package final class ScanWriter {
    let index: PhotoIndex
    let root: Int64
    let readerVersion: Int
    let basis: JudgingBasis?
    /// The root's path, with a slash at its end.
    let rootPrefix: [UInt8]
    /// The newest file row before this scan; those above it are its own.
    let lastKnownRow: Int64
    var fileSystems = FileSystemNames()
    var cameras = CameraRows()
    /// What the scan has done so far.
    package internal(set) var counts = ScanCounts()
    /// Rows made by this scan, for files of any kind.
    var rowsMade = 0
    /// Rows of sidecars that this scan saved, and that are to be read again until it has come to its end.
    var sidecars: [Int64] = []
    /// What destinations have and no file.
    let waiting: WaitingMemory
    private var findsPaths: Bool

    init(index: PhotoIndex, root: Int64, readerVersion: Int, basis: JudgingBasis?) throws(IndexError) {
        self.index = index
        self.root = root
        self.readerVersion = readerVersion
        self.basis = basis
        let path = try index.roots().first { $0.id == root }?.path.bytes ?? []
        rootPrefix = path.withSlash
        (lastKnownRow, findsPaths) = try index.read { db in
            (try Self.lastRow("file", in: db), try SecondaryIndexes.areComplete(db))
        }
        waiting = WaitingMemory(canFindFiles: findsPaths)
    }

    /// Saves files that were read, each with its verdict where it is a photo.
    ///
    /// Nothing is written for a file whose row says all this already. A mark that holds for a file comes before its
    /// verdict, as it stands in this very transaction. Where the index has been judged by other rules meanwhile, it
    /// forgets by which, and whoever wants verdicts judges anew. The caches of this object are only right for as long
    /// as no call has thrown: a scan ends with the first error.
    ///
    /// - Parameters:
    ///   - files: the files, in any order; no path twice.
    ///   - judge: gives the verdict of a photo that nobody marked and that is a group of its own, as every new one is
    ///     at first. ``finish(_:judge:)`` works out the groups of several.
    /// - Returns: those that were not saved, because they are as large as a photo that is marked or held by now, or as
    ///   what a destination has and no file, or may be what it has of this file, and come without a SHA-256.
    /// - Throws: `full`, `busy` and what else keeps the index from being written; nothing of the batch is saved then.
    @discardableResult
    package func save(
        _ files: [ScannedFile], judge: ([PhotoFacts]) -> Judgement
    ) throws(IndexError) -> [ScannedFile] {
        if files.isEmpty { return [] }
        var batch = ScanCounts()
        var made = 0
        var saved: [Int64] = []
        var unhashed: [ScannedFile] = []
        try index.writeWithoutWaitingForDisk { db in
            var writing = try BatchWriting(db, writer: self)
            for file in files {
                if try writing.words.mustHash(file) {
                    unhashed.append(file)
                } else {
                    try save(file, in: &writing, judge: judge)
                }
            }
            try writing.finish(judge)
            try PhotoIndex.forgetBasis(unless: basis, in: db)
            (batch, made, saved) = (writing.counts, writing.rowsMade, writing.sidecars)
        }
        counts.add(batch)
        rowsMade += made
        sidecars += saved
        return unhashed
    }

    private func save(
        _ file: ScannedFile, in writing: inout BatchWriting, judge: ([PhotoFacts]) -> Judgement
    ) throws {
        var judgement: Judgement?
        if case .photo(let facts) = file.reading.content {
            let mark = try writing.words.mark(of: file, rootPrefix: rootPrefix)
            judgement = mark.map(Judgement.init(marked:)) ?? judge([facts])
        }
        if let row = try knownRow(of: file, in: writing.db) {
            try writing.update(row, with: file, judgement: judgement)
        } else {
            try writing.insert(file, judgement: judgement)
        }
    }

    /// The row of a file's path. A row that came with the file was found by a hash of the path, and two paths may share
    /// one; a file without may have a row that says it is gone.
    private func knownRow(of file: ScannedFile, in db: Database) throws -> Int64? {
        if let row = file.row {
            let query = try PreparedQuery(db, "SELECT 1 FROM file WHERE id = ? AND root = ? AND path = ?")
            query.bind(row, at: 1)
            query.bind(root, at: 2)
            query.bind(file.path, at: 3)
            if try query.first({ true }) != nil { return row }
        } else if !findsPaths {
            return nil
        }
        let query = try PreparedQuery(db, "SELECT id FROM file WHERE root = ? AND path = ?")
        query.bind(root, at: 1)
        query.bind(file.path, at: 2)
        return try query.first { query.integer(0) }
    }

    static func lastRow(_ table: String, in db: Database) throws -> Int64 {
        let query = try PreparedQuery(db, "SELECT max(id) FROM \(table)")
        return try query.first { query.integer(0) } ?? 0
    }
}

/// What a scan did with photos; files of other kinds do not count.
package struct ScanCounts: Hashable, Sendable {
    /// Read for the first time, or back at a path from which they were gone.
    package var new = 0
    /// Of other size, digest or facts than before. A photo whose times alone changed is not among them.
    package var changed = 0
    /// Read again and found the same.
    package var same = 0
    /// Of those that are new: a purge had removed them, and no undo brought them back. They are held from now on.
    package var returned = 0

    package init() {}

    mutating func add(_ other: ScanCounts) {
        new += other.new
        changed += other.changed
        same += other.same
        returned += other.returned
    }
}

extension PhotoIndex {
    /// What a scan of a root writes through.
    ///
    /// - Parameters:
    ///   - root: the root's row.
    ///   - readerVersion: the version of the reader that reads the files; written beside what it read.
    ///   - basis: what the scan judges by; nil where the index has been judged by nothing.
    /// - Returns: the writer, for one scan.
    /// - Throws: `IndexError` where the index cannot be read.
    package func scanWriter(
        root: Int64, readerVersion: Int, basis: JudgingBasis?
    ) throws(IndexError) -> ScanWriter {
        try ScanWriter(index: self, root: root, readerVersion: readerVersion, basis: basis)
    }
}
