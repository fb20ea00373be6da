import GRDB
import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// The orders of `list` come from indexes, not from sorting every photo.
struct QueryPlanTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
            .scan((1...50).map { photo("\($0).jpg", $0, taken: Int64($0)) })
    }

    private static let photos = """
        FROM file f CROSS JOIN root r ON r.id = f.root LEFT JOIN verdict v ON v.assetGroup = f.assetGroup
        WHERE f.state = 'photo' AND f.goneAt IS NULL
        """

    @Test(arguments: [
        ("ORDER BY f.takenAt NULLS LAST, r.path || x'2f', f.path LIMIT 5", "fileTaken"),
        ("ORDER BY f.takenAt DESC NULLS LAST, r.path || x'2f' DESC, f.path DESC LIMIT 5", "fileTaken"),
        ("AND f.takenAt >= 5 AND f.takenAt < 9 ORDER BY f.takenAt NULLS LAST, r.path || x'2f', f.path", "fileTaken"),
        ("ORDER BY f.size, r.path || x'2f', f.path LIMIT 5", "fileSize"),
        ("AND f.root = 1 ORDER BY f.path LIMIT 5", "filePath"),
    ])
    func `An order comes from its index`(order: String, index: String) throws {
        let plan = try values("EXPLAIN QUERY PLAN SELECT f.size \(Self.photos) \(order)", in: directory.index)
        #expect(plan.first?.contains("USING INDEX \(index)") == true, "\(plan)")
        #expect(!plan.contains("USE TEMP B-TREE FOR ORDER BY"), "\(plan)")
    }

    @Test func `The members of a group come from an index`() throws {
        let plan = try values("EXPLAIN QUERY PLAN SELECT size FROM file WHERE assetGroup = 5", in: directory.index)
        #expect(plan == ["SEARCH file USING INDEX fileGroup (assetGroup=?)"])
    }
}
