import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// An index of the second schema, whose photos were groups of one each.
struct MigrationToGroupsTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write([], to: directory.index)
    }

    private func schema(_ directory: TemporaryDirectory) throws -> [String] {
        try values(
            "SELECT name || coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY 1",
            in: directory.index)
    }

    @Test func `It equals a new index, with all its data`() throws {
        try Version2.make(at: directory.index)
        let columns = "id || ' ' || state || ' ' || size || ' ' || coalesce(goneAt, '') || ' ' || coalesce(detail, '')"
        let before = try values("SELECT \(columns) FROM file ORDER BY id", in: directory.index)
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(try index.checkIntegrity().isEmpty)
        #expect(try values("SELECT \(columns) FROM file ORDER BY id", in: directory.index) == before)
        let photo = try #require(try index.photo(at: "/photos/a.jpg"))
        #expect((photo.marked, photo.held, photo.judgement?.verdict) == (.personal, "restored", .personal))
        #expect(
            (photo.facts.model, photo.facts.contentIdentifier, photo.members.first?.role) == ("EOS R5", "A", .still))
        let status = try index.status()
        #expect((status.groups, status.unsupported, status.unreadable) == (2, 1, 1))
        let fresh = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: fresh.index, owner: Library.owner)).scan([photo2])
        #expect(try schema(directory) == schema(fresh))
    }

    private var photo2: ScannedFile { still("a.jpg", 1) }

    @Test func `Its photos and their companions become groups`() throws {
        try Version2.make(at: directory.index)
        let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        try library.scan([still("a.jpg", 1, row: 1), clip("a.mov", 9), sidecar("b.xmp", 10)])
        #expect(
            try library.groups() == [["a.jpg still", "a.mov clip"], ["b.jpg still", "b.xmp sidecar"]])
        #expect(try library.judgement("a.mov")?.reason == .marked)
        try library.expectSound()
    }

    @Test func `If the first fill was not done, the scan that completes it makes the indexes`() throws {
        try Version2.make(at: directory.index, isFilled: false)
        let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        let names = "SELECT name FROM sqlite_schema WHERE type = 'index' AND name LIKE 'file%' AND sql IS NOT NULL"
        #expect(try values(names, in: directory.index) == ["fileGone"], "what is gone is little")
        try library.scan([clip("b.mov", 9)])
        #expect(try values(names, in: directory.index).count == 7)
        try library.expectSound()
    }

    @Test func `A reader sees it unchanged, and changes nothing`() throws {
        try Version2.make(at: directory.index)
        let before = try directory.snapshot(except: "-shm")
        let index = try PhotoIndex.open(forReadingAt: directory.index, owner: Library.owner)
        #expect(try index.photo(at: "/photos/b.jpg")?.judgement?.fence == "Office")
        #expect(try directory.snapshot(except: "-shm") == before)
    }
}
