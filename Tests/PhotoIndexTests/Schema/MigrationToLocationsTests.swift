import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// An index of the eighth schema, which knew only the path of a copy, with an upload under way.
struct MigrationToLocationsTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write([], to: directory.index)
        try Version8.make(at: directory.index)
        try execute(
            """
            INSERT INTO action (id, run, kind, assetGroup, state, destination) VALUES (11, 7, 'upload', 2, 'running', 1);
            INSERT INTO actionMember (action, place, path, role, size, modified, changed, inode, target, ticket) VALUES
              (11, 0, CAST('/photos/b.jpg' AS BLOB), 'still', 1002, 2, 2, 2, CAST('Office/b.jpg' AS BLOB), '.part');
            """, in: directory.index)
    }

    @Test func `The read part of its list of receipts is still known`() throws {
        try execute("UPDATE destination SET listed = 77 WHERE id = 1", in: directory.index)
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(try index.listed(ofDestination: 1) == ["receipts.ndjson": 77])
    }

    private func schema(_ directory: TemporaryDirectory) throws -> [String] {
        try values(
            "SELECT name || coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY 1",
            in: directory.index)
    }

    private func check(_ index: PhotoIndex) throws {
        let upload = try #require(try index.underWay(.upload).first)
        #expect(upload.members.map(\.target) == ["Office/b.jpg"])
        #expect(upload.members.map(\.ticket) == [".part"])
    }

    @Test func `It equals a new index, and its upload is still in progress`() throws {
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(try index.checkIntegrity() == [])
        try check(index)
        let fresh = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: fresh.index, owner: Library.owner)).scan([still("a.jpg", 1)])
        #expect(try schema(directory) == schema(fresh))
    }

    @Test func `A reader sees it unchanged, and changes nothing`() throws {
        let before = try directory.snapshot(except: "-shm")
        try check(PhotoIndex.open(forReadingAt: directory.index, owner: Library.owner))
        #expect(try directory.snapshot(except: "-shm") == before)
    }
}
