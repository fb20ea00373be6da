import GRDB

extension Schema {
    /// Version 2: each mark and hold records whether it applies to a content, a path, or both. Those of version 1
    /// applied to contents, and a personal mark also to its path.
    static let marks = [
        """
        ALTER TABLE mark ADD COLUMN followsContent INTEGER NOT NULL DEFAULT 1 CHECK (followsContent IN (0, 1))
        """,
        """
        ALTER TABLE mark ADD COLUMN staysWithPath INTEGER NOT NULL DEFAULT 0 CHECK (staysWithPath IN (0, 1))
        """,
        "UPDATE mark SET staysWithPath = 1 WHERE verdict = 'personal'",
        "CREATE INDEX markPath ON mark (path) WHERE staysWithPath",
        "ALTER TABLE hold RENAME TO oldHold",
        """
        CREATE TABLE hold (
          id INTEGER PRIMARY KEY,
          content INTEGER NOT NULL REFERENCES content (id),
          reason TEXT NOT NULL CHECK (reason <> ''),
          path BLOB CHECK (substr(path, 1, 1) = x'2f'),
          followsContent INTEGER NOT NULL DEFAULT 1 CHECK (followsContent IN (0, 1)),
          staysWithPath INTEGER NOT NULL DEFAULT 0 CHECK (staysWithPath IN (0, 1)),
          UNIQUE (content, path),
          CHECK (path IS NOT NULL OR NOT staysWithPath)
        ) STRICT
        """,
        "INSERT INTO hold (content, reason) SELECT content, reason FROM oldHold",
        "DROP TABLE oldHold",
        "CREATE INDEX holdPath ON hold (path) WHERE staysWithPath",
        "CREATE INDEX contentSize ON content (size)",
    ]
}

extension Schema {
    /// Version 5, for purge and undo: removals can be undone, and record when they were concluded and when the trash
    /// was emptied of them; holds refer to the undo that made them; roots record how large they were; and directories
    /// whose groups are examined after a removal.
    static let removal =
        actions + [
            "ALTER TABLE actionMember ADD COLUMN permissions INTEGER CHECK (permissions BETWEEN 0 AND 4095)",
            "ALTER TABLE hold ADD COLUMN action INTEGER REFERENCES action (id)",
            "CREATE INDEX holdAction ON hold (action) WHERE action IS NOT NULL",
            "ALTER TABLE looseDirectory ADD COLUMN isForLater INTEGER NOT NULL DEFAULT 0 CHECK (isForLater IN (0, 1))",
            """
            CREATE TABLE rootPeak (
              root INTEGER NOT NULL REFERENCES root (id),
              day INTEGER NOT NULL,
              photos INTEGER NOT NULL CHECK (photos >= 0),
              PRIMARY KEY (root, day)
            ) STRICT, WITHOUT ROWID
            """,
        ]

    /// The table of actions is made again, since a CHECK cannot be altered; numbers are still used only once.
    private static let actions = [
        """
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
        ) STRICT
        """,
        """
        INSERT INTO newAction (id, run, kind, assetGroup, state, destination, target, why, stagedAt)
        SELECT id, run, kind, assetGroup, state, destination, target, why, stagedAt FROM action
        """,
        "DELETE FROM sqlite_sequence WHERE name = 'newAction'",
        "INSERT INTO sqlite_sequence (name, seq) SELECT 'newAction', seq FROM sqlite_sequence WHERE name = 'action'",
        "DROP TABLE action",
        "ALTER TABLE newAction RENAME TO action",
        "CREATE INDEX actionGroup ON action (assetGroup)",
        "CREATE INDEX actionRun ON action (run)",
        "CREATE INDEX actionOpen ON action (state) WHERE state = 'staged' OR state = 'running'",
        "CREATE INDEX actionUndoes ON action (undoes) WHERE undoes IS NOT NULL",
        """
        CREATE INDEX actionRemoved ON action (concludedAt, run)
        WHERE kind = 'purge' AND state = 'done' AND concludedAt IS NOT NULL
        """,
    ]

    /// Allows a group of several to stay together when all of it is removed: before, a file that was gone had to be
    /// alone.
    static func allowGroupsOfGoneFiles(_ db: Database) throws {
        try changeCheck(
            of: "file", "CHECK (hasCompany = 0 OR (assetGroup IS NOT NULL AND goneAt IS NULL))",
            to: "CHECK (hasCompany = 0 OR assetGroup IS NOT NULL)", db)
    }

    /// Changes a CHECK of a table so that it allows more. All rows stay valid, and the table is not made again, which
    /// would take long for a million rows (https://www.sqlite.org/lang_altertable.html, "Making Other Kinds Of Table
    /// Schema Changes").
    static func changeCheck(of table: String, _ old: String, to new: String, _ db: Database) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
        try db.execute(sql: "PRAGMA writable_schema = ON")
        try db.execute(
            sql: "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE type = 'table' AND name = ?",
            arguments: [old, new, table])
        try db.execute(sql: "PRAGMA schema_version = \(version + 1)")
        try db.execute(sql: "PRAGMA writable_schema = RESET")
    }
}

extension Schema {
    /// Version 6: a root records whether its scans follow symbolic links, since its files must be opened through links
    /// if they are behind one, and otherwise not.
    static let links = [
        "ALTER TABLE root ADD COLUMN followsLinks INTEGER NOT NULL DEFAULT 0 CHECK (followsLinks IN (0, 1))"
    ]
}

