import GRDB
import PhotoModel

/// A row of `file` with its verdict, as it stands before a scan writes it anew.
struct FileRow {
    let isGone: Bool
    let reading: FileReading
    let readerVersion: Int
    let fileSystem: Int64
    /// The group, and whether others are in it: as it stands, or as it is once the file has left it.
    var group: Int64?
    var hasCompany: Bool
    let role: Photo.Member.Role?
    let content: Int64?
    let judgement: Judgement?

    private static let sql = """
        SELECT f.goneAt, f.assetGroup, f.content, f.hasCompany, f.role, v.verdict, v.reason, v.fence, v.distance,
          \(FileColumns.list(FileColumns.reading + FileColumns.facts, of: "f"))
        FROM file f LEFT JOIN verdict v ON v.assetGroup = f.assetGroup WHERE f.id = ?
        """

    /// Nil where there is no such row, or one that only a newer version understands.
    init?(_ row: Int64, in db: Database) throws {
        let query = try PreparedQuery(db, Self.sql)
        query.bind(row, at: 1)
        defer { query.reset() }
        guard try query.step(), let content = try query.content(from: 17, cameras: { try Self.camera($0, in: db) })
        else { return nil }
        isGone = !query.isNull(0)
        group = query.optionalInteger(1)
        self.content = query.optionalInteger(2)
        hasCompany = query.bool(3)
        role = query.text(4).flatMap(Photo.Member.Role.init)
        judgement = query.judgement(from: 5)
        readerVersion = Int(query.integer(14))
        fileSystem = query.integer(15)
        reading = FileReading(
            fingerprint: query.fingerprint(from: 9), isRacy: query.bool(13),
            digest: UInt64(bitPattern: query.integer(16)), content: content)
    }

    /// What the file counts as: see ``Tally``.
    var kinds: [Tally.Kind] {
        switch reading.content {
        case .photo: isGone ? [.gone] : [.verdict(judgement?.verdict ?? .unsure), .group]
        case .sidecar: isGone ? [] : [.sidecar]
        case .other: isGone ? [] : [.other]
        case .broken: isGone ? [] : [.broken]
        }
    }

    private static func camera(_ row: Int64, in db: Database) throws -> CameraName {
        let query = try PreparedQuery(db, "SELECT make, model FROM camera WHERE id = ?")
        query.bind(row, at: 1)
        return try query.first { CameraName(make: query.text(0), model: query.text(1)) } ?? CameraName()
    }
}
