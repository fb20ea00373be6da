extension IndexSchema {
    /// Version 1: who made the index, and what is on the disk.
    ///
    /// In `file`, the columns that tell whether a file has changed come first: SQLite reads a row only as far as
    /// necessary. CHECKs that list words use `=` and `OR`: for `IN` with three or more words SQLite makes a table at
    /// each insert, which took half of its time. The most frequent value comes first in each.
    static let library = """
        CREATE TABLE identity (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          owner TEXT NOT NULL CHECK (owner <> '')
        ) STRICT;

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
          lastScan INTEGER,
          followsLinks INTEGER NOT NULL DEFAULT 0 CHECK (followsLinks IN (0, 1))
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
        CREATE INDEX contentSize ON content (size);

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
          sidecarNotes INTEGER CHECK (sidecarNotes > 0),
          overruledLatitude REAL CHECK (overruledLatitude BETWEEN -90 AND 90),
          overruledLongitude REAL CHECK (overruledLongitude BETWEEN -180 AND 180),
          overruledTakenAt INTEGER,
          overruledTakenAtSource TEXT CHECK (overruledTakenAtSource <> ''),
          overruledOffset INTEGER CHECK (overruledOffset BETWEEN -86400 AND 86400),
          overruledOffsetSource TEXT CHECK (overruledOffsetSource <> ''),
          nextTakenAt INTEGER,
          nextTakenAtSource TEXT CHECK (nextTakenAtSource <> ''),
          nextUtcOffset INTEGER CHECK (nextUtcOffset BETWEEN -86400 AND 86400),
          nextUtcOffsetSource TEXT CHECK (nextUtcOffsetSource <> ''),
          unsetTakenAt INTEGER,
          unsetTakenAtSource TEXT CHECK (unsetTakenAtSource <> ''),
          CHECK (CASE state WHEN 'photo' THEN assetGroup IS NOT NULL AND role IS NOT NULL AND role <> 'sidecar'
            WHEN 'sidecar' THEN role IS 'sidecar' AND (assetGroup IS NOT NULL) = hasCompany
            ELSE role IS NULL AND assetGroup IS NULL END),
          CHECK (hasCompany = 0 OR assetGroup IS NOT NULL),
          CHECK ((format IS NOT NULL) = (state <> 'broken')),
          CHECK ((problem IS NOT NULL) = (state = 'broken')),
          CHECK ((latitude IS NULL) = (longitude IS NULL)),
          CHECK (latitude IS NULL OR positionProblem IS NULL),
          CHECK ((takenAt IS NULL) = (takenAtSource IS NULL)),
          CHECK (utcOffset IS NULL OR utcOffsetSource IS NOT NULL),
          CHECK (utcOffsetSource IS NULL OR takenAt IS NOT NULL),
          CHECK ((overruledLatitude IS NULL) = (overruledLongitude IS NULL)),
          CHECK ((overruledTakenAt IS NULL) = (overruledTakenAtSource IS NULL)),
          CHECK (overruledOffset IS NULL OR overruledOffsetSource IS NOT NULL)
        ) STRICT;
        -- The other indexes of this table come after the first fill. Few photos are gone, so this one costs it nothing.
        CREATE INDEX fileGone ON file (size) WHERE state = 'photo' AND goneAt IS NOT NULL;

        CREATE TABLE takeoutBinding (
          sidecar INTEGER NOT NULL,
          photo INTEGER NOT NULL,
          PRIMARY KEY (sidecar, photo)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE looseDirectory (
          root INTEGER NOT NULL REFERENCES root (id),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) <> x'2f'),
          isForLater INTEGER NOT NULL DEFAULT 0 CHECK (isForLater IN (0, 1)),
          PRIMARY KEY (root, path)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tally (
          root INTEGER NOT NULL REFERENCES root (id),
          kind TEXT NOT NULL
            CHECK (kind IN ('work', 'personal', 'unsure', 'group', 'gone', 'broken', 'other', 'sidecar')),
          count INTEGER NOT NULL DEFAULT 0 CHECK (count >= 0),
          bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
          PRIMARY KEY (root, kind)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE formerPath (
          root INTEGER NOT NULL REFERENCES root (id),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          until INTEGER NOT NULL,
          PRIMARY KEY (root, path)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE rootPeak (
          root INTEGER NOT NULL REFERENCES root (id),
          day INTEGER NOT NULL,
          photos INTEGER NOT NULL CHECK (photos >= 0),
          PRIMARY KEY (root, day)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE libraryPeak (
          day INTEGER PRIMARY KEY,
          photos INTEGER NOT NULL CHECK (photos >= 0)
        ) STRICT;

        CREATE TABLE problem (
          root INTEGER NOT NULL REFERENCES root (id),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) <> x'2f'),
          what TEXT NOT NULL CHECK (what <> ''),
          detail TEXT NOT NULL,
          since INTEGER NOT NULL,
          seen INTEGER NOT NULL,
          acceptedAt INTEGER,
          size INTEGER CHECK (size >= 0),
          modified INTEGER,
          PRIMARY KEY (root, path, what),
          CHECK ((acceptedAt IS NULL) = (size IS NULL)),
          CHECK ((acceptedAt IS NULL) = (modified IS NULL))
        ) STRICT, WITHOUT ROWID;
        """
}
