import GRDB
import PhotoModel

/// A known file whose directory was read to the end, on the file system it was on, and did not hold it.
struct LostFile {
    let row: Int64
    /// A hash of what must agree for a file to have moved; nil where its file system makes inodes anew.
    let moveKey: Int?
    /// Whether others are in its group.
    let hasCompany: Bool
    /// The directory it was in, below the root.
    let directory: [UInt8]
    /// Whether it is not missed: the user's own rules leave it out.
    let isLeftOut: Bool
    private let counted: CountedFile

    private static let sql = """
        SELECT f.path, f.size, f.modified, f.inode, f.digest, f.fileSystem, s.name, s.keepsInodes, f.state, v.verdict,
          f.hasCompany
        FROM file f JOIN fileSystem s ON s.id = f.fileSystem LEFT JOIN verdict v ON v.assetGroup = f.assetGroup
        WHERE f.id = ? AND f.goneAt IS NULL
        """

    /// The lost ones among the files that a walk did not come across, and how many of the others lay on a file system
    /// that is not where they were.
    static func find(_ coverage: ScanCoverage, in db: Database) throws -> (lost: [LostFile], elsewhere: Int) {
        let query = try PreparedQuery(db, sql)
        var directory: (path: [UInt8], fileSystem: FileSystemIdentity?)?
        var lost: [LostFile] = []
        var elsewhere = 0
        for row in coverage.unseen.sorted() {
            query.bind(row, at: 1)
            try query.forEachRow {
                let path = query.bytes(0)
                let parent = path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
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
        hasCompany = query.bool(10)
        self.isLeftOut = isLeftOut
        moveKey = query.bool(7) ? Self.moveKey(query, from: 1) : nil
        counted = CountedFile(
            state: query.text(8), verdict: query.text(9).flatMap(Verdict.init), size: query.integer(1))
    }

    var isPhoto: Bool { counted.isPhoto }
    var size: Int64 { counted.size }

    /// Takes the file off the counts of those that are there, with its group: none other is in it by now.
    func uncount(from tally: inout Tally) {
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
