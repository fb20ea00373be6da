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
        return filter.isEmpty ? try counted() : try countedOneByOne()
    }

    private func counted() throws -> UploadCandidate.LeftOut {
        let columns = [Verdict.personal, .unsure].map { verdict in
            """
            total(v.verdict = '\(verdict.rawValue)' AND NOT f.hasCompany)
              + count(DISTINCT CASE WHEN f.hasCompany AND v.verdict = '\(verdict.rawValue)' THEN f.assetGroup END)
            """
        }
        let query = try query(columns.joined(separator: ", "))
        let counts = try query.first { (Int(query.integer(0)), Int(query.integer(1))) }
        return UploadCandidate.LeftOut(personal: counts?.0 ?? 0, unsure: counts?.1 ?? 0)
    }

    private func countedOneByOne() throws -> UploadCandidate.LeftOut {
        let paths = try rootPaths()
        let query = try query("f.root, f.path, f.latitude, f.longitude, f.hasCompany, f.assetGroup, v.verdict")
        var groups: Set<Int64> = []
        var counts: [Verdict: Int] = [:]
        try query.forEachRow {
            let path = unsafe query.withBytes(1) { bytes in
                unsafe FilePath(root: paths[query.integer(0)] ?? [], below: bytes)
            }
            var place: Coordinate?
            if let latitude = query.optionalDouble(2), let longitude = query.optionalDouble(3) {
                place = Coordinate(latitude: latitude, longitude: longitude)
            }
            guard filter.passes(place, path), let verdict = query.text(6).flatMap(Verdict.init),
                !query.bool(4) || groups.insert(query.integer(5)).inserted
            else { return }
            counts[verdict, default: 0] += 1
        }
        return UploadCandidate.LeftOut(personal: counts[.personal] ?? 0, unsure: counts[.unsure] ?? 0)
    }

    private func query(_ columns: String) throws -> PreparedQuery {
        try PhotoQuery(
            selection, cameras: CameraNames(db), narrowing: Narrowing.choose(selection, db), columns: columns
        ).prepareUnordered(in: db)
    }

    private func rootPaths() throws -> [Int64: [UInt8]] {
        let query = try PreparedQuery(db, "SELECT id, path FROM root")
        var paths: [Int64: [UInt8]] = [:]
        try query.forEachRow { paths[query.integer(0)] = query.bytes(1) }
        return paths
    }
}
