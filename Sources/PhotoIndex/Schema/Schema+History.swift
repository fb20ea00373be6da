extension Schema {
    /// Version 16: a short history of people's decisions and of changes of the fences, so that they can be undone; and
    /// decisions are found by any path.
    static let history = [
        "DROP INDEX markPath",
        "CREATE INDEX markPath ON mark (path)",
        "DROP INDEX holdPath",
        "CREATE INDEX holdPath ON hold (path)",
        """
        CREATE TABLE decisionChange (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          command TEXT NOT NULL CHECK (command <> ''),
          at INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE decisionChangeFile (
          change INTEGER NOT NULL REFERENCES decisionChange (id),
          place INTEGER NOT NULL,
          content INTEGER NOT NULL REFERENCES content (id),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          PRIMARY KEY (change, place)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE decisionChangeRow (
          change INTEGER NOT NULL,
          place INTEGER NOT NULL,
          isAfter INTEGER NOT NULL CHECK (isAfter IN (0, 1)),
          decision TEXT NOT NULL CHECK (decision IN ('mark', 'hold')),
          content INTEGER NOT NULL REFERENCES content (id),
          value TEXT NOT NULL CHECK (value <> ''),
          path BLOB CHECK (substr(path, 1, 1) = x'2f'),
          followsContent INTEGER NOT NULL CHECK (followsContent IN (0, 1)),
          staysWithPath INTEGER NOT NULL CHECK (staysWithPath IN (0, 1)),
          FOREIGN KEY (change, place) REFERENCES decisionChangeFile (change, place)
        ) STRICT
        """,
        "CREATE INDEX decisionChangeRowFile ON decisionChangeRow (change, place)",
        """
        CREATE TABLE fenceChange (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          command TEXT NOT NULL CHECK (command <> ''),
          at INTEGER NOT NULL,
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          before BLOB NOT NULL,
          after BLOB NOT NULL
        ) STRICT
        """,
    ]
}
