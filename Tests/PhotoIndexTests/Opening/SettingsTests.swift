import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct SettingsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

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
