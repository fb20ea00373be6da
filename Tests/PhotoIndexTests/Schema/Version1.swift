import GRDB
import SystemPackage

/// An index as the first version of the schema made it, with two photos, a mark and a hold.
enum Version1 {
    /// Makes the file.
    static func make(at path: FilePath) throws {
        let queue = try DatabaseQueue(path: path.string)
        try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL;" + schema + ";" + content) }
        try queue.close()
    }

    private static let schema = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        CREATE TABLE fileSystem (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL UNIQUE CHECK (name <> ''),
          keepsInodes INTEGER NOT NULL CHECK (keepsInodes IN (0, 1))
        ) STRICT;
        CREATE TABLE root (
          id INTEGER PRIMARY KEY,
          path BLOB NOT NULL UNIQUE CHECK (substr(path, 1, 1) = x'2f'),
          fileSystem INTEGER NOT NULL REFERENCES fileSystem (id),
          added INTEGER NOT NULL,
          lastScan INTEGER
        ) STRICT;
        CREATE TABLE camera (
          id INTEGER PRIMARY KEY,
          make TEXT,
          model TEXT,
          UNIQUE (make, model),
          CHECK (make IS NOT NULL OR model IS NOT NULL)
        ) STRICT;
        CREATE TABLE content (
          id INTEGER PRIMARY KEY,
          sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
          size INTEGER NOT NULL CHECK (size >= 0)
        ) STRICT;
        CREATE TABLE assetGroup (
          id INTEGER PRIMARY KEY,
          leader INTEGER NOT NULL
        ) STRICT;
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
          content INTEGER REFERENCES content (id),
          state TEXT NOT NULL CHECK (state = 'photo' OR state = 'other' OR state = 'broken'),
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
          CHECK ((assetGroup IS NOT NULL) = (state = 'photo')),
          CHECK ((format IS NOT NULL) = (state <> 'broken')),
          CHECK ((problem IS NOT NULL) = (state = 'broken')),
          CHECK ((latitude IS NULL) = (longitude IS NULL)),
          CHECK (latitude IS NULL OR positionProblem IS NULL),
          CHECK ((takenAt IS NULL) = (takenAtSource IS NULL)),
          CHECK ((utcOffset IS NULL) = (utcOffsetSource IS NULL)),
          CHECK (utcOffset IS NULL OR takenAt IS NOT NULL)
        ) STRICT;
        CREATE TABLE tally (
          root INTEGER NOT NULL REFERENCES root (id),
          kind TEXT NOT NULL
            CHECK (kind IN ('work', 'personal', 'unsure', 'group', 'gone', 'broken', 'other')),
          count INTEGER NOT NULL DEFAULT 0 CHECK (count >= 0),
          bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
          PRIMARY KEY (root, kind)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE identity (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          owner TEXT NOT NULL CHECK (owner <> '')
        ) STRICT;
        CREATE TABLE verdict (
          assetGroup INTEGER PRIMARY KEY REFERENCES assetGroup (id),
          verdict TEXT NOT NULL CHECK (verdict = 'work' OR verdict = 'personal' OR verdict = 'unsure'),
          reason TEXT NOT NULL CHECK (reason <> ''),
          fence TEXT CHECK (fence <> ''),
          distance REAL
        ) STRICT;
        CREATE TABLE judgingBasis (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          fences BLOB NOT NULL CHECK (length(fences) = 32),
          settings BLOB NOT NULL CHECK (length(settings) = 32),
          rulesVersion INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE mark (
          id INTEGER PRIMARY KEY,
          content INTEGER NOT NULL REFERENCES content (id),
          verdict TEXT NOT NULL CHECK (verdict IN ('work', 'personal')),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          UNIQUE (content, path)
        ) STRICT;
        CREATE TABLE hold (
          content INTEGER PRIMARY KEY REFERENCES content (id),
          reason TEXT NOT NULL CHECK (reason <> '')
        ) STRICT;
        CREATE TABLE run (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          command TEXT NOT NULL CHECK (command <> ''),
          started INTEGER NOT NULL,
          ended INTEGER,
          isComplete INTEGER CHECK (isComplete IN (0, 1)),
          host TEXT,
          pid INTEGER,
          CHECK ((ended IS NULL) = (isComplete IS NULL))
        ) STRICT;
        CREATE TABLE runCount (
          run INTEGER NOT NULL REFERENCES run (id),
          what TEXT NOT NULL CHECK (what <> ''),
          count INTEGER NOT NULL CHECK (count > 0),
          PRIMARY KEY (run, what)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE destination (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL UNIQUE CHECK (name <> ''),
          spec TEXT NOT NULL CHECK (spec <> ''),
          marker TEXT CHECK (marker <> '')
        ) STRICT;
        CREATE TABLE action (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          run INTEGER NOT NULL REFERENCES run (id),
          kind TEXT NOT NULL CHECK (kind IN ('upload', 'purge')),
          assetGroup INTEGER NOT NULL,
          state TEXT NOT NULL
            CHECK (state IN ('planned', 'staged', 'running', 'done', 'failed', 'skipped', 'refused')),
          destination INTEGER REFERENCES destination (id),
          target BLOB,
          why TEXT
        ) STRICT;
        CREATE TABLE receipt (
          id INTEGER PRIMARY KEY,
          content INTEGER NOT NULL REFERENCES content (id),
          destination INTEGER NOT NULL REFERENCES destination (id),
          target BLOB NOT NULL CHECK (length(target) > 0),
          size INTEGER NOT NULL CHECK (size >= 0),
          sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
          checksum TEXT,
          checksumKind TEXT,
          received INTEGER NOT NULL,
          UNIQUE (content, destination, target),
          CHECK ((checksum IS NULL) = (checksumKind IS NULL))
        ) STRICT;
        CREATE UNIQUE INDEX filePath ON file (root, path);
        CREATE INDEX fileGroup ON file (assetGroup);
        CREATE INDEX fileContent ON file (content) WHERE content IS NOT NULL;
        CREATE INDEX fileTaken ON file (takenAt) WHERE state = 'photo' AND goneAt IS NULL;
        CREATE INDEX fileSize ON file (size) WHERE state = 'photo' AND goneAt IS NULL
        """

    private static let content = """
        PRAGMA application_id = 1466650728;
        PRAGMA user_version = 1;
        INSERT INTO grdb_migrations VALUES ('1');
        INSERT INTO identity VALUES (1, 'tests');
        INSERT INTO fileSystem VALUES (1, 'uuid:disk', 1);
        INSERT INTO root VALUES (1, CAST('/photos' AS BLOB), 1, 1, 100);
        INSERT INTO content VALUES (1, zeroblob(32), 1001);
        INSERT INTO assetGroup VALUES (1, 1), (2, 2);
        INSERT INTO file (id, root, path, size, modified, changed, inode, isRacy, readerVersion, fileSystem, digest,
          assetGroup, content, state, format, latitude, longitude, positionSource)
        VALUES (1, 1, CAST('a.jpg' AS BLOB), 1001, 1, 1, 1, 0, 1, 1, 1, 1, 1, 'photo', 'jpeg', 47, 8, 'exif'),
          (2, 1, CAST('b.jpg' AS BLOB), 1002, 2, 2, 2, 0, 1, 1, 2, 2, NULL, 'photo', 'jpeg', 47, 8, 'exif');
        INSERT INTO verdict VALUES (1, 'personal', 'marked', NULL, NULL), (2, 'work', 'inside-fence', 'Office', -5);
        INSERT INTO mark VALUES (1, 1, 'personal', CAST('/photos/a.jpg' AS BLOB));
        INSERT INTO hold VALUES (1, 'restored');
        INSERT INTO tally VALUES (1, 'work', 1, 1002), (1, 'personal', 1, 1001), (1, 'unsure', 0, 0),
          (1, 'group', 2, 2003), (1, 'gone', 0, 0), (1, 'broken', 0, 0), (1, 'other', 0, 0)
        """
}
