import GRDB
import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct OpeningTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `A writer creates the index and its directory, private to their owner`() throws {
        _ = try PhotoIndex.open(forWritingAt: directory.index, owner: "tests")
        #expect(TemporaryDirectory.mode(directory.index.removingLastComponent()) == 0o700)
        #expect(TemporaryDirectory.mode(directory.index) == 0o600)
        #expect(TemporaryDirectory.names(directory.index.removingLastComponent()).contains("index.sqlite"))
    }

    @Test func `Only the index and SQLite's own files are left in the directory`() throws {
        _ = try PhotoIndex.open(forWritingAt: directory.index, owner: "tests")
        let names = TemporaryDirectory.names(directory.index.removingLastComponent())
        #expect(Set(names).isSubset(of: ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"]))
    }

    @Test func `What one writer saved, the next one finds`() throws {
        let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: "tests"))
        try library.scan([photo("a.jpg")])
        let again = try PhotoIndex.open(forWritingAt: directory.index, owner: "tests")
        #expect(try again.status().byVerdict[.work]?.photos == 1)
    }

    @Test func `An empty file counts as no index`() throws {
        try directory.write([], to: directory.index)
        #expect(throws: IndexError.missing(directory.index)) {
            try PhotoIndex.open(forReadingAt: directory.index, owner: "tests")
        }
        _ = try PhotoIndex.open(forWritingAt: directory.index, owner: "tests")
        #expect(try PhotoIndex.open(forReadingAt: directory.index, owner: "tests").roots().isEmpty)
    }

    @Test func `A reader without an index says so and creates nothing`() throws {
        #expect(throws: IndexError.missing(directory.index)) {
            try PhotoIndex.open(forReadingAt: directory.index, owner: "tests")
        }
        #expect(TemporaryDirectory.names(directory.path).isEmpty)
    }

    @Test func `A path that is not UTF-8 is opened by its bytes`() throws {
        let odd = directory.path.appending(FilePath.Component(oddName) ?? "x").appending("index.sqlite")
        _ = try PhotoIndex.open(forWritingAt: odd, owner: "tests")
        #expect(try PhotoIndex.open(forReadingAt: odd, owner: "tests").roots().isEmpty)
        #expect(TemporaryDirectory.names(odd.removingLastComponent()).contains("index.sqlite"))
    }

    private var oddName: String { "100% ?#&é" }

    @Test func `Every error names the file and the problem`() throws {
        let error = IndexError.missing(directory.index)
        #expect(error.description == "\(directory.index): there is no index")
    }

    @Test func `A commit is on the disk when it returns`() throws {
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: "tests")
        let expected = (2, "wal", true, 0, 5_000)
        func settings() throws -> (Int, String, Bool, Int, Int) {
            let now = try index.writingSettings()
            return (now.synchronous, now.journalMode, now.enforcesForeignKeys, now.mappedBytes, now.busyTimeout)
        }
        #expect(try settings() == expected)
        try Library(index).scan([photo("a.jpg")])
        #expect(try settings() == expected, "a scan puts back what it changes")
    }

    @Test func `A failed scan rolls back its changes`() throws {
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: "tests")
        let library = try Library(index)
        var bad = photo("a.jpg")
        bad.reading.fingerprint.size = -1
        #expect(throws: IndexError.self) { try library.scan([bad]) }
        #expect(try index.writingSettings().synchronous == 2)
    }

    @Test func `A reader cannot write`() throws {
        _ = try PhotoIndex.open(forWritingAt: directory.index, owner: "tests")
        let reader = try PhotoIndex.open(forReadingAt: directory.index, owner: "tests")
        #expect(throws: IndexError.readOnly(directory.index)) { try reader.beginRun("scan", at: 1) }
    }
}
