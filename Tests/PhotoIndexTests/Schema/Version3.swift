import GRDB
import SystemPackage

/// What the third version of the schema made of the second, in its own words, with a destination, a run that was
/// killed, an action and a receipt.
enum Version3 {
    /// Makes the file: that of the second version, brought to the third.
    static func make(at path: FilePath) throws {
        try Version2.make(at: path)
        let queue = try DatabaseQueue(path: path.string)
        try queue.inDatabase { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF; \(tables) \(file) \(indexes) PRAGMA foreign_keys = ON")
            try db.execute(sql: content)
        }
        try queue.close()
    }

    private static let tables = """
        CREATE TABLE looseDirectory (
          root INTEGER NOT NULL REFERENCES root (id),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) <> x'2f'),
          PRIMARY KEY (root, path)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX actionGroup ON action (assetGroup);
        ALTER TABLE tally RENAME TO oldTally;
        CREATE TABLE tally (
          root INTEGER NOT NULL REFERENCES root (id),
          kind TEXT NOT NULL
            CHECK (kind IN ('work', 'personal', 'unsure', 'group', 'gone', 'broken', 'other', 'sidecar')),
          count INTEGER NOT NULL DEFAULT 0 CHECK (count >= 0),
          bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
          PRIMARY KEY (root, kind)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO tally SELECT root, kind, count, bytes FROM oldTally;
        INSERT INTO tally (root, kind) SELECT id, 'sidecar' FROM root;
        DROP TABLE oldTally;
        ALTER TABLE file RENAME TO oldFile;
        """

    private static let file = """
        CREATE TABLE file (
          id INTEGER PRIMARY KEY,
          root INTEGER NOT NULL REFERENCES root (id),
          path BLOB NOT NULL CHECK (length(path) > 0 AND substr(path, 1, 1) <> x'2f'),
          goneAt INTEGER,
          size INTEGER NOT NULL CHECK (size >= 0),
          modified INTEGER NOT NULL,
          changed INTEGER NOT NULL,
          inode INTEGER NOT NULL,
          isRacy INTEGER NOT NULL CHECK (isRacy IN (0, 1)),
          readerVersion INTEGER NOT NULL,
          fileSystem INTEGER NOT NULL REFERENCES fileSystem (id),
          digest INTEGER NOT NULL,
          assetGroup INTEGER REFERENCES assetGroup (id),
          hasCompany INTEGER NOT NULL DEFAULT 0 CHECK (hasCompany IN (0, 1)),
          role TEXT
            CHECK (role = 'still' OR role = 'clip' OR role = 'raw' OR role = 'sidecar' OR role = 'edit'),
          content INTEGER REFERENCES content (id),
          state TEXT NOT NULL
            CHECK (state = 'photo' OR state = 'sidecar' OR state = 'other' OR state = 'broken'),
          format TEXT CHECK (format <> ''),
          problem TEXT CHECK (problem <> ''),
          detail TEXT,
          latitude REAL CHECK (latitude BETWEEN -90 AND 90),
          longitude REAL CHECK (longitude BETWEEN -180 AND 180),
          positionSource TEXT CHECK (positionSource <> ''),
          positionProblem TEXT CHECK (positionProblem <> ''),
          altitude REAL,
          horizontalAccuracy REAL CHECK (horizontalAccuracy > 0),
          processingMethod TEXT,
          gpsTime INTEGER,
          takenAt INTEGER,
          takenAtSource TEXT CHECK (takenAtSource <> ''),
          utcOffset INTEGER CHECK (utcOffset BETWEEN -86400 AND 86400),
          utcOffsetSource TEXT CHECK (utcOffsetSource <> ''),
          camera INTEGER REFERENCES camera (id),
          width INTEGER CHECK (width >= 0),
          height INTEGER CHECK (height >= 0),
          orientation INTEGER CHECK (orientation BETWEEN 1 AND 8),
          thumbnailBytes INTEGER CHECK (thumbnailBytes >= 0),
          contentIdentifier TEXT,
          duration REAL CHECK (duration >= 0),
          CHECK (CASE state WHEN 'photo' THEN assetGroup IS NOT NULL AND role IS NOT NULL AND role <> 'sidecar'
            WHEN 'sidecar' THEN role IS 'sidecar' AND (assetGroup IS NOT NULL) = hasCompany
            ELSE role IS NULL AND assetGroup IS NULL END),
          CHECK (hasCompany = 0 OR (assetGroup IS NOT NULL AND goneAt IS NULL)),
          CHECK ((format IS NOT NULL) = (state <> 'broken')),
          CHECK ((problem IS NOT NULL) = (state = 'broken')),
          CHECK ((latitude IS NULL) = (longitude IS NULL)),
          CHECK (latitude IS NULL OR positionProblem IS NULL),
          CHECK ((takenAt IS NULL) = (takenAtSource IS NULL)),
          CHECK ((utcOffset IS NULL) = (utcOffsetSource IS NULL)),
          CHECK (utcOffset IS NULL OR takenAt IS NOT NULL)
        ) STRICT;
        INSERT INTO file (\(columns), role) SELECT \(columns), CASE WHEN state = 'photo' THEN 'still' END FROM oldFile;
        DROP TABLE oldFile;
        """

    private static let columns = """
        id, root, path, goneAt, size, modified, changed, inode, isRacy, readerVersion, fileSystem, digest, assetGroup,
        content, state, format, problem, detail, latitude, longitude, positionSource, positionProblem, altitude,
        horizontalAccuracy, processingMethod, gpsTime, takenAt, takenAtSource, utcOffset, utcOffsetSource, camera,
        width, height, orientation, thumbnailBytes, contentIdentifier
        """

    private static let indexes = """
        CREATE UNIQUE INDEX filePath ON file (root, path);
        CREATE INDEX fileGroup ON file (assetGroup);
        CREATE INDEX fileContent ON file (content) WHERE content IS NOT NULL;
        CREATE INDEX fileTaken ON file (takenAt, camera, assetGroup) WHERE state = 'photo' AND goneAt IS NULL;
        CREATE INDEX fileSize ON file (size) WHERE state = 'photo' AND goneAt IS NULL;
        CREATE INDEX fileNear ON file (latitude, longitude) WHERE latitude IS NOT NULL;
        INSERT INTO looseDirectory SELECT DISTINCT root, x'' FROM file WHERE state = 'photo';
        INSERT INTO grdb_migrations VALUES ('3');
        PRAGMA user_version = 3;
        """

    private static let content = """
        INSERT INTO destination VALUES (1, 'nas', 'folder:/nas', 'abc');
        INSERT INTO destination VALUES (2, 'old', 'folder:/old', NULL);
        INSERT INTO run (id, command, started) VALUES (7, 'upload', 1);
        INSERT INTO receipt VALUES (1, 1, 1, CAST('a' AS BLOB), (SELECT size FROM content WHERE id = 1),
          (SELECT sha256 FROM content WHERE id = 1), 'ab', 'md5', 5);
        """
}
