extension Schema {
    /// What version 7 adds: a count of changes, by which it is known that what was worked out holds still.
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
