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

extension Schema {
    /// Version 14: what a destination said is in shared folders, besides the copies with receipts there: contents, and
    /// files of the library that have such a content, or may, although they were never hashed.
    static let findings = [
        """
        CREATE TABLE shareFinding (
          share INTEGER NOT NULL REFERENCES share (id) ON DELETE CASCADE,
          content INTEGER REFERENCES content (id),
          path BLOB CHECK (substr(path, 1, 1) = x'2f'),
          UNIQUE (share, content),
          UNIQUE (share, path),
          CHECK ((content IS NULL) <> (path IS NULL))
        ) STRICT
        """
    ]
}
