import GRDB
import PhotoModel
import SystemPackage

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

    /// Where the database can tell, in one row; else photo by photo.
    func count() throws -> UploadCandidate.LeftOut {
        if selection.verdicts.isEmpty { return UploadCandidate.LeftOut() }
        let cameras = try CameraNames(db)
        let rows = try SelectedRows(selection, filter: filter, columns: Self.columns, place: 2, cameras: cameras, db)
        if rows.areFew || !filter.isEmpty { return try counted(rows) }
        return try counted(PhotoQuery(selection, cameras: cameras, columns: Self.counts))
    }

    /// Groups with one photo by themselves: the numbers of others are few enough to be told apart.
    private static let counts = [Verdict.personal, .unsure].map { verdict in
        """
        total(v.verdict = '\(verdict.rawValue)' AND NOT f.hasCompany)
          + count(DISTINCT CASE WHEN f.hasCompany AND v.verdict = '\(verdict.rawValue)' THEN f.assetGroup END)
        """
    }.joined(separator: ", ")

    private func counted(_ query: PhotoQuery) throws -> UploadCandidate.LeftOut {
        let all = try query.prepareUnordered(in: db)
        let counts = try all.first { (Int(all.integer(0)), Int(all.integer(1))) }
        return UploadCandidate.LeftOut(personal: counts?.0 ?? 0, unsure: counts?.1 ?? 0)
    }

    private static let columns = "f.root, f.path, f.latitude, f.longitude, f.hasCompany, f.assetGroup, v.verdict"

    private func counted(_ rows: SelectedRows) throws -> UploadCandidate.LeftOut {
        var groups: Set<Int64> = []
        var counts: [Verdict: Int] = [:]
        try rows.forEachInAnyOrder { row in
            guard let verdict = row.text(6).flatMap(Verdict.init),
                !row.bool(4) || groups.insert(row.integer(5)).inserted
            else { return }
            counts[verdict, default: 0] += 1
        }
        return UploadCandidate.LeftOut(personal: counts[.personal] ?? 0, unsure: counts[.unsure] ?? 0)
    }
}