extension Schema {
    /// Version 7: a count of changes, which tells whether computed results are still valid.
    static let changes = [
        """
        CREATE TABLE changeCount (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          count INTEGER NOT NULL CHECK (count >= 0)
        ) STRICT
        """,
        "INSERT INTO changeCount (id, count) VALUES (1, 0)",
        """
        CREATE TABLE completeUpload (
          key BLOB PRIMARY KEY CHECK (length(key) = 32),
          changes INTEGER NOT NULL,
          upToDate INTEGER NOT NULL CHECK (upToDate >= 0),
          personal INTEGER NOT NULL CHECK (personal >= 0),
          unsure INTEGER NOT NULL CHECK (unsure >= 0)
        ) STRICT, WITHOUT ROWID
        """,
    ]
}

extension Schema {
    /// Version 8, for caps on removals that cannot be evaded by forgetting, splitting or moving a root: the places
    /// where photos were first seen, which outlive their roots, with their sizes, and the size of the library; the
    /// photos of former roots; and receipts that record that they came with a rebuilt index.
    static let places = [
        """
        CREATE TABLE place (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          root INTEGER UNIQUE REFERENCES root (id),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          until INTEGER,
          CHECK ((root IS NULL) = (until IS NOT NULL))
        ) STRICT
        """,
        "INSERT INTO place (root, path) SELECT id, path FROM root ORDER BY id",
        """
        CREATE TABLE placePeak (
          place INTEGER NOT NULL REFERENCES place (id),
          day INTEGER NOT NULL,
          photos INTEGER NOT NULL CHECK (photos >= 0),
          PRIMARY KEY (place, day)
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO placePeak SELECT p.id, r.day, r.photos FROM rootPeak r JOIN place p ON p.root = r.root
        """,
        """
        CREATE TABLE libraryPeak (
          day INTEGER PRIMARY KEY,
          photos INTEGER NOT NULL CHECK (photos >= 0)
        ) STRICT
        """,
        "INSERT INTO libraryPeak SELECT day, sum(photos) FROM rootPeak GROUP BY day",
        "DROP TABLE rootPeak",
        """
        CREATE TABLE formerFile (
          size INTEGER NOT NULL,
          digest INTEGER NOT NULL,
          inode INTEGER NOT NULL,
          place INTEGER NOT NULL REFERENCES place (id),
          PRIMARY KEY (size, digest, inode, place)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX formerFilePlace ON formerFile (place)",
        // Few photos are gone, so it costs a scan nothing.
        "CREATE INDEX fileGone ON file (size) WHERE state = 'photo' AND goneAt IS NOT NULL",
        "ALTER TABLE actionMember ADD COLUMN cameFrom INTEGER REFERENCES place (id)",
        "ALTER TABLE receipt ADD COLUMN rebuiltAt INTEGER",
        "CREATE INDEX receiptRebuilt ON receipt (received) WHERE rebuiltAt NOTNULL",
    ]
}

extension Schema {
    /// Version 10, for remotes: their ids for files, and lists of receipts in several parts.
    static let locations = [
        "ALTER TABLE actionMember ADD COLUMN remoteID TEXT CHECK (remoteID <> '')",
        "ALTER TABLE receipt ADD COLUMN remoteID TEXT CHECK (remoteID <> '')",
        """
        CREATE TABLE receiptListPart (
          destination INTEGER NOT NULL REFERENCES destination (id),
          name TEXT NOT NULL CHECK (name <> ''),
          bytes INTEGER NOT NULL CHECK (bytes >= 0),
          PRIMARY KEY (destination, name)
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO receiptListPart (destination, name, bytes)
        SELECT id, 'receipts.ndjson', listed FROM destination WHERE listed > 0
        """,
        "ALTER TABLE destination DROP COLUMN listed",
    ]
}

extension Schema {
    /// Version 11: what scans could not read, so that the next one can tell what is new, and what a person has
    /// accepted.
    static let problems = [
        """
        CREATE TABLE problem (
          root INTEGER NOT NULL REFERENCES root (id),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) <> x'2f'),
          what TEXT NOT NULL CHECK (what <> ''),
          detail TEXT NOT NULL,
          since INTEGER NOT NULL,
          seen INTEGER NOT NULL,
          acceptedAt INTEGER,
          size INTEGER CHECK (size >= 0),
          modified INTEGER,
          PRIMARY KEY (root, path, what),
          CHECK ((acceptedAt IS NULL) = (size IS NULL)),
          CHECK ((acceptedAt IS NULL) = (modified IS NULL))
        ) STRICT, WITHOUT ROWID
        """
    ]
}

extension Schema {
    /// Version 16, for remotes: files that are about to be moved to their names.
    static let moves = [
        "ALTER TABLE actionMember ADD COLUMN isMoving INTEGER NOT NULL DEFAULT 0 CHECK (isMoving IN (0, 1))"
    ]
}

extension Schema {
    /// Version 18: contents that are not sent to a destination, since their copies were taken back from there or are
    /// gone; and receipts whose copies nobody expects any more.
    static let retractions = [
        """
        CREATE TABLE destinationHold (
          content INTEGER NOT NULL REFERENCES content (id),
          destination INTEGER NOT NULL REFERENCES destination (id),
          liftedBy INTEGER,
          PRIMARY KEY (content, destination)
        ) STRICT, WITHOUT ROWID
        """,
        "ALTER TABLE receipt ADD COLUMN endedAt INTEGER CHECK (endedAt IS NULL OR failedAt NOTNULL)",
    ]
}
