extension Schema {
    /// What version 2 changes of marks and holds: each says whether it is about a content, about a path, or both. What
    /// version 1 held was about contents, and a personal mark about its path as well.
    static let words = [
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
