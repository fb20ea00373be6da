import GRDB
import PhotoModel

/// Writes one batch of a scan to the tables, within one transaction.
struct BatchWriting {
    let db: Database
    private(set) var tally = FileTally()
    private(set) var counts = ScanCounts()
    private(set) var rowsMade = 0
    /// Whether any file is new or has other facts than before.
    private var hasNewFacts = false
    /// Rows of sidecars that count as read once the scan is complete.
    private(set) var sidecars: [Int64] = []
    /// Whether files are known that have left their paths or were forgotten, here or before.
    private var areFormerFilesNoted: Bool
    /// Whether one has left its path here, or was found.
    private(set) var concernsFormerFiles = false
    /// People's decisions on photos, and destinations' contents.
    let words: ScanDecisions
    private let writer: ScanWriter
    private let insertFile: PreparedQuery
    private let insertGroup: PreparedQuery
    private let notes: PreparedQuery
    private let verdicts: VerdictWriting
    private var nextFile: Int64
    private var nextGroup: Int64
    private var loose: LooseDirectories
    private var leaving: GroupLeaving?
    /// Created for the first file that may have returned; usually there is none.
    private var returned: ReturnedFiles?

    init(_ db: Database, writer: ScanWriter) throws {
        self.db = db
        self.writer = writer
        words = try ScanDecisions(db, waiting: writer.waiting)
        areFormerFilesNoted = try FormerFiles.areNoted(in: db)
        insertFile = try PreparedQuery(db, FileColumns.insert)
        insertGroup = try PreparedQuery(db, "INSERT INTO assetGroup (id, leader) VALUES (?, ?)")
        notes = try PreparedQuery(db, "SELECT sidecarNotes FROM file WHERE id = ?")
        verdicts = try VerdictWriting(db)
        nextFile = try ScanWriter.lastRow("file", in: db) + 1
        nextGroup = try GroupNumbers.next(db)
        loose = try LooseDirectories(db, root: writer.root)
        insertFile.bind(writer.root, at: 2)
    }

    /// Inserts a file that the index does not know.
    mutating func insert(_ file: ScannedFile, judgement: Judgement?) throws {
        let group = try judgement.map { try makeGroup(leader: nextFile, $0) }
        insertFile.bind(nextFile, at: 1)
        insertFile.bind(file.path, at: 3)
        insertFile.bind(group, at: 4)
        insertFile.bind(file.reading.content.roleAlone?.rawValue, at: 5)
        try bind(file, to: insertFile, from: 6)
        try insertFile.run()
        noteSidecar(file, nextFile)
        // Before the row has the content: it tells a removed photo from its copies by their rows.
        try holdIfRemoved(file)
        let content = try contentRow(of: file)
        try set(content: content, of: nextFile)
        if areFormerFilesNoted {
            try takeEarlierContents(to: nextFile, file)
            if try returnedFiles().holdForgottenEdit(file) { counts.returned += 1 }
            try FormerFiles.end(writer.rootPrefix + file.path, content: content, in: db)
        }
        nextFile += 1
        rowsMade += 1
        hasNewFacts = true
        count(file, judgement)
        if judgement != nil { counts.new += 1 }
        if file.belongsToSeveral { try loose.addDirectory(of: file.path) }
    }

    /// A file that was read again, with a note if an XMP file that gave its place or time does so no more.
    func notingLostCorrection(of file: ScannedFile, _ row: Int64) throws -> ScannedFile {
        guard case .photo(var facts) = file.reading.content, !facts.sidecars.contains(.corrected) else { return file }
        notes.bind(row, at: 1)
        guard let before = try notes.first({ SidecarNotes(rawValue: notes.optionalInteger(0) ?? 0) }) else {
            return file
        }
        facts.sidecars = facts.sidecars.following(before)
        var file = file
        file.reading.content = .photo(facts)
        return file
    }

    /// Whether a file was read here, as it is in an import. What is known of it is better then.
    mutating func hasRead(_ row: Int64, as file: ScannedFile) throws -> Bool {
        let query = try PreparedQuery(
            db,
            """
            SELECT f.size, f.modified, f.changed, f.inode, s.keepsInodes FROM file f
              CROSS JOIN fileSystem s ON s.id = f.fileSystem WHERE f.id = ? AND f.readerVersion <> ?
            """)
        query.bind(row, at: 1)
        query.bind(Int64(ScanWriter.importVersion), at: 2)
        let found = file.reading.fingerprint
        let known = try query.first { (query.fingerprint(from: 0), query.bool(4)) }
        // The other machine may not know what this one's file system keeps.
        guard let (read, keepsInodes) = known, found.isSame(as: read, withInode: keepsInodes && found.inode != 0) else {
            return false
        }
        if file.reading.content.kind == .photo { counts.same += 1 }
        return true
    }

