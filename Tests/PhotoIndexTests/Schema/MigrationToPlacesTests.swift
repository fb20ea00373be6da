import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// An index of the seventh schema, whose caps on removals were lost with their roots.
struct MigrationToPlacesTests {
    private static let day: Int64 = 86_400 * 1_000_000_000
    private let directory: TemporaryDirectory

    /// The root had 50 photos on one day and 40 on the next, another one 8 on the first.
    init() throws {
        directory = try TemporaryDirectory()
        try directory.write([], to: directory.index)
        try Version7.make(at: directory.index)
        try execute(
            """
            INSERT INTO root (path, fileSystem, added) SELECT CAST('/card' AS BLOB), fileSystem, 5 FROM root;
            INSERT INTO rootPeak SELECT id, 3, 50 FROM root WHERE path = CAST('/photos' AS BLOB);
            INSERT INTO rootPeak SELECT id, 4, 40 FROM root WHERE path = CAST('/photos' AS BLOB);
            INSERT INTO rootPeak SELECT id, 3, 8 FROM root WHERE path = CAST('/card' AS BLOB)
            """, in: directory.index)
    }

    private func schema(_ directory: TemporaryDirectory) throws -> [String] {
        try values(
            "SELECT name || coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY 1",
            in: directory.index)
    }

    private func writing() throws -> PhotoIndex {
        try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
    }

    @Test func `It equals a new index`() throws {
        #expect(try writing().checkIntegrity() == [])
        let fresh = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: fresh.index, owner: Library.owner)).scan([still("a.jpg", 1)])
        #expect(try schema(directory) == schema(fresh))
    }

    @Test func `Every root is a place, and its past sizes and the total are still known`() throws {
        let index = try writing()
        #expect(
            try values("SELECT CAST(path AS TEXT) FROM place WHERE until IS NULL ORDER BY 1", in: directory.index)
                == ["/card", "/photos"])
        let caps = try index.removalCaps(since: 3 * Self.day)
        #expect(caps.places.map(\.path) == ["/card", "/photos"])
        #expect(caps.places.map(\.largest) == [8, 50])
        #expect(caps.library.largest == 58)
        #expect(try index.removalCaps(since: 4 * Self.day).library.largest == 40)
    }

    @Test func `Earlier removals count for the root that they were in`() throws {
        try execute(
            """
            INSERT INTO action (id, run, kind, assetGroup, state, concludedAt) VALUES (30, 7, 'purge', 1, 'done', 40);
            INSERT INTO actionMember (action, place, path, role, size, modified, changed, inode)
            VALUES (30, 0, CAST('/photos/z.jpg' AS BLOB), 'still', 1, 1, 1, 1)
            """, in: directory.index)
        #expect(try writing().removalCaps(since: 30).places.map(\.removed) == [0, 1])
    }

    @Test func `A reader sees it unchanged, and changes nothing`() throws {
        let before = try directory.snapshot(except: "-shm")
        let index = try PhotoIndex.open(forReadingAt: directory.index, owner: Library.owner)
        #expect(try index.removalCaps(since: 3 * Self.day).library.largest == 58)
        #expect(try directory.snapshot(except: "-shm") == before)
    }
}
