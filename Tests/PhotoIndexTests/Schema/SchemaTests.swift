import GRDB
import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// What the schema itself refuses, from any program.
struct SchemaTests {
    private let directory: TemporaryDirectory
    private let queue: DatabaseQueue

    /// Inserts a run, and begins the insertion of an action of it.
    private static let run = """
        INSERT INTO run (id, command, started) VALUES (1, 'undo', 1);
        INSERT INTO action (id, run, kind, assetGroup, state, undoes, emptiedAt) VALUES
        """
    private static let member = """
        \(run) (1, 1, 'purge', 1, 'done', NULL, NULL);
        INSERT INTO actionMember (action, place, path, role, size, modified, changed, inode, target, ticket, sha256,
          permissions)
        VALUES (1, 0, CAST('/a' AS BLOB), 'still', 5, 1, 1, 1, NULL, NULL, NULL
        """

    /// Inserts a destination, and begins the insertion of a share there.
    private static let share = """
        INSERT INTO destination VALUES (1, 'nas', 'folder:/nas', 'id', NULL);
        INSERT INTO content VALUES (1, zeroblob(32), 5);
        INSERT INTO share (destination, target, content, path, audience, role, askedAt) VALUES
        """
    private static let track = "INSERT INTO track (path, isNamed, size, modified, changed, inode, problem) VALUES"

