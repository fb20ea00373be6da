import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// Passes each work group with a photo in a selection to `body`, until `body` returns false; each once, in the
    /// selection's order by its first photo there.
    ///
    /// One group at a time is in memory, plus the numbers of the groups of several that were passed. `body` sees the
    /// state of the index at the first group. Groups and verdicts are used as they are: the caller has them settled and
    /// judged before.
    ///
    /// - Parameters:
    ///   - selection: which photos, in which order. Its limit counts groups that are passed to `body`. If it has
    ///     verdicts without work, there are none.
    ///   - destination: the row of the destination whose receipts are looked up; nil for none.
    ///   - body: returns whether to go on.
    /// - Returns: how many groups of the selection are not work, whether or not `body` ended the iteration.
    /// - Throws: what `body` throws, and `IndexError`.
    package func uploadCandidates(
        matching selection: PhotoSelection, destination: Int64?, _ body: (KnownGroup) throws -> Bool
    ) throws -> KnownGroup.LeftOut {
        var failure: (any Error)?
        let leftOut = try read { db in
            let filter = PhotoFilter(selection)
            let stream = try CandidateStream(selection, filter: filter, destination: destination, db)
            try stream.run { candidate in
                do {
                    return try body(candidate)
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

    /// The group of the photo or sidecar at a path, whatever its verdict; nil if the index has none there, or if it
    /// is gone, or if it has not been judged.
    ///
    /// - Parameters:
    ///   - path: as for ``photo(at:)``.
    ///   - destination: as for ``uploadCandidates(matching:destination:_:)``.
    /// - Returns: the group.
    /// - Throws: `IndexError` where the index cannot be read.
    package func uploadCandidate(
        ofGroupOf path: FilePath, destination: Int64?
    ) throws(IndexError) -> KnownGroup? {
        try uploadCandidates(ofGroupsOf: [path], destination: destination).first ?? nil
    }

    /// The same for many paths, in one state of the index; faster than one by one.
    ///
    /// - Parameters:
    ///   - paths: as for ``photo(at:)``.
    ///   - destination: as for ``uploadCandidates(matching:destination:_:)``.
    /// - Returns: a group or nil for each, in order.
    /// - Throws: `IndexError` where the index cannot be read.
    package func uploadCandidates(
        ofGroupsOf paths: [FilePath], destination: Int64?
    ) throws(IndexError) -> [KnownGroup?] {
        try read { try Self.uploadCandidates(ofGroupsOf: paths, destination: destination, in: $0) }
    }

    static func uploadCandidates(
        ofGroupsOf paths: [FilePath], destination: Int64?, in db: Database
    ) throws -> [KnownGroup?] {
        let finder = try FileFinder(db)
        let row = try CandidateRow(db, cameras: CameraNames(db), destination: destination)
        return try paths.map { path in
            guard let group = try finder.file(at: path.bytes)?.group else { return nil }
            let candidate = try row.candidate(ofGroup: group)
            // A file that is gone is still in a group.
            return candidate?.members.contains { $0.path == path } == true ? candidate : nil
        }
    }
}

/// The work groups of a selection, in its order. A class, since a value would be copied for each row.
final class CandidateStream {
    private let selection: PhotoSelection
    private let rows: SelectedRows
    private let row: CandidateRow

    init(_ selection: PhotoSelection, filter: PhotoFilter, destination: Int64?, _ db: Database) throws {
        var work = selection
        work.verdicts = [.work]
        self.selection = selection
        let cameras = try CameraNames(db)
        row = try CandidateRow(db, cameras: cameras, destination: destination)
        rows = try SelectedRows(
            work, filter: filter, columns: CandidateRow.columns(destination: destination, db),
            place: CandidateRow.placeColumn, cameras: cameras, db)
    }

    func run(_ body: (KnownGroup) -> Bool) throws {
        guard selection.verdicts.isEmpty || selection.verdicts.contains(.work) else { return }
        var left = selection.limit ?? .max
        if left == 0 { return }
        var given: Set<Int64> = []
        try rows.forEach { photo in
            guard let candidate = try candidate(photo, given: &given) else { return true }
            left -= 1
            return body(candidate) && left > 0
        }
    }

    /// The group of the photo in a row, unless it was passed before.
    private func candidate(_ photo: PreparedQuery, given: inout Set<Int64>) throws -> KnownGroup? {
        guard CandidateRow.isGrouped(photo) else { return row.single(photo) }
        let group = CandidateRow.group(photo)
        return given.insert(group).inserted ? try row.candidate(ofGroup: group) : nil
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
