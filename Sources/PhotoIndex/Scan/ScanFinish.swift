import GRDB
package import PhotoModel

extension ScanWriter {
    /// Ends the scan: makes the indexes that the first fill omits, then finds what has moved and marks what is gone.
    /// Both are done in one transaction: judging in between would move photos from one count to another. Then it
    /// records the scan at its root and works out the groups of the directories in which something was added, removed
    /// or changed.
    ///
    /// A file has moved if its old path is gone, exactly one row of this scan agrees with it in file system, inode,
    /// size, mtime and digest, and the file system keeps inodes. It keeps its row, group and content, and gets the new
    /// path. Files that the user's own rules exclude are gone. Of the others none is marked as gone if more than half
    /// would be, unless that is accepted. If the index cannot be written, groups that were not worked out yet are left
    /// to the next scan.
    ///
    /// - Parameter judge: as for ``save(_:judge:)``.
    package func finish(
        _ coverage: ScanCoverage, judge: ([PhotoFacts]) -> Judgement
    ) throws(IndexError) -> ScanOutcome {
        try SecondaryIndexes.complete(index)
        var outcome = ScanOutcome()
        try index.writeWithoutWaitingForDisk { db in
            try trustSidecars(in: db)
            let total = try FileTally.load(root: root, in: db).files - rowsMade
            let (lost, elsewhere) = try LostFile.find(coverage, in: db)
            outcome = try settle(lost, of: total, coverage, judge, in: db)
            if concernsFormerFiles {
                let candidates = try FormerFiles.candidates(in: db)
                try EarlierContents.take(to: candidates, in: db)
                // A file that is missing has its row too, if it may come back.
                if outcome.keptBack == 0, elsewhere == 0 { try FormerFiles.endFound(candidates, in: db) }
            }
            counts.returned += try ReturnedFiles.holdEdited(of: self, in: db)
            try along.leave(in: db)
            if coverage.acceptsMissing { try acceptLostCorrections(coverage, judge, in: db) }
            outcome.keptElsewhere = elsewhere
            outcome.markers = coverage.markers
        }
        try index.writeWithoutWaitingForDisk(.notes) { db in
            try settleMarkers(coverage, outcome, in: db)
            if !outcome.isUnmounted { try noteScan(coverage, in: db) }
            try DailyPeaks.note(root: root, at: coverage.now, in: db)
        }
        try index.settleGroups(basis: basis, judge: judge)
        outcome.new = counts.new - outcome.moved
        outcome.changed = counts.changed
        outcome.same = counts.same
        outcome.returned = counts.returned
        return outcome
    }

    /// Ends an import: makes the indexes that the first fill omits, and works out the groups. If the index cannot be
    /// written, what is left is done by the next import or scan.
    ///
    /// - Parameter judge: as for ``save(_:judge:)``.
    package func finishImport(judge: ([PhotoFacts]) -> Judgement) throws(IndexError) {
        try SecondaryIndexes.complete(index)
        try index.settleGroups(basis: basis, judge: judge)
    }

    /// Records destinations' markers, even of a scan that was not completed.
    package func note(_ markers: [MarkerSighting]) throws(IndexError) {
        if markers.isEmpty { return }
        try index.writeWithoutWaitingForDisk(.notes) { try MarkerSightings($0, root: root).note(markers) }
    }

    /// Forgets markers that were not found, unless so many files are missing that something may not be mounted.
    private func settleMarkers(_ coverage: ScanCoverage, _ outcome: ScanOutcome, in db: Database) throws {
        let sightings = MarkerSightings(db, root: root)
        try sightings.note(coverage.markers)
        let mayBeUnmounted = outcome.keptBack + outcome.keptElsewhere > 0
        guard coverage.acceptsMissing || !mayBeUnmounted else { return }
        try sightings.forget(except: coverage.markers) { coverage.fileSystem($0) != nil }
    }

    /// Called once all photos beside the sidecars are saved.
    private func trustSidecars(in db: Database) throws {
        let update = try PreparedQuery(db, "UPDATE file SET isRacy = 0 WHERE id = ?")
        for row in sidecars {
            update.bind(row, at: 1)
            try update.run()
        }
    }

