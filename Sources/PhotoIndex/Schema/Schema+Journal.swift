extension Schema {
    /// What version 4 adds for uploads: the files of an action with their tickets, receipts that say when they were
    /// verified last and whether they failed, destinations that are configured no longer, and where in the library a
    /// scan came across a destination's marker.
    static let journal = [
        "ALTER TABLE destination ADD COLUMN removedAt INTEGER",
        "CREATE UNIQUE INDEX destinationMarker ON destination (marker)",
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
        "CREATE INDEX actionRun ON action (run)",
        "CREATE INDEX actionOpen ON action (state, kind) WHERE state = 'staged' OR state = 'running'",
        "ALTER TABLE receipt ADD COLUMN checked INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE receipt ADD COLUMN failedAt INTEGER",
        "UPDATE receipt SET checked = received",
        """
        CREATE TABLE markerSighting (
          root INTEGER NOT NULL REFERENCES root (id),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) <> x'2f'),
          marker TEXT NOT NULL CHECK (marker <> ''),
          PRIMARY KEY (root, path)
        ) STRICT, WITHOUT ROWID
        """,
    ]
}
