extension Schema {
    /// Version 4, for uploads: the files of an action with their tickets, receipts with the time of their last check
    /// and whether they failed, destinations that are no longer configured, and where in the library a scan found a
    /// destination's marker.
    static let uploads =
        destinations + [
            "ALTER TABLE action ADD COLUMN stagedAt INTEGER",
            """
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
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX actionLeader ON actionMember (path) WHERE place = 0",
            "CREATE INDEX actionRun ON action (run)",
            // By state alone, so that actions of one state come in the order of their numbers.
            "CREATE INDEX actionOpen ON action (state) WHERE state = 'staged' OR state = 'running'",
            "ALTER TABLE receipt ADD COLUMN checked INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE receipt ADD COLUMN failedAt INTEGER",
            "UPDATE receipt SET checked = received",
            "CREATE INDEX receiptTarget ON receipt (destination, target)",
            // What is asked about every hashed photo is answered from this index alone.
            "CREATE INDEX receiptCounting ON receipt (content, destination) WHERE failedAt IS NULL",
            """
            CREATE TABLE markerSighting (
              root INTEGER NOT NULL REFERENCES root (id),
              path BLOB NOT NULL CHECK (substr(path, 1, 1) <> x'2f'),
              marker TEXT NOT NULL CHECK (marker <> ''),
              PRIMARY KEY (root, path)
            ) STRICT, WITHOUT ROWID
            """,
        ]

    /// Every destination has a marker, and its name is taken as long as it is configured. No earlier version wrote any.
    private static let destinations = [
        """
        CREATE TABLE newDestination (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL CHECK (name <> ''),
          spec TEXT NOT NULL CHECK (spec <> ''),
          marker TEXT NOT NULL UNIQUE CHECK (marker <> ''),
          removedAt INTEGER,
          listed INTEGER NOT NULL DEFAULT 0 CHECK (listed >= 0)
        ) STRICT
        """,
        """
        INSERT INTO newDestination (id, name, spec, marker)
        SELECT id, name, spec, coalesce(marker, 'unknown-' || id) FROM destination
        """,
        "DROP TABLE destination",
        "ALTER TABLE newDestination RENAME TO destination",
        "CREATE UNIQUE INDEX destinationName ON destination (name) WHERE removedAt IS NULL",
    ]
}
