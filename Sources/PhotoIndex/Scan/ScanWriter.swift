import GRDB
package import PhotoModel

/// Writes the results of a scan of one root to the index, batch by batch, and determines at the end what is gone.
///
/// Used by one task. Each ``save(_:judge:)`` is a transaction of its own. So marking a photo waits for one batch at
/// most, and what a killed scan has saved is kept: the next scan continues from there. Batches of some hundred files
/// cost least.
package final class ScanWriter {
    /// The reader's version of files that only another machine has read.
    static let importVersion = 0
    /// The rows of these, as SQL after `FROM`.
    static let importedFiles = "file WHERE readerVersion = \(importVersion) AND goneAt IS NULL"

    let index: PhotoIndex
    let root: Int64
    let readerVersion: Int
    let basis: JudgingBasis?
    /// The root's path, with a slash at its end.
    let rootPrefix: [UInt8]
    /// The newest file row before this scan; later rows are its own.
    let lastKnownRow: Int64
    var fileSystems = FileSystemNames()
    var cameras = CameraRows()
    /// What the scan has done so far.
    package internal(set) var counts = ScanCounts()
    /// The number of rows made by this scan, for files of any kind.
    var rowsMade = 0
    /// Rows of sidecars that this scan saved and that count as unread until it is complete.
    var sidecars: [Int64] = []
    /// Whether files of which something was sent or decided have left their paths, or were found elsewhere.
    var concernsFormerFiles = false
    /// Contents that destinations have and that have no file.
    let waiting: WaitingMemory
    /// Decisions that stay with paths, taken along with the files that have moved.
    var along = DecisionsAlong()
    private var findsPaths: Bool

    /// Whether it writes what another machine has read. A file that was read here and is unchanged keeps its row, even
    /// if it is gone.
    var isImport: Bool { readerVersion == Self.importVersion }

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

    /// Saves files that were read, photos with their verdicts.
    ///
    /// Nothing is written for a file whose row is up to date. A mark that applies to a file takes precedence over its
    /// verdict, as of this transaction. If the index has been judged on another basis meanwhile, the basis is removed,
    /// so that it is judged again before verdicts are used: verdicts by two sets of rules are never mixed. (A lock on
    /// the rules to the end of the scan would make an edit wait for hours.) The caches of this object are valid only as
    /// long as no call has thrown: a scan ends with the first error.
    ///
    /// - Parameters:
    ///   - files: the files, in any order; no path twice.
    ///   - judge: returns the verdict of a photo without a mark that is a group of its own, as every new one is at
    ///     first. ``finish(_:judge:)`` works out the groups of several.
    /// - Returns: the files that were not saved because they need a SHA-256. They have the size of a photo that is
    ///   marked or held by now, or of a content that a destination has and no file here; or they may still be what a
    ///   destination has of the same file.
    /// - Throws: `full`, `busy` and whatever else keeps the index from being written; nothing of the batch is saved
    ///   then.
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
            try along.refresh(index, in: db)
            for file in files {
                if try !isImport && writing.words.mustHash(file) {
                    unhashed.append(file)
                } else {
                    try save(file, in: &writing, judge: judge)
                }
            }
            try writing.finish(judge)
            try PhotoIndex.forgetBasis(unless: basis, in: db)
            (batch, made, saved) = (writing.counts, writing.rowsMade, writing.sidecars)
            if writing.concernsFormerFiles { concernsFormerFiles = true }
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
        let row = try knownRow(of: file, in: writing.db)
        if isImport, let row, try writing.hasRead(row, as: file) { return }
        let file = try row.map { try writing.notingLostCorrection(of: file, $0) } ?? file
        let (path, hasDecisions) = (rootPrefix + file.path, writing.words.hasDecisions)
        if let row {
            try writing.words.keep(file, row: row, rootPrefix: rootPrefix)
            try writing.keepReturned(row, file)
            if hasDecisions { try DecisionsAlong.noteBefore(row, file, at: path, in: writing.db) }
        }
        try along.take(file, below: rootPrefix, row: row, in: writing.db)
        if case .photo(let facts) = file.reading.content {
            let mark = try writing.words.mark(of: file, rootPrefix: rootPrefix)
            judgement = mark.map(Judgement.init(marked:)) ?? judge([facts])
        }
        if let row {
            try writing.update(row, with: file, judgement: judgement)
        } else {
            try writing.insert(file, judgement: judgement)
        }
        if hasDecisions { try DecisionsAlong.note(file, at: path, in: writing.db) }
    }

    /// The row of a file's path. A row given with the file was found by a hash of the path, which two paths may share;
    /// a file without one may have a row that is marked as gone.
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

/// What a scan did with photos. Other files do not count.
package struct ScanCounts: Hashable, Sendable {
    /// Read here for the first time, or found again at a path from which they were gone.
    package var new = 0
    /// With another size, digest or facts than before, without photos whose times alone changed.
    package var changed = 0
    /// Read again and unchanged.
    package var same = 0
    /// Of the new ones: a purge had removed them, and no undo restored them. They are held from now on.
    package var returned = 0

    mutating func add(_ other: ScanCounts) {
        new += other.new
        changed += other.changed
        same += other.same
        returned += other.returned
    }
}

extension PhotoIndex {
    /// A writer for a scan of a root.
    ///
    /// - Parameters:
    ///   - readerVersion: the version of the reader, recorded with what it reads.
    ///   - basis: the basis of the scan's verdicts; nil where the index has not been judged.
    package func scanWriter(
        root: Int64, readerVersion: Int, basis: JudgingBasis?
    ) throws(IndexError) -> ScanWriter {
        try ScanWriter(index: self, root: root, readerVersion: readerVersion, basis: basis)
    }

    /// A writer for what another machine has read below a root: nothing is hashed, and nothing counts as moved or gone.
    ///
    /// - Returns: the writer, whose `save` may be given no path twice; ``ScanWriter/finishImport(judge:)`` ends it.
    package func importWriter(root: Int64, basis: JudgingBasis?) throws(IndexError) -> ScanWriter {
        // What an import that was killed has saved is found by its path.
        if try read({ try ScanWriter.lastRow("file", in: $0) }) > 0 { try SecondaryIndexes.complete(self) }
        return try ScanWriter(index: self, root: root, readerVersion: ScanWriter.importVersion, basis: basis)
    }
}
