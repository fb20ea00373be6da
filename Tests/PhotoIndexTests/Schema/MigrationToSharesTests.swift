import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// An index of the eighth schema, which recorded no shares.
struct MigrationToSharesTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write([], to: directory.index)
        try Version8.make(at: directory.index)
    }

    @Test func `It knows no shares, for readers and writers`() throws {
        let before = try directory.snapshot(except: "-shm")
        let reader = try PhotoIndex.open(forReadingAt: directory.index, owner: Library.owner)
        #expect(try reader.shares(at: 1).isEmpty)
        #expect(try directory.snapshot(except: "-shm") == before)
        let writer = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(try writer.shares(at: 1).isEmpty)
        #expect(try writer.checkIntegrity() == [])
    }

    @Test(arguments: [
        "(1, x'2f61', NULL, NULL, 'reader', 1)", "(77, x'61', NULL, NULL, 'reader', 1)",
        "(1, x'61', 1, NULL, 'reader', 1)", "(1, x'61', NULL, '', 'reader', 1)", "(1, x'61', NULL, NULL, '', 1)",
    ])
    func `Invalid values are refused`(_ row: String) throws {
        _ = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        let insert = "INSERT INTO share (destination, target, content, audience, role, askedAt) VALUES"
        #expect(throws: (any Error).self) {
            try execute("PRAGMA foreign_keys = ON; \(insert) \(row);", in: directory.index)
        }
    }

    @Test(arguments: [
        "(1, NULL, NULL)", "(1, NULL, x'61')", "(1, 77, NULL)", "(77, NULL, x'2f61')", "(1, 1, x'2f61')",
    ])
    func `Invalid findings are refused`(_ row: String) throws {
        _ = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        try execute(
            "INSERT INTO share (id, destination, target, role, askedAt) VALUES (1, 1, x'61', 'reader', 1);",
            in: directory.index)
        #expect(throws: (any Error).self) {
            try execute(
                "PRAGMA foreign_keys = ON; INSERT INTO shareFinding (share, content, path) VALUES \(row);",
                in: directory.index)
        }
    }

    @Test func `A link share belongs to a copy`() throws {
        _ = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        let insert = "INSERT INTO share (destination, target, role, askedAt) VALUES (1, x'61', 'reader', 1);"
        try execute(insert, in: directory.index)
        #expect(throws: (any Error).self) { try execute(insert, in: directory.index) }
        try execute("UPDATE share SET stoppedAt = 2; \(insert)", in: directory.index)
    }
}
