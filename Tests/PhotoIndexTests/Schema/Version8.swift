import SystemPackage

/// What the eighth version of the schema made of the seventh, in its own words.
enum Version8 {
    /// Makes the file: that of the seventh version, brought to the eighth.
    static func make(at path: FilePath) throws {
        try Version7.make(at: path)
        try execute(
            """
            CREATE TABLE place (
              id INTEGER PRIMARY KEY AUTOINCREMENT,
              root INTEGER UNIQUE REFERENCES root (id),
              path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
              until INTEGER,
              CHECK ((root IS NULL) = (until IS NOT NULL))
            ) STRICT;
            INSERT INTO place (root, path) SELECT id, path FROM root ORDER BY id;
            CREATE TABLE placePeak (
              place INTEGER NOT NULL REFERENCES place (id),
              day INTEGER NOT NULL,
              photos INTEGER NOT NULL CHECK (photos >= 0),
              PRIMARY KEY (place, day)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO placePeak SELECT p.id, r.day, r.photos FROM rootPeak r JOIN place p ON p.root = r.root;
            CREATE TABLE libraryPeak (
              day INTEGER PRIMARY KEY,
              photos INTEGER NOT NULL CHECK (photos >= 0)
            ) STRICT;
            INSERT INTO libraryPeak SELECT day, sum(photos) FROM rootPeak GROUP BY day;
            DROP TABLE rootPeak;
            CREATE TABLE formerFile (
              size INTEGER NOT NULL,
              digest INTEGER NOT NULL,
              inode INTEGER NOT NULL,
              place INTEGER NOT NULL REFERENCES place (id),
              PRIMARY KEY (size, digest, inode, place)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX formerFilePlace ON formerFile (place);
            CREATE INDEX fileGone ON file (size) WHERE state = 'photo' AND goneAt IS NOT NULL;
            ALTER TABLE actionMember ADD COLUMN cameFrom INTEGER REFERENCES place (id);
            ALTER TABLE receipt ADD COLUMN rebuiltAt INTEGER;
            CREATE INDEX receiptRebuilt ON receipt (received) WHERE rebuiltAt NOTNULL;
            INSERT INTO grdb_migrations VALUES ('8');
            PRAGMA user_version = 8;
            """, in: path)
    }
}
