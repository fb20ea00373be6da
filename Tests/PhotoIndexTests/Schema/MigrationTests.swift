import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// An index of the first schema: writers migrate it, readers migrate a copy in memory.
struct MigrationTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write([], to: directory.index)
        try Version1.make(at: directory.index)
    }

    @Test func `A reader sees all of it and changes nothing`() throws {
        let before = try directory.snapshot(except: "-shm")
        let index = try PhotoIndex.open(forReadingAt: directory.index, owner: "tests")
        #expect(try index.photo(at: "/photos/a.jpg")?.marked == .personal)
        #expect(try index.photo(at: "/photos/a.jpg")?.held == "restored")
        #expect(try index.photo(at: "/photos/b.jpg")?.judgement?.fence == "Office")
        #expect(try directory.snapshot(except: "-shm") == before)
    }

    @Test func `A writer migrates it, once`() throws {
        for _ in 1...2 {
            let index = try PhotoIndex.open(forWritingAt: directory.index, owner: "tests")
            #expect(try index.checkIntegrity().isEmpty)
            #expect(try index.photo(at: "/photos/a.jpg")?.marked == .personal)
            #expect(try index.photo(at: "/photos/a.jpg")?.held == "restored")
        }
        #expect(try values("SELECT CAST(user_version AS TEXT) FROM pragma_user_version", in: directory.index) == ["18"])
        let fresh = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: fresh.index, owner: "tests")).scan([photo("a.jpg")])
        let schema = "SELECT name FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY 1"
        #expect(try values(schema, in: directory.index) == values(schema, in: fresh.index))
    }

    @Test func `Its personal marks stay with their paths`() throws {
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: "tests")
        let library = try Library(index)
        try library.scan([photo("a.jpg", 9, row: 1)])
        #expect(try index.photo(at: "/photos/a.jpg")?.judgement == Judgement(verdict: .personal, reason: .marked))
    }
}
