import SystemPackage

/// What the seventh version of the schema made of the sixth, in its own words.
enum Version7 {
    /// Makes the file: that of the sixth version, brought to the seventh.
    static func make(at path: FilePath) throws {
        try Version6.make(at: path)
        try execute(
            """
            CREATE TABLE changeCount (
              id INTEGER PRIMARY KEY CHECK (id = 1),
              count INTEGER NOT NULL CHECK (count >= 0)
            ) STRICT;
            INSERT INTO changeCount (id, count) VALUES (1, 0);
            CREATE TABLE completeUpload (
              key BLOB PRIMARY KEY CHECK (length(key) = 32),
              changes INTEGER NOT NULL,
              upToDate INTEGER NOT NULL CHECK (upToDate >= 0),
              personal INTEGER NOT NULL CHECK (personal >= 0),
              unsure INTEGER NOT NULL CHECK (unsure >= 0)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO grdb_migrations VALUES ('7');
            PRAGMA user_version = 7;
            """, in: path)
    }
}
