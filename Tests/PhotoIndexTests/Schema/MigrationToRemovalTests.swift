import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// An index of the fourth schema, whose journal knew no undo and whose groups were dissolved when they were removed.
struct MigrationToRemovalTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write([], to: directory.index)
        try Version4.make(at: directory.index)
    }

    private func schema(_ directory: TemporaryDirectory) throws -> [String] {
        try values(
            "SELECT name || coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY 1",
            in: directory.index)
    }

    private static let actions = """
        SELECT json_array(id, run, kind, assetGroup, state, destination, hex(target), why, stagedAt) FROM action ORDER BY id
        """
    private static let members = """
        SELECT json_array(action, place, hex(path), role, size, modified, changed, inode, ticket, hex(sha256))
        FROM actionMember ORDER BY action, place
        """

    @Test func `It equals a new index, with all its data`() throws {
        let before = try [Self.actions, Self.members].map { try values($0, in: directory.index) }
        #expect(before.map(\.count) == [2, 3])
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(try index.checkIntegrity() == [])
        #expect(try [Self.actions, Self.members].map { try values($0, in: directory.index) } == before)
        let fresh = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: fresh.index, owner: Library.owner)).scan([still("a.jpg", 1)])
        #expect(try schema(directory) == schema(fresh))
    }

    @Test func `No action number is used twice, not even that of a dropped action`() throws {
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        let member = Action.Member(
            path: "/photos/b.jpg", role: .still,
            fingerprint: Fingerprint(size: 1_002, modified: 2, changed: 2, inode: 2))
        #expect(try index.stage([Action(kind: .upload, group: 2, members: [member])], run: 7, at: 30) == [10])
        #expect(try index.unstage([5]) == [5])
        #expect(try values(Self.members, in: directory.index).count == 2, "members go with their action")
    }

    @Test func `Groups can be removed as a whole from now on`() throws {
        let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        try library.scan([still("a.jpg", 1, row: 1), clip("a.mov", 9)])
        try execute("UPDATE file SET goneAt = 5 WHERE assetGroup = 1", in: directory.index)
        #expect(
            try values("SELECT count(*) || '' FROM file WHERE hasCompany AND goneAt = 5", in: directory.index) == ["2"])
    }

    @Test func `A reader sees it unchanged, and changes nothing`() throws {
        let before = try directory.snapshot(except: "-shm")
        let index = try PhotoIndex.open(forReadingAt: directory.index, owner: Library.owner)
        var staged: [Action] = []
        try index.staged(nil) {
            staged.append($0)
            return true
        }
        #expect(staged.map(\.id) == [5])
        #expect(staged.map { $0.members.count } == [2])
        #expect(try index.removalCaps(since: 0).places.map(\.removed) == [0])
        #expect(try directory.snapshot(except: "-shm") == before)
    }
}
