extension Schema {
    /// Files on the disk and what was read from them, as in version 1.
    static let files = [
        """
        CREATE TABLE fileSystem (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL UNIQUE CHECK (name <> ''),
          keepsInodes INTEGER NOT NULL CHECK (keepsInodes IN (0, 1))
        ) STRICT
        """,
        """
        CREATE TABLE root (
          id INTEGER PRIMARY KEY,
          path BLOB NOT NULL UNIQUE CHECK (substr(path, 1, 1) = x'2f'),
          fileSystem INTEGER NOT NULL REFERENCES fileSystem (id),
          added INTEGER NOT NULL,
          lastScan INTEGER
        ) STRICT
        """,
        """
        CREATE TABLE camera (
          id INTEGER PRIMARY KEY,
          make TEXT,
          model TEXT,
          UNIQUE (make, model),
          CHECK (make IS NOT NULL OR model IS NOT NULL)
        ) STRICT
        """,
        """
        CREATE TABLE content (
          id INTEGER PRIMARY KEY,
          sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
          size INTEGER NOT NULL CHECK (size >= 0)
        ) STRICT
        """,
        """
        CREATE TABLE assetGroup (
          id INTEGER PRIMARY KEY,
          leader INTEGER NOT NULL
        ) STRICT
        """,
        file,
        """
        CREATE TABLE tally (
          root INTEGER NOT NULL REFERENCES root (id),
          kind TEXT NOT NULL
            CHECK (kind IN ('work', 'personal', 'unsure', 'group', 'gone', 'broken', 'other')),
          count INTEGER NOT NULL DEFAULT 0 CHECK (count >= 0),
          bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
          PRIMARY KEY (root, kind)
        ) STRICT, WITHOUT ROWID
        """,
    ]

    /// As in version 1; version 3 makes it again.
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
        ) STRICT
        """
}
