import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct InterruptedScanTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func indexNames() throws -> [String] {
        try values(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('file', 'verdict') ORDER BY 1
            """, in: directory.index)
    }

    @Test func `An interrupted scan leaves a valid index, and the next one continues`() throws {
        do {
            let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
            let run = try library.index.beginRun("scan", at: 5)
            #expect(run == 1)
            let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: nil)
            try writer.save([photo("a.jpg", 1), photo("b.jpg", 2)], judge: Library.judge)
        }
        #expect(try indexNames() == ["fileGone"], "what is gone is little")
        let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        #expect(try library.index.status().interruptedRuns == 1)
        #expect(try library.index.checkIntegrity().isEmpty)
        #expect(try library.paths() == ["/photos/a.jpg", "/photos/b.jpg"])
        let known = try library.index.knownFiles(root: library.root.id, readerVersion: 1)
        #expect(known.count == 2)
        #expect(try library.scan([photo("c.jpg", 3)]).new == 1)
        #expect(
            try indexNames() == [
                "fileContent", "fileGone", "fileGroup", "fileImported", "fileNear", "fileOverruled", "filePath",
                "fileSize", "fileTaken", "verdictFence", "verdictKind",
            ])
        #expect(try library.index.checkIntegrity().isEmpty)
    }

    @Test func `A failed batch leaves nothing`() throws {
        let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: nil)
        try writer.save([photo("a.jpg", 1)], judge: Library.judge)
        var bad = photo("c.jpg", 3)
        bad.reading.fingerprint.size = -1
        #expect(throws: IndexError.self) { try writer.save([photo("b.jpg", 2), bad], judge: Library.judge) }
        #expect(try library.paths() == ["/photos/a.jpg"])
        #expect(try library.index.checkIntegrity().isEmpty)
    }

    @Test func `A scan that finds nothing new writes no file's row`() throws {
        let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        try library.scan([photo("a.jpg", 1), scanned("b.jpg", 2, .broken(.corrupt, detail: "cut off"))])
        let rows = try library.rows("a.jpg", "b.jpg")
        // Any write to these tables fails from here on.
        for table in ["file", "assetGroup", "verdict", "tally", "camera", "fileSystem"] {
            for event in ["INSERT", "UPDATE", "DELETE"] {
                try execute(
                    "CREATE TRIGGER \(table)\(event) BEFORE \(event) ON \(table) BEGIN SELECT raise(ABORT, 'written'); END",
                    in: directory.index)
            }
        }
        let outcome = try library.scan([
            photo("a.jpg", 1, row: rows[0]), scanned("b.jpg", 2, .broken(.corrupt, detail: "cut off"), row: rows[1]),
        ])
        #expect(outcome.same == 1)
        #expect(try library.index.roots().first?.lastScan == 100)
    }

    @Test func `A complete scan ends those that were killed, and no other run`() throws {
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        _ = try index.beginRun("scan", at: 1)
        _ = try index.beginRun("upload", at: 2)
        let run = try index.beginRun("scan", at: 3)
        #expect(try index.status().interruptedRuns == 3)
        try index.endRun(run, at: 4, isComplete: true, counts: ["new": 3, "gone": 0])
        #expect(try index.status().interruptedRuns == 1)
        #expect(try index.status().lastScan == 4)
        #expect(try values("SELECT what || ' ' || count FROM runCount", in: directory.index) == ["new 3"])
    }

    @Test func `A scan that was told to stop is not the last scan`() throws {
        let index = try PhotoIndex.inMemory(owner: Library.owner)
        let run = try index.beginRun("scan", at: 1)
        try index.endRun(run, at: 4, isComplete: false)
        #expect(try index.status().lastScan == nil)
        #expect(try index.status().interruptedRuns == 0)
    }
}
