import GRDB
import SystemPackage

/// What the fifth version of the schema made of the fourth, in its own words.
enum Version5 {
    /// Makes the file: that of the fourth version, brought to the fifth.
    static func make(at path: FilePath) throws {
        try Version4.make(at: path)
        let queue = try DatabaseQueue(path: path.string)
        try queue.inDatabase { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF; \(actions) PRAGMA foreign_keys = ON")
            try db.execute(sql: others)
            let version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
            try db.execute(
                sql: """
                    PRAGMA writable_schema = ON;
                    UPDATE sqlite_schema SET sql = replace(sql,
                      'CHECK (hasCompany = 0 OR (assetGroup IS NOT NULL AND goneAt IS NULL))',
                      'CHECK (hasCompany = 0 OR assetGroup IS NOT NULL)')
                    WHERE type = 'table' AND name = 'file';
                    PRAGMA schema_version = \(version + 1);
                    PRAGMA writable_schema = RESET
                    """)
        }
        try queue.close()
    }

    private static let actions = """
        CREATE TABLE newAction (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          run INTEGER NOT NULL REFERENCES run (id),
          kind TEXT NOT NULL CHECK (kind IN ('upload', 'purge', 'undo')),
          assetGroup INTEGER NOT NULL,
          state TEXT NOT NULL
            CHECK (state IN ('planned', 'staged', 'running', 'done', 'failed', 'skipped', 'refused')),
          destination INTEGER REFERENCES destination (id),
          target BLOB,
          why TEXT,
          stagedAt INTEGER,
          concludedAt INTEGER,
          undoes INTEGER REFERENCES action (id),
          emptiedAt INTEGER,
          CHECK ((undoes IS NOT NULL) = (kind = 'undo')),
          CHECK (emptiedAt IS NULL OR kind = 'purge')
        ) STRICT;
        INSERT INTO newAction (id, run, kind, assetGroup, state, destination, target, why, stagedAt)
        SELECT id, run, kind, assetGroup, state, destination, target, why, stagedAt FROM action;
        DELETE FROM sqlite_sequence WHERE name = 'newAction';
        INSERT INTO sqlite_sequence (name, seq) SELECT 'newAction', seq FROM sqlite_sequence WHERE name = 'action';
        DROP TABLE action;
        ALTER TABLE newAction RENAME TO action;
        CREATE INDEX actionGroup ON action (assetGroup);
        CREATE INDEX actionRun ON action (run);
        CREATE INDEX actionOpen ON action (state) WHERE state = 'staged' OR state = 'running';
        CREATE INDEX actionUndoes ON action (undoes) WHERE undoes IS NOT NULL;
        CREATE INDEX actionRemoved ON action (concludedAt, run)
        WHERE kind = 'purge' AND state = 'done' AND concludedAt IS NOT NULL;
        """

    private static let others = """
        ALTER TABLE actionMember ADD COLUMN permissions INTEGER CHECK (permissions BETWEEN 0 AND 4095);
        ALTER TABLE hold ADD COLUMN action INTEGER REFERENCES action (id);
        CREATE INDEX holdAction ON hold (action) WHERE action IS NOT NULL;
        ALTER TABLE looseDirectory ADD COLUMN isForLater INTEGER NOT NULL DEFAULT 0 CHECK (isForLater IN (0, 1));
        CREATE TABLE rootPeak (
          root INTEGER NOT NULL REFERENCES root (id),
          day INTEGER NOT NULL,
          photos INTEGER NOT NULL CHECK (photos >= 0),
          PRIMARY KEY (root, day)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO grdb_migrations VALUES ('5');
        PRAGMA user_version = 5;
        """
}
