import PhotoIndex
import SystemPackage
import Testing

/// What the check of an index finds in the journal and in receipts.
struct JournalIntegrityTests {
    private let directory: TemporaryDirectory
    private let index: PhotoIndex

    init() throws {
        directory = try TemporaryDirectory()
        index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        try execute(
            """
            INSERT INTO destination VALUES (1, 'nas', 'folder:/nas', 'id', NULL);
            INSERT INTO content VALUES (1, zeroblob(32), 5), (2, CAST(replace(hex(zeroblob(16)), '00', '01') AS BLOB), 5);
            INSERT INTO receipt SELECT NULL, id, 1, CAST(id AS BLOB), size, sha256, NULL, NULL, 5, 5, NULL, NULL, NULL, NULL FROM content;
            INSERT INTO run (id, command, started) VALUES (1, 'upload', 1);
            INSERT INTO action (id, run, kind, assetGroup, state) VALUES (1, 1, 'upload', 1, 'running');
            INSERT INTO actionMember (action, place, path, role, size, modified, changed, inode, target, ticket, sha256,
              permissions) VALUES (1, 0, CAST('/a' AS BLOB), 'still', 5, 1, 1, 1, x'61', NULL, NULL, NULL)
            """, in: directory.index)
    }

    @Test func `A sound journal has no findings`() throws {
        #expect(try index.checkIntegrity().isEmpty)
    }

    @Test(arguments: [
        ("UPDATE receipt SET size = 6 WHERE id = 1", "1 receipts that are not of their contents"),
        ("UPDATE receipt SET sha256 = zeroblob(32)", "1 receipts that are not of their contents"),
        ("UPDATE receipt SET target = x'61'", "1 targets with receipts for several contents that count"),
        ("DELETE FROM actionMember", "1 actions without files"),
        ("UPDATE action SET state = 'staged'", "1 staged actions that do not know since when"),
        ("UPDATE action SET state = 'done'", "1 uploads that are done and do not know what was sent"),
        (
            "UPDATE action SET kind = 'purge', state = 'done', concludedAt = 5",
            "1 removals that are done and do not know what was removed"
        ),
        (
            "INSERT INTO hold VALUES (1, 1, 'restored', x'2f61', 1, 1, 1); UPDATE action SET state = 'failed'",
            "1 holds of undos that are not under way"
        ),
        ("PRAGMA foreign_keys = OFF; DELETE FROM run", "row 1 of action refers to nothing in run"),
    ])
    func `Damage is reported`(sql: String, sentence: String) throws {
        try execute(sql, in: directory.index)
        #expect(try index.checkIntegrity() == [sentence])
    }

    @Test func `Receipts for several contents at a target are valid if one of them counts`() throws {
        try execute(
            "UPDATE receipt SET target = x'61', failedAt = id - 1; UPDATE receipt SET failedAt = NULL WHERE id = 1",
            in: directory.index)
        #expect(try index.checkIntegrity().isEmpty)
    }
}
