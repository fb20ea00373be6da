import GRDB
import PhotoIndex
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Refused files: each with the right error, unchanged, and without new files beside it.
struct RefusingTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func expectRefused(_ isExpected: (IndexError?) -> Bool) throws {
        let before = try directory.snapshot(except: "-shm")
        let path = directory.index
        let attempts: [() throws -> Void] = [
            { _ = try PhotoIndex.open(forWritingAt: path, owner: "tests") },
            { _ = try PhotoIndex.open(forReadingAt: path, owner: "tests") },
            { _ = try PhotoIndex.copyInMemory(of: path, owner: "tests") },
        ]
        for attempt in attempts {
            let error = indexError(attempt)
            #expect(isExpected(error), "\(error.map(\.description) ?? "no error")")
            #expect(try directory.snapshot(except: "-shm") == before)
        }
    }

    /// Makes an index, changes it by SQL, and moves its log into the file.
    private func makeIndex(owner: String = "tests", _ sql: String = "") throws {
        _ = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: owner))
        let queue = try DatabaseQueue(path: directory.index.string)
        try queue.inDatabase { try $0.execute(sql: "\(sql);PRAGMA wal_checkpoint(TRUNCATE)") }
        try queue.close()
    }

    @Test func `An index of another owner`() throws {
        try makeIndex(owner: "production")
        try expectRefused { $0 == .foreign(directory.index, owner: "production") }
    }

    @Test func `An index of another owner whose log was removed`() throws {
        try makeIndex(owner: "production", "PRAGMA journal_mode = WAL")
        #expect(!TemporaryDirectory.names(directory.index.removingLastComponent()).contains("index.sqlite-wal"))
        try expectRefused { $0 == .foreign(directory.index, owner: "production") }
    }

    @Test func `An index with a newer schema`() throws {
        try makeIndex("PRAGMA user_version = 99")
        try expectRefused { $0 == .newer(directory.index) }
    }

    @Test(arguments: 0...18) func `An index from before the first release`(version: Int) throws {
        try makeIndex("PRAGMA application_id = \(0x576B_5068); PRAGMA user_version = \(version)")
        try expectRefused { $0 == .beforeRelease(directory.index) }
    }

    @Test(arguments: [
        "ALTER TABLE root RENAME COLUMN lastScan TO scanned", "ALTER TABLE file DROP COLUMN unsetTakenAt",
        "DROP TABLE libraryPeak", "DROP INDEX holdPath", "ALTER TABLE identity RENAME TO maker",
    ])
    func `An index of version 1 with another layout, from before the first release`(change: String) throws {
        try makeIndex(change)
        try expectRefused { $0 == .beforeRelease(directory.index) }
        let next = IndexSchema.current.followed(by: "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT")
        let before = try directory.snapshot(except: "-shm")
        #expect(throws: IndexError.beforeRelease(directory.index)) {
            try PhotoIndex.open(forWritingAt: directory.index, owner: "tests", schema: next)
        }
        #expect(try directory.snapshot(except: "-shm") == before)
    }

    @Test func `A table or an index that somebody added does not matter`() throws {
        try makeIndex("CREATE TABLE mine (x); CREATE INDEX theirs ON file (camera)")
        #expect(try PhotoIndex.open(forReadingAt: directory.index, owner: "tests").roots().count == 1)
    }

    @Test func `An index with an unknown migration`() throws {
        try makeIndex("INSERT INTO grdb_migrations VALUES ('from the future')")
        try expectRefused { $0 == .newer(directory.index) }
    }

    @Test func `Another program's SQLite file`() throws {
        try directory.write([], to: directory.index)
        let queue = try DatabaseQueue(path: directory.index.string)
        try queue.inDatabase { try $0.execute(sql: "CREATE TABLE theirs (x)") }
        try queue.close()
        try expectRefused { if case .notAnIndex = $0 { true } else { false } }
    }

    @Test func `A file that is not a database`() throws {
        try directory.write(Array("a letter to someone".utf8), to: directory.index)
        try expectRefused { if case .notAnIndex = $0 { true } else { false } }
    }

    @Test(arguments: [50, 4096, 20_000])
    func `A truncated index`(size: Int) throws {
        try makeIndex()
        try directory.write(Array(directory.read(directory.index)[..<size]), to: directory.index)
        try expectRefused { if case .damaged = $0 { true } else { false } }
    }

    @Test func `An index with overwritten pages`() throws {
        try makeIndex()
        var bytes = try directory.read(directory.index)
        for place in 100..<4096 { bytes[place] = 0xFF }
        try directory.write(bytes, to: directory.index)
        try expectRefused { if case .damaged = $0 { true } else { false } }
    }

    @Test(arguments: [false, true]) func `A directory, on a disk and in memory`(inMemory: Bool) throws {
        let tree = try TemporaryTree(inMemory: inMemory)
        #expect(throws: IndexError.inaccessible(tree.path, "it is a directory")) {
            try PhotoIndex.open(forWritingAt: tree.path, owner: "tests")
        }
    }
}
