import GRDB
import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct CareTests {
    private let directory: TemporaryDirectory
    private let library: Library

    init() throws {
        directory = try TemporaryDirectory()
        library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        try library.scan([photo("a.jpg", 1), photo("b.jpg", 2)])
    }

    @Test func `A sound index has no findings`() throws {
        #expect(try library.index.checkIntegrity().isEmpty)
        let (faults, isComplete) = try library.index.checkIntegrity { false }
        #expect(faults.isEmpty && isComplete)
    }

    @Test(arguments: [0, 1, 3, 5])
    func `When the time is up, a check ends before its next step`(_ steps: Int) throws {
        try execute("DELETE FROM verdict WHERE assetGroup = 1", in: directory.index)
        var asked = 0
        let (faults, isComplete) = try library.index.checkIntegrity {
            asked += 1
            return asked > steps
        }
        // The third step finds it.
        #expect(faults == (steps < 3 ? [] : ["1 groups without a verdict"]))
        #expect(isComplete == (steps >= 3))
    }

    @Test func `A slow statement ends when the time is up`() throws {
        try execute(
            """
            INSERT INTO content SELECT NULL, randomblob(32), value FROM (
              WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 200000)
              SELECT value FROM n)
            """, in: directory.index)
        var asked = 0
        let (faults, isComplete) = try library.index.checkIntegrity {
            asked += 1
            return asked > 2
        }
        #expect(faults.isEmpty && !isComplete)
        #expect(asked == 3)
    }

    @Test(arguments: [
        ("PRAGMA foreign_keys = OFF; DELETE FROM root", "row 1 of file refers to nothing in root"),
        ("DELETE FROM verdict WHERE assetGroup = 1", "1 groups without a verdict"),
        ("UPDATE assetGroup SET leader = 77 WHERE id = 1", "1 groups whose leader is not in them"),
        ("UPDATE file SET hasCompany = 1", "2 groups with files that do not know whether they are alone"),
        (
            """
            UPDATE file SET hasCompany = 1, assetGroup = 1;
            UPDATE file SET path = CAST('d/b.jpg' AS BLOB) WHERE id = 2; DELETE FROM verdict WHERE assetGroup = 2;
            DELETE FROM assetGroup WHERE id = 2
            """, "1 groups with files in several directories"
        ),
        (
            "UPDATE file SET hasCompany = 1, assetGroup = 1; UPDATE file SET goneAt = 5 WHERE id = 2",
            "1 groups of which some files are gone and some are not"
        ),
        ("UPDATE tally SET count = 9 WHERE kind = 'group'", "/photos: group: the tally says 9 files where there are 2"),
        (
            "INSERT INTO content VALUES (1, zeroblob(32), 5); UPDATE file SET content = 1 WHERE id = 1",
            "1 contents of another size than their files"
        ),
        ("UPDATE tally SET count = 9 WHERE kind = 'work'", "/photos: work: the tally says 9 files where there are 2"),
        ("DROP INDEX filePath; UPDATE file SET path = x'61'", "1 paths that two files of a root have"),
    ])
    func `Damage is reported`(sql: String, sentence: String) throws {
        try execute(sql, in: directory.index)
        #expect(try library.index.checkIntegrity().contains(sentence))
    }

    /// Marks, holds and what is held from a destination, each once.
    private func decide() throws {
        try execute(
            """
            INSERT INTO content SELECT 1, randomblob(32), size FROM file WHERE path = CAST('a.jpg' AS BLOB);
            UPDATE file SET content = 1 WHERE path = CAST('a.jpg' AS BLOB);
            INSERT INTO mark VALUES (1, 1, 'personal', CAST('/photos/a.jpg' AS BLOB), 1, 1);
            INSERT INTO hold VALUES (1, 1, 'print', CAST('/photos/a.jpg' AS BLOB), 1, 1, NULL);
            INSERT INTO destination VALUES (1, 'nas', 'folder:/nas', 'aa', NULL);
            INSERT INTO destinationHold VALUES (1, 1, NULL);
            INSERT INTO heldPath VALUES (CAST('/photos/a.jpg' AS BLOB), 1, NULL, 1)
            """, in: directory.index)
    }

    @Test(arguments: [
        "UPDATE mark SET verdict = 'Personal'", "UPDATE mark SET verdict = NULL",
        "UPDATE mark SET verdict = CAST(verdict AS BLOB)", "UPDATE mark SET path = CAST(path AS TEXT)",
        "UPDATE mark SET content = 77", "UPDATE mark SET followsContent = 'x'", "UPDATE hold SET reason = ''",
        "UPDATE hold SET reason = NULL", "UPDATE hold SET path = CAST(path AS TEXT)",
        "UPDATE hold SET staysWithPath = 2", "UPDATE destinationHold SET liftedBy = 'x'",
        "UPDATE heldPath SET path = CAST(path AS TEXT)", "UPDATE heldPath SET path = x'61'",
    ])
    func `A mark or hold that means nothing is damage, also to who only reads`(sql: String) throws {
        try decide()
        let reading = try PhotoIndex.open(forReadingAt: directory.index, owner: Library.owner)
        try reading.checkDecisions()
        try #require(try reading.checkIntegrity() == [])
        // Without the types and conditions, which connections that are open keep.
        try execute(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema
            SET sql = replace(replace(replace(sql, 'STRICT, ', ''), ') STRICT', ')'), 'NOT NULL', '')
            WHERE name IN ('mark', 'hold', 'destinationHold', 'heldPath')
            """, in: directory.index)
        try execute("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; \(sql)", in: directory.index)
        #expect(throws: IndexError.self) { try reading.checkDecisions() }
        #expect(try !reading.checkIntegrity().isEmpty)
        #expect(throws: IndexError.self) { try library.index.checkDecisions() }
    }

    @Test(arguments: ["size = -5", "size = 0", "size = size + 1", "sha256 = x'00'"])
    func `A damaged content that marks or holds refer to is damage`(change: String) throws {
        try decide()
        try library.index.checkDecisions()
        let sql = "UPDATE content SET \(change) WHERE id = (SELECT content FROM mark WHERE content IS NOT NULL)"
        try execute("PRAGMA ignore_check_constraints = ON; \(sql)", in: directory.index)
        #expect(throws: IndexError.self) { try library.index.checkDecisions() }
    }

    @Test func `An unknown word for a mark is not no mark`() throws {
        try decide()
        try execute("PRAGMA ignore_check_constraints = ON; UPDATE mark SET verdict = 'Personal'", in: directory.index)
        var changed = photo("a.jpg", 3, row: try library.rows("a.jpg")[0])
        changed.sha256 = Array(repeating: 3, count: 32)
        #expect(throws: IndexError.self) { try library.scan([changed]) }
        #expect(throws: IndexError.self) {
            try library.index.judgeAnew(basis: Uploads.basis, judge: Library.judge)
        }
    }

    @Test func `A backup is one complete file, private to its owner, that opens as an index`() throws {
        let target = directory.path.appending("copy.sqlite")
        try library.index.backup(to: target)
        #expect(TemporaryDirectory.mode(target) == 0o600)
        #expect(TemporaryDirectory.names(directory.path).filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
        let copy = try PhotoIndex.open(forReadingAt: target, owner: Library.owner)
        #expect(try copy.status().groups == 2)
        #expect(try copy.checkIntegrity().isEmpty)
        #expect(TemporaryDirectory.names(directory.path).filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
    }

    @Test func `A backup replaces an older one only if told to`() throws {
        let target = directory.path.appending("copy.sqlite")
        try library.index.backup(to: target)
        try library.scan([photo("c.jpg", 3)])
        #expect(throws: IndexError.exists(target)) { try library.index.backup(to: target) }
        try library.index.backup(to: target, replacing: true)
        #expect(try PhotoIndex.open(forReadingAt: target, owner: Library.owner).status().groups == 3)
        try directory.write([], to: target)
        try library.index.backup(to: target, replacing: true)
        #expect(TemporaryDirectory.names(directory.path).filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
    }

    @Test func `A backup never replaces a file that is not an index, even if told to`() throws {
        let target = directory.path.appending("copy.sqlite")
        try directory.write(Array("precious".utf8), to: target)
        #expect(throws: IndexError.exists(target)) { try library.index.backup(to: target) }
        #expect(throws: IndexError.otherFile(target)) { try library.index.backup(to: target, replacing: true) }
        let way = directory.path.appending("way.sqlite")
        try TemporaryDirectory.link(way, to: target.string)
        #expect(throws: IndexError.otherFile(way)) { try library.index.backup(to: way, replacing: true) }
        let old = directory.path.appending("old.sqlite")
        try library.index.backup(to: old)
        var bytes = try directory.read(old)
        bytes.replaceSubrange(68..<72, with: Array("WkPh".utf8))
        try directory.write(bytes, to: old)
        #expect(throws: IndexError.otherFile(old)) { try library.index.backup(to: old, replacing: true) }
        #expect(try directory.read(old) == bytes, "one from before the first release stays")
        #expect(try directory.read(target) == Array("precious".utf8))
        #expect(TemporaryDirectory.names(directory.path) == ["copy.sqlite", "old.sqlite", "state", "way.sqlite"])
    }

    @Test func `A backup replaces none whose layout is from before the first release`() throws {
        let old = directory.path.appending("old.sqlite")
        try library.index.backup(to: old)
        try execute("ALTER TABLE root RENAME COLUMN lastScan TO scanned", in: old)
        let bytes = try directory.read(old)
        #expect(throws: IndexError.otherFile(old)) { try library.index.backup(to: old, replacing: true) }
        #expect(try directory.read(old) == bytes)
    }

    @Test(arguments: ["", "-wal", "-shm", "-journal"], ["missing", "empty", "linked", "link"])
    func `A backup never gets the name of a file of the index`(ending: String, kind: String) throws {
        // The same name in another directory is free.
        try library.index.backup(to: directory.path.appending("index.sqlite\(ending)"))
        let own = FilePath(directory.index.string + ending)
        var target = own
        if !ending.isEmpty { TemporaryDirectory.remove(own) }
        switch kind {
        case "missing": target = directory.path.appending("state/../state").appending("index.sqlite\(ending)")
        case "empty" where !ending.isEmpty: try directory.write([], to: own)
        case "linked" where !ending.isEmpty:
            try directory.write([], to: own)
            target = directory.path.appending("other")
            try TemporaryDirectory.hardLink(own, as: target)
        case "link":
            target = directory.path.appending("way")
            try TemporaryDirectory.link(target, to: own.string)
        default: break
        }
        let path = target
        for isReplacing in [false, true] {
            #expect(throws: IndexError.ownFile(path)) {
                try library.index.backup(to: path, replacing: isReplacing)
            }
        }
    }

    @Test func `A backup follows a link to its target`() throws {
        let (target, way) = (directory.path.appending("copy.sqlite"), directory.path.appending("way.sqlite"))
        try library.index.backup(to: target)
        try library.scan([photo("c.jpg", 3)])
        try TemporaryDirectory.link(way, to: "copy.sqlite")
        try library.index.backup(to: way, replacing: true)
        #expect(TemporaryDirectory.isLink(way))
        #expect(try PhotoIndex.open(forReadingAt: target, owner: Library.owner).status().groups == 3)
    }

    @Test func `A backup does not replace an index with a log beside it`() throws {
        let target = directory.path.appending("copy.sqlite")
        try library.index.backup(to: target)
        let log = directory.path.appending("copy.sqlite-wal")
        try directory.write([0x37, 0x7F, 0x06, 0x82, 0], to: log)
        #expect(throws: IndexError.busy(target)) { try library.index.backup(to: target, replacing: true) }
    }

    @Test func `A vacuum frees the space of deleted data, and changes nothing`() throws {
        let index = library.index
        try library.scan((0..<3_000).map { photo("many/\($0).jpg", $0 + 10) })
        let other = try index.addRoot("/others", fileSystem: Library.disk, now: 2)
        try index.forget(root: "/photos", at: 1)
        let before = try index.size()
        #expect(before.unused > before.bytes / 2)
        let tables = try contents()
        #expect(try index.vacuum())
        let after = try index.size()
        // What remains is packed anew, which may take a page more.
        #expect(after.bytes < before.bytes / 2 && after.unused == 0, "\(before) \(after)")
        #expect(after.bytes == Int64(try directory.read(directory.index).count))
        #expect(try contents() == tables)
        #expect(try index.checkIntegrity().isEmpty && index.roots() == [other])
    }

    /// Every row of every table.
    private func contents() throws -> [String] {
        let tables = try values(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", in: directory.index)
        let queue = try DatabaseQueue(path: directory.index.string)
        return try queue.read { db in
            try tables.flatMap { try Row.fetchAll(db, sql: "SELECT * FROM \($0)").map { "\($0)" } }.sorted()
        }
    }

    @Test func `A vacuum succeeds despite a reader, and the file shrinks when the reader has ended`() throws {
        let index = library.index
        try library.scan((0..<3_000).map { photo("many/\($0).jpg", $0 + 10) })
        try index.forget(root: "/photos", at: 1)
        let size = try index.size().bytes
        let reader = try DatabaseQueue(path: directory.index.string)
        let writer = try PhotoIndex.open(
            forWritingAt: directory.index, owner: Library.owner, busyTimeout: .milliseconds(10))
        try reader.read { db in
            _ = try Row.fetchAll(db, sql: "SELECT * FROM root")
            #expect(try !writer.vacuum())
        }
        try reader.close()
        #expect(try writer.vacuum())
        #expect(try index.size().bytes < size / 2)
    }

    @Test func `A backup works while a writer holds a transaction, and contains what was committed`() throws {
        let target = directory.path.appending("copy.sqlite")
        let writer = try DatabaseQueue(path: directory.index.string)
        try writer.inDatabase { db in
            try db.inTransaction(.immediate) {
                try db.execute(sql: "UPDATE verdict SET verdict = 'personal'")
                try library.index.backup(to: target)
                return .commit
            }
        }
        #expect(try values("SELECT DISTINCT verdict FROM verdict", in: target) == ["work"])
    }

    @Test func `A backup into a missing directory says so`() throws {
        let target: FilePath = directory.path.appending("nowhere").appending("copy.sqlite")
        #expect(throws: IndexError.inaccessible(target, Errno.noSuchFileOrDirectory.description)) {
            try library.index.backup(to: target)
        }
    }
}
