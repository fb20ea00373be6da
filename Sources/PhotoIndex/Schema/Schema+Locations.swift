extension Schema {
    /// What version 10 adds for remotes: by what these know a file besides its path, and lists of receipts in several parts.
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