    /// If a photo comes back edited, what applied to its bytes stays with its path. That is so if a scan had found it
    /// gone or left it out, and none has found it elsewhere. A copy of its earlier bytes may have been sent. A file
    /// that is no photo yet counts too: it may be a copy that is being written.
    func keepReturned(_ row: Int64, _ file: ScannedFile) throws {
        guard areFormerFilesNoted, try FormerFiles.isMissing(row, in: db),
            let old = try FileRow(row, in: db), let before = old.content,
            old.reading.content.kind == .photo,
            // What was not hashed is of another size, unless another machine has read it.
            file.sha256 != nil || file.reading.fingerprint.size != old.reading.fingerprint.size,
            try contentRow(of: file) != before,
            file.reading.content.kind != .photo || ReturnedFiles.mayBeEdit(file, of: old.reading)
        else { return }
        try ScanDecisions.keepAll(before, at: writer.rootPrefix + file.path, of: file.sha256, in: db)
        try EarlierContents.note(before, of: row, in: db)
    }

    /// Updates a file in the index, which may be gone.
    mutating func update(_ row: Int64, with file: ScannedFile, judgement: Judgement?) throws {
        guard var old = try FileRow(row, in: db) else {
            throw IndexError.damaged(writer.index.path, "row \(row) of file holds words that mean nothing")
        }
        let hasReturned = try old.isGone && holdIfPurged(file, old)
        let wasGrouped = old.isGrouped
        let isOtherKind = old.reading.content.kind != file.reading.content.kind
        if wasGrouped, isOtherKind || old.isGone { try leaveGroup(row, &old) }
        let fileSystem = try writer.fileSystems.row(of: file.fileSystem, in: db)
        let isCurrent =
            old.reading == file.reading && old.fileSystem == fileSystem
            && old.readerVersion == writer.readerVersion && !old.isGone
        let judgement = old.isGrouped ? old.judgement : judgement
        let group = try old.isGrouped ? old.group : regroup(row, old, judgement)
        // The digest of its ends reveals an edit that kept size and times, as a writer through a mapping may.
        let isSame =
            old.reading.digest == file.reading.digest
            && old.reading.fingerprint.isSame(
                as: file.reading.fingerprint, withInode: file.fileSystem.keepsInodes)
        let content = try contentRow(of: file) ?? (isSame ? old.content : nil)
        if !hasReturned, old.isGone || !isSame { try holdIfRemoved(file) }
        if let before = old.content, before != content, !old.isGone {
            try EarlierContents.note(before, of: row, in: db)
            if file.reading.content.kind == .photo {
                try DestinationHolds.hold(path: writer.rootPrefix + file.path, likeContent: before, in: db)
            }
        }
        let isOtherFile =
            old.reading.fingerprint.inode != file.reading.fingerprint.inode || fileSystem != old.fileSystem
        if isOtherFile, try FormerFiles.note(row: row, in: db) {
            (areFormerFilesNoted, concernsFormerFiles) = (true, true)
        }
        if !isCurrent || group != old.group || content != old.content {
            let update = try PreparedQuery(db, FileColumns.update)
            update.bind(row, at: 1)
            update.bind(content, at: 2)
            update.bind(group, at: 3)
            update.bind((old.isGrouped ? old.role : file.reading.content.roleAlone)?.rawValue, at: 4)
            try bind(file, to: update, from: 5)
            try update.run()
            noteSidecar(file, row)
        }
        if isOtherFile || old.isGone, areFormerFilesNoted { try takeEarlierContents(to: row, file) }
        // What lacks a position was just judged without the inferred one that it may have.
        if old.reading.content != file.reading.content || file.lacksPosition { try noteNewFacts(of: row) }
        let isOther = old.isGone || old.reading.content != file.reading.content || content != old.content
        // A file that is no longer a photo may have kept others apart.
        let concernsOthers = wasGrouped || isOtherKind || file.belongsToSeveral
        if concernsOthers, isOther || old.readerVersion != writer.readerVersion {
            try loose.addDirectory(of: file.path)
        }
        try dropGroup(of: old, unless: group)
        uncount(old)
        count(file, judgement)
        if file.reading.content.kind == .photo { noteChange(old, file) }
    }

    private mutating func takeEarlierContents(to row: Int64, _ file: ScannedFile) throws {
        if try EarlierContents.take(to: row, at: writer.rootPrefix + file.path, in: db) { concernsFormerFiles = true }
    }

    /// Drops what was inferred for a file, whose facts have changed.
    private mutating func noteNewFacts(of row: Int64) throws {
        hasNewFacts = true
        try InferredRows.drop(ofFile: row, in: db)
    }

    /// Updates the counts, and judges the groups that files have left.
    mutating func finish(_ judge: ([PhotoFacts]) -> Judgement) throws {
        if hasNewFacts { try InferredRows.noteNewFacts(in: db) }
        try tally.apply(to: writer.root, in: db)
        try leaving?.judgeAnew(judge)
    }

