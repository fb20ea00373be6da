import GRDB
import SystemPackage

/// What the fourth version of the schema made of the third, in its own words, with groups of several, one of them gone,
/// and a journal whose newest action was dropped.
enum Version4 {
    /// Makes the file: that of the third version, brought to the fourth.
    static func make(at path: FilePath) throws {
        try Version3.make(at: path)
        let queue = try DatabaseQueue(path: path.string)
        try queue.inDatabase { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF; \(destinations) PRAGMA foreign_keys = ON")
            try db.execute(sql: journal + content)
        }
        try queue.close()
    }

    private static let destinations = """
        CREATE TABLE newDestination (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL CHECK (name <> ''),
          spec TEXT NOT NULL CHECK (spec <> ''),
          marker TEXT NOT NULL UNIQUE CHECK (marker <> ''),
          removedAt INTEGER,
          listed INTEGER NOT NULL DEFAULT 0 CHECK (listed >= 0)
        ) STRICT;
        INSERT INTO newDestination (id, name, spec, marker)
        SELECT id, name, spec, coalesce(marker, 'unknown-' || id) FROM destination;
        DROP TABLE destination;
        ALTER TABLE newDestination RENAME TO destination;
        CREATE UNIQUE INDEX destinationName ON destination (name) WHERE removedAt IS NULL;
        """

    private static let journal = """
        ALTER TABLE action ADD COLUMN stagedAt INTEGER;
        CREATE TABLE actionMember (
          action INTEGER NOT NULL REFERENCES action (id) ON DELETE CASCADE,
          place INTEGER NOT NULL CHECK (place >= 0),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          role TEXT NOT NULL
            CHECK (role = 'still' OR role = 'clip' OR role = 'raw' OR role = 'sidecar' OR role = 'edit'),
          size INTEGER NOT NULL CHECK (size >= 0),
          modified INTEGER NOT NULL,
          changed INTEGER NOT NULL,
          inode INTEGER NOT NULL,
          target BLOB CHECK (length(target) > 0 AND substr(target, 1, 1) <> x'2f'),
          ticket TEXT CHECK (ticket <> ''),
          sha256 BLOB CHECK (length(sha256) = 32),
          PRIMARY KEY (action, place)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX actionLeader ON actionMember (path) WHERE place = 0;
        CREATE INDEX actionRun ON action (run);
        CREATE INDEX actionOpen ON action (state) WHERE state = 'staged' OR state = 'running';
        ALTER TABLE receipt ADD COLUMN checked INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE receipt ADD COLUMN failedAt INTEGER;
        UPDATE receipt SET checked = received;
        CREATE INDEX receiptTarget ON receipt (destination, target);
        CREATE INDEX receiptCounting ON receipt (content, destination) WHERE failedAt IS NULL;
        CREATE TABLE markerSighting (
          root INTEGER NOT NULL REFERENCES root (id),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) <> x'2f'),
          marker TEXT NOT NULL CHECK (marker <> ''),
          PRIMARY KEY (root, path)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO grdb_migrations VALUES ('4');
        PRAGMA user_version = 4;
        """

    private static let content = """
        INSERT INTO action (id, run, kind, assetGroup, state, destination, target, why, stagedAt) VALUES
          (3, 7, 'upload', 1, 'done', 1, CAST('a' AS BLOB), NULL, NULL),
          (5, 7, 'purge', 2, 'staged', 1, NULL, 'held', 20),
          (9, 7, 'upload', 2, 'staged', 1, NULL, NULL, 20);
        INSERT INTO actionMember VALUES
          (3, 0, CAST('/photos/a.jpg' AS BLOB), 'still', 1001, 1, 1, 1, CAST('a' AS BLOB), '.part', zeroblob(32)),
          (5, 0, CAST('/photos/b.jpg' AS BLOB), 'still', 1002, 2, 2, 2, NULL, NULL, NULL),
          (5, 1, CAST('/photos/b.xmp' AS BLOB), 'sidecar', 12, 2, 2, 3, NULL, NULL, NULL),
          (9, 0, CAST('/photos/b.jpg' AS BLOB), 'still', 1002, 2, 2, 2, NULL, NULL, NULL);
        DELETE FROM actionMember WHERE action = 9;
        DELETE FROM action WHERE id = 9;
        """
}
