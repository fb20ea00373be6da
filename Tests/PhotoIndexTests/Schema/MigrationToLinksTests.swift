import PhotoIndex
import SystemPackage
import Testing

/// An index of the fifth schema, whose roots did not say whether their scans follow links.
struct MigrationToLinksTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write([], to: directory.index)
        try Version5.make(at: directory.index)
    }

    private func schema(_ directory: TemporaryDirectory) throws -> [String] {
        try values(
            "SELECT name || coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY 1",
            in: directory.index)
    }

    @Test func `It equals a new index, and no link is followed before a scan does`() throws {
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(try index.checkIntegrity() == [])
        let root = try #require(try index.roots().first)
        #expect(!root.followsLinks)
        let fresh = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: fresh.index, owner: Library.owner)).scan([still("a.jpg", 1)])
        #expect(try schema(directory) == schema(fresh))
        try index.setFollowsLinks(true, root: root.id)
        #expect(try index.roots().map(\.followsLinks) == [true])
    }

    @Test func `A reader sees it unchanged, and changes nothing`() throws {
        let before = try directory.snapshot(except: "-shm")
        let index = try PhotoIndex.open(forReadingAt: directory.index, owner: Library.owner)
        #expect(try index.roots().map(\.followsLinks) == [false])
        #expect(try directory.snapshot(except: "-shm") == before)
    }
}
