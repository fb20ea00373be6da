import GRDB
import PhotoModel

/// A row of `file` with its verdict, before a scan updates it.
struct FileRow {
    let isGone: Bool
    let reading: FileReading
    let readerVersion: Int
    let fileSystem: Int64
    /// The group, and whether there are others in it: current, or once the file has left it.
    var group: Int64?
    var isGrouped: Bool
    let role: Photo.Member.Role?
    let content: Int64?
    let judgement: Judgement?

    private static let sql = """
        SELECT f.goneAt, f.assetGroup, f.content, f.hasCompany, f.role, v.verdict, v.reason, v.fence, v.distance,
          \(FileColumns.list(FileColumns.reading + FileColumns.facts, of: "f"))
        FROM file f LEFT JOIN verdict v ON v.assetGroup = f.assetGroup WHERE f.id = ?
        """

    /// Nil if there is no such row, or one that only a newer version understands.
    init?(_ row: Int64, in db: Database) throws {
        let query = try PreparedQuery(db, Self.sql)
        query.bind(row, at: 1)
        defer { query.reset() }
        guard try query.step(), let content = try query.content(from: 17, cameras: { try Self.camera($0, in: db) })
        else { return nil }
        isGone = !query.isNull(0)
        group = query.optionalInteger(1)
        self.content = query.optionalInteger(2)
        isGrouped = query.bool(3)
        role = query.text(4).flatMap(Photo.Member.Role.init)
        judgement = query.judgement(from: 5)
        readerVersion = Int(query.integer(14))
        fileSystem = query.integer(15)
        reading = FileReading(
            fingerprint: query.fingerprint(from: 9), isRacy: query.bool(13),
            digest: UInt64(bitPattern: query.integer(16)), content: content)
    }

    /// The kinds that the file counts as: see ``FileTally``.
    var kinds: [FileTally.Kind] {
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

/// A known file that is missing although its directory was read completely, on the file system it was on.
struct LostFile {
    let row: Int64
    /// A hash of what must agree for a file to have moved; nil if its file system does not keep inodes.
    let moveKey: Int?
    /// Whether there are others in its group.
    let isGrouped: Bool
    /// The directory it was in, below the root.
    let directory: [UInt8]
    /// Whether the user's own rules exclude it, so that it is not missed.
    let isLeftOut: Bool
    private let counted: CountedFile

    private static let sql = """
        SELECT f.path, f.size, f.modified, f.inode, f.digest, f.fileSystem, s.name, s.keepsInodes, f.state, v.verdict,
          f.hasCompany
        FROM file f JOIN fileSystem s ON s.id = f.fileSystem LEFT JOIN verdict v ON v.assetGroup = f.assetGroup
        WHERE f.id = ? AND f.goneAt IS NULL
        """

    /// The lost ones among the files that a walk did not see, and the number of others whose file system is missing.
    static func find(_ coverage: ScanCoverage, in db: Database) throws -> (lost: [LostFile], elsewhere: Int) {
        let query = try PreparedQuery(db, sql)
        var directory: (path: [UInt8], fileSystem: FileSystemIdentity?)?
        var lost: [LostFile] = []
        var elsewhere = 0
        for row in coverage.unseen.sorted() {
            query.bind(row, at: 1)
            try query.forEachRow {
                let path = query.bytes(0)
                let parent = LooseDirectories.directory(of: path)
                if directory.map({ $0.path.elementsEqual(parent) }) != true {
                    directory = (Array(parent), coverage.fileSystem(Array(parent)))
                }
                guard let directory, let found = directory.fileSystem else { return }
                if coverage.acceptsMissing || found.name == query.text(6) {
                    lost.append(LostFile(row, query, directory.path, isLeftOut: coverage.isLeftOut(path)))
                } else {
                    elsewhere += 1
                }
            }
        }
        return (lost, elsewhere)
    }

    private init(_ row: Int64, _ query: PreparedQuery, _ directory: [UInt8], isLeftOut: Bool) {
        self.row = row
        self.directory = directory
        isGrouped = query.bool(10)
        self.isLeftOut = isLeftOut
        moveKey = query.bool(7) ? Self.moveKey(query, from: 1) : nil
        counted = CountedFile(
            state: query.text(8), verdict: query.text(9).flatMap(Verdict.init), size: query.integer(1))
    }

    var isPhoto: Bool { counted.isPhoto }
    var size: Int64 { counted.size }

    /// Subtracts the file from the counts of existing files, together with its group, in which there is no other by
    /// now.
    func uncount(from tally: inout FileTally) {
        counted.uncount(from: &tally)
        if isPhoto { tally[.group].count -= 1 }
    }

    /// Of the columns size, modified, inode, digest, fileSystem.
    static func moveKey(_ query: PreparedQuery, from first: Int32) -> Int {
        var hasher = Hasher()
        for column in first..<first + 5 { hasher.combine(query.integer(column)) }
        return hasher.finalize()
    }
}

/// What a file counts as: see ``FileTally``. The group of a photo counts by itself, with the photo's bytes.
struct CountedFile {
    let isPhoto: Bool
    let size: Int64
    /// What it counts as while it is there.
    private let kind: FileTally.Kind

    /// - Parameters:
    ///   - state: the word of its row.
    ///   - size: bytes.
    init(state: String?, verdict: Verdict?, size: Int64) {
        isPhoto = state == "photo"
        self.size = size
        kind =
            switch state {
            case "photo": .verdict(verdict ?? .unsure)
            case "sidecar": .sidecar
            case "other": .other
            default: .broken
            }
    }

    /// Subtracts it from the counts of existing files.
    func uncount(from tally: inout FileTally) {
        tally.remove(kind, bytes: size)
        if isPhoto { tally[.group].bytes -= size }
    }

    func count(in tally: inout FileTally) {
        tally.add(kind, bytes: size)
        if isPhoto { tally[.group].bytes += size }
    }
}
