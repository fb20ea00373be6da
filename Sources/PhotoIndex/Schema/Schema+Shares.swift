extension Schema {
    /// Version 12: what was shared with others, from before the destination is asked to share until it has confirmed
    /// the end.
    static let shares = [
        """
        CREATE TABLE share (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          destination INTEGER NOT NULL REFERENCES destination (id),
          target BLOB NOT NULL CHECK (substr(target, 1, 1) <> x'2f'),
          remoteID TEXT CHECK (remoteID <> ''),
          content INTEGER REFERENCES content (id),
          path BLOB CHECK (substr(path, 1, 1) = x'2f'),
          audience TEXT CHECK (audience <> ''),
          role TEXT NOT NULL CHECK (role <> ''),
          expiresAt INTEGER,
          permission TEXT CHECK (permission <> ''),
          link TEXT CHECK (link <> ''),
          askedAt INTEGER NOT NULL,
          sharedAt INTEGER,
          stoppedAt INTEGER,
          CHECK (content IS NULL OR length(target) > 0),
          CHECK ((content IS NULL) = (path IS NULL))
        ) STRICT
        """,
        """
        CREATE UNIQUE INDEX shareOpen ON share (destination, target, coalesce(remoteID, ''), coalesce(audience, ''))
        WHERE stoppedAt IS NULL
        """,
    ]
}
