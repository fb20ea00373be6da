import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// An index of the fourteenth schema, whose index of positions had neither accuracies nor groups.
struct MigrationToNearGroupsTests {
    private let directory: TemporaryDirectory
    private let schema: [String]

    init() throws {
        directory = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)).scan([photo("a.jpg")])
        schema = try Self.schema(directory)
        try execute(
            """
            DROP INDEX fileNear;
            CREATE INDEX fileNear ON file (CAST(latitude * 10 AS INTEGER), longitude, latitude)
              WHERE latitude IS NOT NULL;
            DELETE FROM grdb_migrations WHERE identifier = '15';
            PRAGMA user_version = 14;
            """, in: directory.index)
    }

    private static func schema(_ directory: TemporaryDirectory) throws -> [String] {
        try values("SELECT name || ifnull(sql, '') FROM sqlite_schema ORDER BY 1", in: directory.index)
    }

    @Test func `It equals a new index`() throws {
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(try index.checkIntegrity() == [])
        #expect(try Self.schema(directory) == schema)
    }

    @Test func `Where RAWs or clips are, groups are worked out again`() throws {
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(try !index.hasLooseGroups())
        try Library(index).scan([still("b/I.jpg", 2), clip("b/I.mov", 3)])
        try execute(
            """
            DELETE FROM grdb_migrations WHERE identifier = '17'; PRAGMA user_version = 16;
            ALTER TABLE cameraOffset DROP COLUMN source;
            """, in: directory.index)
        #expect(try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner).hasLooseGroups())
        #expect(
            try values("SELECT CAST(path AS TEXT) FROM looseDirectory WHERE NOT isForLater", in: directory.index) == [
                "b"
            ])
    }

    @Test func `If the first scan is running, that makes the index`() throws {
        try execute("DROP INDEX fileTaken", in: directory.index)
        _ = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(try Self.schema(directory).allSatisfy { !$0.hasPrefix("fileNear") })
    }

    @Test func `A reader finds photos near a place, and changes nothing`() throws {
        let before = try directory.snapshot(except: "-shm")
        let index = try PhotoIndex.open(forReadingAt: directory.index, owner: Library.owner)
        var near = PhotoSelection()
        near.near = .init(center: try #require(Coordinate(latitude: 47, longitude: 8)), meters: 500)
        #expect(try Library.paths(near, in: index) == ["/photos/a.jpg"])
        #expect(try directory.snapshot(except: "-shm") == before)
    }
}
