import GRDB
import SystemPackage

/// What the second version of the schema made of the first, in its own words.
enum Version2 {
    /// Makes the file: that of the first version, brought to the second.
    static func make(at path: FilePath, isFilled: Bool = true) throws {
        try Version1.make(at: path)
        let queue = try DatabaseQueue(path: path.string)
        try queue.inDatabase { db in
            try db.execute(sql: changes + content)
            if isFilled { try db.execute(sql: indexes) } else { try db.execute(sql: unfilled) }
        }
        try queue.close()
    }

    private static let changes = """
        ALTER TABLE mark ADD COLUMN followsContent INTEGER NOT NULL DEFAULT 1 CHECK (followsContent IN (0, 1));
        ALTER TABLE mark ADD COLUMN staysWithPath INTEGER NOT NULL DEFAULT 0 CHECK (staysWithPath IN (0, 1));
        UPDATE mark SET staysWithPath = 1 WHERE verdict = 'personal';
        CREATE INDEX markPath ON mark (path) WHERE staysWithPath;
        ALTER TABLE hold RENAME TO oldHold;
        CREATE TABLE hold (
          id INTEGER PRIMARY KEY,
          content INTEGER NOT NULL REFERENCES content (id),
          reason TEXT NOT NULL CHECK (reason <> ''),
          path BLOB CHECK (substr(path, 1, 1) = x'2f'),
          followsContent INTEGER NOT NULL DEFAULT 1 CHECK (followsContent IN (0, 1)),
          staysWithPath INTEGER NOT NULL DEFAULT 0 CHECK (staysWithPath IN (0, 1)),
          UNIQUE (content, path),
          CHECK (path IS NOT NULL OR NOT staysWithPath)
        ) STRICT;
        INSERT INTO hold (content, reason) SELECT content, reason FROM oldHold;
        DROP TABLE oldHold;
        CREATE INDEX holdPath ON hold (path) WHERE staysWithPath;
        CREATE INDEX contentSize ON content (size);
        DROP INDEX fileTaken;
        PRAGMA user_version = 2;
        INSERT INTO grdb_migrations VALUES ('2');
        """

    private static let content = """
        INSERT INTO camera VALUES (1, 'Canon', 'EOS R5');
        UPDATE file SET camera = 1, takenAt = 5, takenAtSource = 'exif', contentIdentifier = 'A' WHERE id = 1;
        INSERT INTO file (id, root, path, goneAt, size, modified, changed, inode, isRacy, readerVersion, fileSystem,
          digest, state, format, problem, detail)
        VALUES (3, 1, CAST('c.heic' AS BLOB), NULL, 1003, 3, 3, 3, 0, 1, 1, 3, 'other', 'heic', NULL, NULL),
          (4, 1, CAST('d.jpg' AS BLOB), NULL, 1004, 4, 4, 4, 0, 1, 1, 4, 'broken', NULL, 'corrupt', 'it ends early'),
          (5, 1, CAST('e.heic' AS BLOB), 77, 1005, 5, 5, 5, 0, 1, 1, 5, 'other', 'heic', NULL, NULL);
        UPDATE tally SET count = 1, bytes = 1003 WHERE kind = 'other';
        UPDATE tally SET count = 1, bytes = 1004 WHERE kind = 'broken';
        """

    private static let indexes = """
        CREATE INDEX fileTaken ON file (takenAt, camera, assetGroup) WHERE state = 'photo' AND goneAt IS NULL;
        CREATE INDEX fileNear ON file (latitude, longitude) WHERE latitude IS NOT NULL;
        CREATE INDEX verdictFence ON verdict (fence) WHERE fence IS NOT NULL
        """

    private static let unfilled = """
        DROP INDEX filePath; DROP INDEX fileGroup; DROP INDEX fileContent; DROP INDEX fileSize
        """
}