    private func settle(
        _ lost: [LostFile], of total: Int, _ coverage: ScanCoverage, _ judge: ([PhotoFacts]) -> Judgement,
        in db: Database
    ) throws -> ScanOutcome {
        if lost.isEmpty { return ScanOutcome() }
        var outcome = ScanOutcome()
        var tally = FileTally()
        var moves = MovedFiles(lost)
        if rowsMade > 0 { try moves.match(rowsAbove: lastKnownRow, root: root, in: db) }
        let merging = try MoveMerging(db)
        var leaving = try GroupLeaving(db)
        var loose = try LooseDirectories(db, root: root)
        for move in moves.found where try merging.merge(move, leaving: &leaving, loose: &loose, tally: &tally) {
            outcome.moved += 1
        }
        for file in moves.unmatched where try FormerFiles.note(row: file.row, in: db) { concernsFormerFiles = true }
        let leftOut = moves.unmatched.filter(\.isLeftOut)
        let gone = moves.unmatched.filter { !$0.isLeftOut }
        var flagged = leftOut
        if gone.count * 2 > total - leftOut.count, !coverage.acceptsMissing {
            outcome.keptBack = gone.count
            outcome.isUnmounted = rowsMade == 0 && gone.count == total - leftOut.count
        } else {
            flagged += gone
        }
        for file in flagged {
            try loose.add(file.directory[...])
            if file.isGrouped { try leaving.leave(file.row, tally: &tally) }
        }
        let now = try RemovalClock.atLeast(coverage.now, in: db)
        outcome.gone = try flag(flagged, at: now, tally: &tally, in: db)
        try tally.apply(to: root, in: db)
        if try leaving.judgeAnew(judge) { try PhotoIndex.forgetBasis(unless: basis, in: db) }
        return outcome
    }

    /// The photos' own files count again where XMP files are gone that gave places or times.
    private func acceptLostCorrections(
        _ coverage: ScanCoverage, _ judge: ([PhotoFacts]) -> Judgement, in db: Database
    ) throws {
        let find = try PreparedQuery(
            db,
            "SELECT id, assetGroup, path FROM file WHERE sidecarNotes & ?1 AND +root = ?2 AND goneAt IS NULL")
        find.bind(SidecarNotes.lost.rawValue, at: 1)
        find.bind(root, at: 2)
        var found: [(row: Int64, group: Int64)] = []
        try find.forEachRow {
            guard let group = find.optionalInteger(1),
                coverage.fileSystem(Array(LooseDirectories.directory(of: find.bytes(2)))) != nil
            else { return }
            found.append((find.integer(0), group))
        }
        if found.isEmpty { return }
        let update = try PreparedQuery(
            db, "UPDATE file SET sidecarNotes = nullif(sidecarNotes & ~?1, 0) WHERE id = ?2")
        update.bind(SidecarNotes.lost.rawValue, at: 1)
        for (row, _) in found {
            update.bind(row, at: 2)
            try update.run()
        }
        var judging = try GroupJudging(db)
        for group in Set(found.map(\.group)).sorted() { try judging.judgeAnew(group, judge) }
        try PhotoIndex.forgetBasis(unless: basis, in: db)
    }

    /// - Returns: how many of the files are photos.
    private func flag(_ gone: [LostFile], at now: Int64, tally: inout FileTally, in db: Database) throws -> Int {
        let update = try PreparedQuery(db, "UPDATE file SET goneAt = ? WHERE id = ?")
        update.bind(now, at: 1)
        var photos = 0
        for file in gone {
            update.bind(file.row, at: 2)
            try update.run()
            file.uncount(from: &tally)
            guard file.isPhoto else { continue }
            tally.add(.gone, bytes: file.size)
            photos += 1
        }
        return photos
    }

    private func noteScan(_ coverage: ScanCoverage, in db: Database) throws {
        guard coverage.isWholeRoot else { return }
        let note = try PreparedQuery(db, "UPDATE root SET lastScan = ? WHERE id = ?")
        note.bind(coverage.now, at: 1)
        note.bind(root, at: 2)
        try note.run()
        guard coverage.acceptsMissing else { return }
        let accept = try PreparedQuery(db, "UPDATE root SET fileSystem = ?1 WHERE id = ?2 AND fileSystem <> ?1")
        accept.bind(try fileSystems.row(of: coverage.rootFileSystem, in: db), at: 1)
        accept.bind(root, at: 2)
        // What is gone from the old file system would return to the new one.
        try db.run(
            """
            UPDATE file SET fileSystem = \(try fileSystems.row(of: coverage.rootFileSystem, in: db))
            WHERE root = \(root) AND goneAt NOTNULL AND fileSystem = (SELECT fileSystem FROM root WHERE id = \(root))
            """)
        try accept.run()
    }
}