    init() throws {
        directory = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: directory.index, owner: "tests")).scan([photo("a.jpg", taken: 5)])
        queue = try DatabaseQueue(path: directory.index.string)
    }

    private static let invalid = [
        "UPDATE file SET latitude = 91", "UPDATE file SET longitude = -180.5", "UPDATE file SET latitude = NULL",
        "UPDATE file SET positionProblem = 'null-island'", "UPDATE file SET size = -1",
        "UPDATE file SET orientation = 9", "UPDATE file SET state = 'video'", "UPDATE file SET state = 'other'",
        "UPDATE file SET assetGroup = NULL", "UPDATE file SET format = NULL", "UPDATE file SET problem = 'corrupt'",
        "UPDATE file SET path = x''", "UPDATE file SET path = CAST('/a' AS BLOB)", "UPDATE file SET path = 'text'",
        "UPDATE file SET takenAtSource = NULL", "UPDATE file SET utcOffset = 3600",
        "UPDATE file SET horizontalAccuracy = 0", "UPDATE file SET isRacy = 2", "UPDATE file SET root = 77",
        "UPDATE file SET fileSystem = 77", "UPDATE file SET content = 77", "UPDATE file SET camera = 77",
        "UPDATE file SET role = NULL", "UPDATE file SET role = 'sidecar'", "UPDATE file SET role = 'film'",
        "UPDATE file SET state = 'sidecar'", "UPDATE file SET state = 'sidecar', role = 'sidecar'",
        "UPDATE file SET hasCompany = 2", "INSERT INTO looseDirectory VALUES (1, x'', 2)",
        "INSERT INTO rootPeak VALUES (77, 1, 1)", "INSERT INTO rootPeak VALUES (1, 1, -1)",
        "INSERT INTO libraryPeak VALUES (1, -1)", "INSERT INTO formerPath VALUES (77, CAST('/a' AS BLOB), 1)",
        "INSERT INTO formerPath VALUES (1, CAST('a' AS BLOB), 1)",
        "INSERT INTO changeCount VALUES (2, 0)", "UPDATE changeCount SET count = -1",
        "INSERT INTO completeUpload VALUES (x'00', 1, 1, 1, 1)",
        "UPDATE file SET duration = -1", "UPDATE file SET nextTakenAtSource = ''",
        "UPDATE file SET unsetTakenAtSource = ''",
        "UPDATE file SET nextUtcOffset = 90000", "INSERT INTO looseDirectory VALUES (77, x'', 0)",
        "INSERT INTO looseDirectory VALUES (1, x'2f61', 0)", "UPDATE verdict SET verdict = 'maybe'",
        "UPDATE verdict SET reason = ''", "UPDATE verdict SET fence = ''",
        "UPDATE root SET path = CAST('photos' AS BLOB)", "UPDATE root SET followsLinks = 2",
        "UPDATE identity SET owner = ''",
        "INSERT INTO identity VALUES (2, 'other')", "INSERT INTO content VALUES (1, x'00', 5)",
        "INSERT INTO camera VALUES (1, NULL, NULL)", "DELETE FROM assetGroup", "DELETE FROM root",
        "UPDATE tally SET count = -1", "INSERT INTO tally VALUES (1, 'lost', 0, 0)",
        "INSERT INTO hold VALUES (1, 77, 'restored', x'2f61', 1, 1, NULL)",
        "INSERT INTO decisionPlace VALUES (CAST('a' AS BLOB), 'uuid:disk', 1, 1)",
        "INSERT INTO decisionPlace VALUES (CAST('/a' AS BLOB), '', 1, 1)",
        "INSERT INTO decidedFile VALUES (CAST('a' AS BLOB), 'uuid:disk', 1, 1)",
        "INSERT INTO decidedFile VALUES (CAST('/a' AS BLOB), 'uuid:disk', NULL, 1)",
        "INSERT INTO decidedFile VALUES (CAST('/a' AS BLOB), '', 1, 1)",
        "INSERT INTO leftover VALUES (77, CAST('a' AS BLOB), 1, 0, NULL)",
        "INSERT INTO content VALUES (1, zeroblob(32), 5); INSERT INTO forgottenPath VALUES (CAST('/a' AS BLOB), 1, 77)",
        "INSERT INTO run (command, started, ended) VALUES ('scan', 1, 2)",
        "INSERT INTO action (run, kind, assetGroup, state) VALUES (77, 'purge', 1, 'planned')",
        "\(run) (1, 1, 'restore', 1, 'done', NULL, NULL)", "\(run) (1, 1, 'undo', 1, 'done', NULL, NULL)",
        "\(run) (1, 1, 'purge', 1, 'done', 1, NULL)", "\(run) (1, 1, 'upload', 1, 'done', NULL, 5)",
        "\(run) (1, 1, 'undo', 1, 'done', 77, NULL)", "\(member), 4096)", "\(member), -1)",
        "\(member), 1); UPDATE actionMember SET pathBefore = x'61'",
        "INSERT INTO inferredPosition VALUES (1, 91, 0, 1, 'track', 1, 1, 0, 0, 1, 1, 0, 0)",
        "\(track) (x'2f61', 0, 1, 1, 1, 1, NULL)", "\(track) (x'61', 0, 1, 1, 1, 1, 'bad')",
        "INSERT INTO trackPart (track, number, points) VALUES (77, 0, zeroblob(24))",
        "\(share) (1, x'2f61', 1, x'2f61', NULL, 'reader', 1)", "\(share) (1, x'', 1, x'2f61', NULL, 'reader', 1)",
        "\(share) (77, x'61', 1, x'2f61', NULL, 'reader', 1)", "\(share) (1, x'61', NULL, x'2f61', NULL, 'reader', 1)",
        "\(share) (1, x'61', 77, x'2f61', NULL, 'reader', 1)", "\(share) (1, x'61', 1, NULL, NULL, 'reader', 1)",
        "\(share) (1, x'61', 1, x'61', NULL, 'reader', 1)", "\(share) (1, x'61', 1, x'2f61', '', 'reader', 1)",
        "\(share) (1, x'61', 1, x'2f61', NULL, '', 1)",
        "\(share) (1, x'61', 1, x'2f61', NULL, 'reader', 1), (1, x'61', 1, x'2f61', NULL, 'reader', 1)",
    ]

    @Test func `Invalid values are refused`() throws {
        for sql in Self.invalid {
            try queue.inTransaction { db in
                let error = #expect(throws: DatabaseError.self, "\(sql)") { try db.execute(sql: sql) }
                #expect(error?.resultCode == .SQLITE_CONSTRAINT, "\(sql)")
                return .rollback
            }
        }
    }

    @Test func `No change of photos removes marks, holds, receipts or the journal`() throws {
        try queue.inDatabase { db in
            try db.execute(
                sql: """
                    INSERT INTO content VALUES (1, zeroblob(32), 1001);
                    UPDATE file SET content = 1;
                    INSERT INTO mark VALUES (1, 1, 'personal', CAST('/photos/a.jpg' AS BLOB), 1, 1);
                    INSERT INTO hold VALUES (1, 1, 'restored', CAST('/photos/a.jpg' AS BLOB), 1, 1, NULL);
                    INSERT INTO destination VALUES (1, 'nas', 'folder:/nas', 'id', NULL);
                    INSERT INTO receipt VALUES (1, 1, 1, CAST('a' AS BLOB), 1001, zeroblob(32), NULL, NULL, 5, 5, NULL, NULL, NULL, NULL);
                    INSERT INTO run (id, command, started) VALUES (7, 'upload', 1);
                    INSERT INTO action (run, kind, assetGroup, state) VALUES (7, 'upload', 1, 'done')
                    """)
        }
        try PhotoIndex.open(forWritingAt: directory.index, owner: "tests").forget(root: "/photos", at: 1)
        let left = try queue.read { db in
            try ["content", "mark", "hold", "receipt", "action", "file", "assetGroup", "verdict", "root"].map {
                try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)")
            }
        }
        #expect(left == [1, 1, 1, 1, 1, 0, 0, 0, 0])
    }

    @Test func `The file carries our application id and the schema's version`() throws {
        let bytes = try directory.read(directory.index)
        #expect(Array(bytes[68..<72]) == Array("WPix".utf8))
        #expect(Array(bytes[60..<64]) == [0, 0, 0, 1])
    }

    @Test func `Every table is strict`() throws {
        let lax = try queue.read { db in
            try String.fetchAll(
                db,
                sql:
                    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict AND name NOT LIKE 'sqlite_%'"
            )
        }
        #expect(lax == ["grdb_migrations"])
    }
}
