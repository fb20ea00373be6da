import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// An index of the eighth schema, whose SQL indexes did not cover verdicts, nor cameras and groups by size.
struct MigrationToOrdersTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write([], to: directory.index)
        try Version8.make(at: directory.index)
    }

    private func schema(_ directory: TemporaryDirectory) throws -> [String] {
        try values(
            "SELECT name || coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY 1",
            in: directory.index)
    }

    /// Except one that existed before the first scan.
    private static let indexes = """
        SELECT name FROM sqlite_schema
        WHERE type = 'index' AND tbl_name IN ('file', 'verdict') AND sql NOTNULL AND name != 'fileGone'
        """

    @Test func `It equals a new index, and lists the same photos`() throws {
        let paths = try Library.paths(in: PhotoIndex.open(forReadingAt: directory.index, owner: Library.owner))
        #expect(paths.count == 2)
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(try index.checkIntegrity() == [])
        #expect(try Library.paths(in: index) == paths)
        let fresh = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: fresh.index, owner: Library.owner)).scan([still("a.jpg", 1)])
        #expect(try schema(directory) == schema(fresh))
    }

    @Test func `If the first scan is running, that makes the indexes`() throws {
        for name in try values(Self.indexes, in: directory.index) where name != "fileSize" {
            try execute("DROP INDEX \(name)", in: directory.index)
        }
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(try values(Self.indexes, in: directory.index).isEmpty)
        #expect(try Library.paths(in: index).count == 2)
    }

    @Test func `A reader sees it unchanged, and changes nothing`() throws {
        let before = try directory.snapshot(except: "-shm")
        let index = try PhotoIndex.open(forReadingAt: directory.index, owner: Library.owner)
        var work = PhotoSelection()
        (work.verdicts, work.order) = ([.work], .size)
        #expect(try Library.paths(work, in: index).count == 1)
        #expect(try directory.snapshot(except: "-shm") == before)
    }
}
