import GRDB
import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Reading changes nothing on disk and does not wait.
struct TracelessReadingTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func makeIndex() throws {
        try Library(PhotoIndex.open(forWritingAt: directory.index, owner: "tests")).scan([photo("a.jpg")])
    }

    @Test func `A writer leaves the log in place when it closes`() throws {
        try makeIndex()
        let names = TemporaryDirectory.names(directory.index.removingLastComponent())
        #expect(names.contains("index.sqlite-wal"))
    }

    @Test func `A reader creates no file and changes none`() throws {
        try makeIndex()
        let before = try directory.snapshot(except: "-shm")
        #expect(try PhotoIndex.open(forReadingAt: directory.index, owner: "tests").status().groups == 1)
        #expect(try directory.snapshot(except: "-shm") == before)
    }

    @Test func `A reader of a file without its log creates none`() throws {
        try makeIndex()
        let moved = directory.path.appending("state").appending("moved.sqlite")
        try directory.write(directory.read(directory.index), to: moved)
        #expect(try PhotoIndex.open(forReadingAt: moved, owner: "tests").status().groups == 1)
        #expect(!TemporaryDirectory.names(moved.removingLastComponent()).contains { $0.hasPrefix("moved.sqlite-") })
    }

    @Test func `A reader does not wait for a writer's transaction`() throws {
        try makeIndex()
        let writer = try DatabaseQueue(path: directory.index.string)
        try writer.inDatabase { db in
            try db.inTransaction(.immediate) {
                try db.execute(sql: "UPDATE verdict SET verdict = 'personal'")
                let reader = try PhotoIndex.open(forReadingAt: directory.index, owner: "tests")
                #expect(try Library(reader).paths().count == 1)
                let copy = try PhotoIndex.copyInMemory(of: directory.index, owner: "tests")
                #expect(try copy.status().byVerdict[.work]?.photos == 1)
                return .rollback
            }
        }
    }

    @Test func `A second writer times out`() throws {
        try makeIndex()
        let writer = try DatabaseQueue(path: directory.index.string)
        try writer.inDatabase { db in
            try db.inTransaction(.immediate) {
                let path = directory.index
                let error = indexError {
                    let other = try PhotoIndex.open(
                        forWritingAt: path, owner: "tests", busyTimeout: .milliseconds(20))
                    _ = try other.beginRun("mark", at: 1)
                }
                #expect(error == .busy(path))
                return .rollback
            }
        }
    }

    @Test func `A copy in memory contains what is only in the log, and leaves the index unchanged`() throws {
        let writer = try PhotoIndex.open(forWritingAt: directory.index, owner: "tests")
        try Library(writer).scan([photo("a.jpg")])
        let before = try directory.snapshot(except: "-shm")
        let copy = try PhotoIndex.copyInMemory(of: directory.index, owner: "tests")
        #expect(try copy.status().groups == 1)
        try copy.forget(root: "/photos", at: 1)
        #expect(try copy.status().groups == 0)
        #expect(try directory.snapshot(except: "-shm") == before)
    }

    @Test func `A copy of a missing index is empty`() throws {
        #expect(try PhotoIndex.copyInMemory(of: directory.index, owner: "tests").roots().isEmpty)
        #expect(try PhotoIndex.copyInMemory(of: nil, owner: "tests").roots().isEmpty)
        #expect(TemporaryDirectory.names(directory.path).isEmpty)
    }
}
