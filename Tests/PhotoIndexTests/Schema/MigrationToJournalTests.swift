import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// An index of the third schema, whose journal did not know the files of an action.
struct MigrationToJournalTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write([], to: directory.index)
        try Version3.make(at: directory.index)
    }

    private func schema(_ directory: TemporaryDirectory) throws -> [String] {
        try values(
            "SELECT name || coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY 1",
            in: directory.index)
    }

    @Test func `It equals a new index, with all its data`() throws {
        let before = try values("SELECT id || hex(path) || state FROM file ORDER BY id", in: directory.index)
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(try index.checkIntegrity() == [])
        #expect(try values("SELECT id || hex(path) || state FROM file ORDER BY id", in: directory.index) == before)
        let fresh = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: fresh.index, owner: Library.owner)).scan([still("a.jpg", 1)])
        #expect(try schema(directory) == schema(fresh))
    }

    @Test func `Receipts were checked when they were received, and every destination has a marker`() throws {
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        var receipts: [StoredReceipt] = []
        try index.receipts(destination: nil) {
            receipts.append($0)
            return true
        }
        #expect(receipts.map(\.receipt.target) == ["a"])
        #expect(receipts.map(\.receipt.checksum) == [Checksum(kind: .md5, value: "ab")])
        #expect(receipts.map { [$0.receipt.received, $0.receipt.checked] } == [[5, 5]])
        #expect(receipts.map(\.failedAt) == [nil])
        #expect(receipts.map(\.destination.marker) == [marker("abc")])
        #expect(try index.destinations().map(\.name) == ["nas", "old"])
        #expect(try index.endInterruptedRuns(at: 9) == [7])
    }

    @Test func `A reader sees it unchanged, and changes nothing`() throws {
        let before = try directory.snapshot(except: "-shm")
        let index = try PhotoIndex.open(forReadingAt: directory.index, owner: Library.owner)
        #expect(try index.destinations().map(\.id) == [1, 2])
        #expect(try index.status().staged == LibraryStatus.Staged())
        #expect(try directory.snapshot(except: "-shm") == before)
    }
}
