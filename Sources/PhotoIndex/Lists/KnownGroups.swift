import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// Passes each work group with a photo in a selection to `body`, until `body` returns false; each once, in the
    /// selection's order by its first photo there. Sidecars of every format are among its members.
    ///
    /// One group at a time is in memory, plus the numbers of the groups of several that were passed. `body` sees the
    /// state of the index at the first group. Groups and verdicts are used as they are: the caller has them settled and
    /// judged before.
    ///
    /// - Parameters:
    ///   - selection: which photos, in which order. Its limit counts groups that are passed to `body`. If it has
    ///     verdicts without work, there are none.
    ///   - body: returns whether to go on.
    /// - Returns: how many groups of the selection are not work, whether or not `body` ended the iteration.
    package func workGroups(
        matching selection: PhotoSelection, _ detail: GroupDetail, _ body: (KnownGroup) throws -> Bool
    ) throws -> KnownGroup.LeftOut {
        var failure: (any Error)?
        let leftOut = try read { db in
            let filter = PhotoFilter(selection)
            try WorkGroupStream(selection, filter: filter, detail, db).run { group in
                do {
                    return try body(group)
                } catch {
                    failure = error
                    return false
                }
            }
            return failure == nil ? try LeftOutGroups(selection, filter: filter, db).count() : KnownGroup.LeftOut()
        }
        if let failure { throw failure }
        return leftOut
    }

    /// The groups of the photos or sidecars at paths, whatever their verdicts, in one state of the index.
    ///
    /// - Parameter paths: as for ``photo(at:)``.
    /// - Returns: for each, in order, its group; nil if the index has none there, or if it is gone, or if it has
    ///   not been judged.
    package func groups(ofFilesAt paths: [FilePath], _ detail: GroupDetail) throws(IndexError) -> [KnownGroup?] {
        try read { db in
            let finder = try FileFinder(db)
            let row = try KnownGroupRow(db, cameras: CameraNames(db), detail)
            return try paths.map { path in
                guard let group = try finder.file(at: path.bytes)?.group else { return nil }
                let known = try row.group(group)
                // A file that is gone is still in a group.
                return known?.members.contains { $0.path == path } == true ? known : nil
            }
        }
    }

    /// The group of the photo or sidecar at a path.
    ///
    /// - Parameter path: as for ``photo(at:)``.
    /// - Returns: as ``groups(ofFilesAt:_:)``.
    package func group(ofFileAt path: FilePath, _ detail: GroupDetail) throws(IndexError) -> KnownGroup? {
        try groups(ofFilesAt: [path], detail)[0]
    }

    /// Has the next scan read a file again, although its status has not changed.
    ///
    /// - Parameter path: as for ``photo(at:)``.
    package func distrust(_ path: FilePath) throws(IndexError) {
        try write { db in
            guard let row = try FileFinder(db).file(at: path.bytes)?.row else { return }
            try db.execute(sql: "UPDATE file SET isRacy = 1 WHERE id = ?", arguments: [row])
        }
    }
}

/// The work groups of a selection, in its order. A class, since a value would be copied for each row.
final class WorkGroupStream {
    private let selection: PhotoSelection
    private let rows: SelectedRows
    private let row: KnownGroupRow

    init(_ selection: PhotoSelection, filter: PhotoFilter, _ detail: GroupDetail, _ db: Database) throws {
        var work = selection
        work.verdicts = [.work]
        self.selection = selection
        let cameras = try CameraNames(db)
        row = try KnownGroupRow(db, cameras: cameras, detail)
        rows = try SelectedRows(
            work, filter: filter, columns: KnownGroupRow.columns(detail, db),
            place: KnownGroupRow.placeColumn, cameras: cameras, db)
    }

    func run(_ body: (KnownGroup) -> Bool) throws {
        guard selection.verdicts.isEmpty || selection.verdicts.contains(.work) else { return }
        var left = selection.limit ?? .max
        if left == 0 { return }
        var given: Set<Int64> = []
        try rows.forEach { photo in
            guard let group = try group(photo, given: &given) else { return true }
            left -= 1
            return body(group) && left > 0
        }
    }

    /// The group of the photo in a row, unless it was passed before.
    private func group(_ photo: PreparedQuery, given: inout Set<Int64>) throws -> KnownGroup? {
        guard KnownGroupRow.isGrouped(photo) else { return try row.single(photo) }
        let group = KnownGroupRow.group(photo)
        return given.insert(group).inserted ? try row.group(group) : nil
    }
}

/// Counts the groups of a selection that are not work.
struct LeftOutGroups {
    private let selection: PhotoSelection
    private let filter: PhotoFilter
    private let db: Database

    init(_ selection: PhotoSelection, filter: PhotoFilter, _ db: Database) {
        var others = selection
        let all: Set<Verdict> = [.personal, .unsure]
        others.verdicts = selection.verdicts.isEmpty ? all : selection.verdicts.intersection(all)
        others.limit = nil
        self.selection = others
        self.filter = filter
        self.db = db
    }

    /// In one row if the database can count them; otherwise photo by photo.
    func count() throws -> KnownGroup.LeftOut {
        if selection.verdicts.isEmpty { return KnownGroup.LeftOut() }
        let cameras = try CameraNames(db)
        let rows = try SelectedRows(selection, filter: filter, columns: Self.columns, place: 2, cameras: cameras, db)
        if rows.areFew || !filter.isEmpty { return try counted(rows) }
        return try counted(PhotoQuery(selection, cameras: cameras, columns: Self.counts, taken: TakenColumn(db)))
    }

    /// Groups of one photo; groups of several are few enough to be distinguished by their numbers.
    private static let counts = [Verdict.personal, .unsure].map { verdict in
        """
        total(v.verdict = '\(verdict.rawValue)' AND NOT f.hasCompany)
          + count(DISTINCT CASE WHEN f.hasCompany AND v.verdict = '\(verdict.rawValue)' THEN f.assetGroup END),
        total(v.verdict = '\(verdict.rawValue)')
        """
    }.joined(separator: ", ")

    private func counted(_ query: PhotoQuery) throws -> KnownGroup.LeftOut {
        let all = try query.prepareUnordered(in: db)
        return try all.first {
            KnownGroup.LeftOut(
                personal: Int(all.integer(0)), unsure: Int(all.integer(2)), personalPhotos: Int(all.integer(1)),
                unsurePhotos: Int(all.integer(3)))
        } ?? KnownGroup.LeftOut()
    }

    private static let columns = "f.root, f.path, f.latitude, f.longitude, f.hasCompany, f.assetGroup, v.verdict"

    private func counted(_ rows: SelectedRows) throws -> KnownGroup.LeftOut {
        var groups: Set<Int64> = []
        var (counts, photos): ([Verdict: Int], [Verdict: Int]) = ([:], [:])
        try rows.forEachInAnyOrder { row in
            guard let verdict = row.text(6).flatMap(Verdict.init) else { return }
            photos[verdict, default: 0] += 1
            if !row.bool(4) || groups.insert(row.integer(5)).inserted { counts[verdict, default: 0] += 1 }
        }
        return KnownGroup.LeftOut(
            personal: counts[.personal] ?? 0, unsure: counts[.unsure] ?? 0, personalPhotos: photos[.personal] ?? 0,
            unsurePhotos: photos[.unsure] ?? 0)
    }
}