    /// Holds a file that a purge removed and that has returned, before it leaves the group that it was removed with.
    private mutating func holdIfPurged(_ file: ScannedFile, _ old: FileRow) throws -> Bool {
        guard let group = old.group, try returnedFiles().hold(file, of: group, old.reading) else { return false }
        if file.reading.content.kind == .photo { counts.returned += 1 }
        return true
    }

    /// Holds a photo that a purge removed from another path, and that has returned here.
    private mutating func holdIfRemoved(_ file: ScannedFile) throws {
        guard let sha256 = file.sha256, file.reading.content.kind == .photo else { return }
        if try returnedFiles().hold(file, sha256) { counts.returned += 1 }
    }

    private mutating func returnedFiles() throws -> ReturnedFiles {
        let files = try returned ?? ReturnedFiles(db, rootPrefix: writer.rootPrefix)
        returned = files
        return files
    }

    /// Takes a file that has changed its kind, or returns without its removed group, out of its group.
    private mutating func leaveGroup(_ row: Int64, _ old: inout FileRow) throws {
        var leaving = try leaving ?? GroupLeaving(db)
        old.group = try leaving.leave(row, tally: &tally)
        old.isGrouped = false
        self.leaving = leaving
        nextGroup = try GroupNumbers.next(db)
    }

    private func contentRow(of file: ScannedFile) throws -> Int64? {
        try file.sha256.map { try ContentRows.row(sha256: $0, size: file.reading.fingerprint.size, in: db) }
    }

    private func set(content: Int64?, of row: Int64) throws {
        guard let content else { return }
        let update = try PreparedQuery(db, "UPDATE file SET content = ? WHERE id = ?")
        update.bind(content, at: 1)
        update.bind(row, at: 2)
        try update.run()
    }

    private mutating func noteChange(_ old: FileRow, _ file: ScannedFile) {
        let isSame =
            old.reading.fingerprint.size == file.reading.fingerprint.size
            && old.reading.digest == file.reading.digest && old.reading.content == file.reading.content
        let isFirst = old.readerVersion == ScanWriter.importVersion && !writer.isImport
        if old.isGone || isFirst { counts.new += 1 } else if isSame { counts.same += 1 } else { counts.changed += 1 }
    }

    private mutating func noteSidecar(_ file: ScannedFile, _ row: Int64) {
        if isSidecar(file), !file.reading.isRacy { sidecars.append(row) }
    }

    /// A sidecar is written as one to be read again: its values are in the rows of its photos, and the scan may end
    /// before these are saved. Then the next one reads them all again.
    private func bind(_ file: ScannedFile, to query: PreparedQuery, from first: Int32) throws {
        var camera: Int64?
        if case .photo(let facts) = file.reading.content {
            camera = try writer.cameras.row(make: facts.make, model: facts.model, in: db)
        }
        query.bind(
            file.reading, fileSystem: try writer.fileSystems.row(of: file.fileSystem, in: db), camera: camera,
            readerVersion: writer.readerVersion, from: first)
        if isSidecar(file) { query.bind(true, at: first + 4) }
    }

    /// Whether the facts of the photos beside a file depend on it: damaged sidecars leave them unsure.
    private func isSidecar(_ file: ScannedFile) -> Bool {
        switch file.reading.content {
        case .sidecar: true
        case .broken: SidecarNames.isSidecar(file.path.span)
        case .photo, .other: false
        }
    }

    private mutating func makeGroup(leader: Int64, _ judgement: Judgement) throws -> Int64 {
        let group = nextGroup
        nextGroup += 1
        insertGroup.bind(group, at: 1)
        insertGroup.bind(leader, at: 2)
        try insertGroup.run()
        try verdicts.insert(judgement, of: group)
        return group
    }

    /// The group of a known file from now on: its own, a new one if it has become a photo, none if it is not one.
    private mutating func regroup(_ row: Int64, _ old: FileRow, _ judgement: Judgement?) throws -> Int64? {
        guard let judgement else { return nil }
        guard let group = old.group else { return try makeGroup(leader: row, judgement) }
        if old.judgement != judgement { try verdicts.replace(judgement, of: group) }
        return group
    }

    private func dropGroup(of old: FileRow, unless group: Int64?) throws {
        guard group == nil, let group = old.group else { return }
        try VerdictWriting.dropGroup(group, in: db)
    }

    private mutating func count(_ file: ScannedFile, _ judgement: Judgement?) {
        let bytes = file.reading.fingerprint.size
        switch file.reading.content {
        case .photo:
            tally.add(.verdict(judgement?.verdict ?? .unsure), bytes: bytes)
            tally.add(.group, bytes: bytes)
        case .sidecar: tally.add(.sidecar, bytes: bytes)
        case .other: tally.add(.other, bytes: bytes)
        case .broken: tally.add(.broken, bytes: bytes)
        }
    }

    private mutating func uncount(_ old: FileRow) {
        for kind in old.kinds { tally.remove(kind, bytes: old.reading.fingerprint.size) }
    }
}
