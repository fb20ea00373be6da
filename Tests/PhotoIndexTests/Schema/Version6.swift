import GRDB
import SystemPackage

/// What the sixth version of the schema made of the fifth, in its own words.
enum Version6 {
    /// Makes the file: that of the fifth version, brought to the sixth.
    static func make(at path: FilePath) throws {
        try Version5.make(at: path)
        try execute(
            """
            ALTER TABLE root ADD COLUMN followsLinks INTEGER NOT NULL DEFAULT 0 CHECK (followsLinks IN (0, 1));
            INSERT INTO grdb_migrations VALUES ('6');
            PRAGMA user_version = 6;
            """, in: path)
    }
}
