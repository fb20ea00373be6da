import PhotoIndex
import SystemPackage
import Testing

/// An index of the sixth schema, which did not count its changes.
struct MigrationToChangesTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write([], to: directory.index)
        try Version6.make(at: directory.index)
    }

    private func schema(_ directory: TemporaryDirectory) throws -> [String] {
        try values(
            "SELECT name || coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY 1",
            in: directory.index)
    }

    @Test func `It equals a new index, and counts changes from then on`() throws {
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(try index.checkIntegrity() == [])
        let fresh = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: fresh.index, owner: Library.owner)).scan([still("a.jpg", 1)])
        #expect(try schema(directory) == schema(fresh))
        let key = [UInt8](repeating: 7, count: 32)
        try index.note(CompleteUpload(upToDate: 1, leftOut: .init()), of: key, since: index.changeMark())
        #expect(try index.completeUpload(of: key)?.upToDate == 1)
        _ = try index.addRoot("/other", fileSystem: Library.disk, now: 1)
        #expect(try index.completeUpload(of: key) == nil)
    }

    @Test func `A reader sees it unchanged, and changes nothing`() throws {
        let before = try directory.snapshot(except: "-shm")
        let index = try PhotoIndex.open(forReadingAt: directory.index, owner: Library.owner)
        #expect(try index.completeUpload(of: [UInt8](repeating: 7, count: 32)) == nil)
        #expect(try directory.snapshot(except: "-shm") == before)
    }
}
