extension Schema {
    /// Version 3, for groups of several files: sidecars are files of their own kind, each file has a role in its group
    /// and records whether there are others in it, clips have a length, and there is a list of the directories whose
    /// groups have to be worked out again.
    static let groups =
        [
            """
            CREATE TABLE looseDirectory (
              root INTEGER NOT NULL REFERENCES root (id),
              path BLOB NOT NULL CHECK (substr(path, 1, 1) <> x'2f'),
              PRIMARY KEY (root, path)
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX actionGroup ON action (assetGroup)",
            "ALTER TABLE tally RENAME TO oldTally",
            """
            CREATE TABLE tally (
              root INTEGER NOT NULL REFERENCES root (id),
              kind TEXT NOT NULL
                CHECK (kind IN ('work', 'personal', 'unsure', 'group', 'gone', 'broken', 'other', 'sidecar')),
              count INTEGER NOT NULL DEFAULT 0 CHECK (count >= 0),
              bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
              PRIMARY KEY (root, kind)
            ) STRICT, WITHOUT ROWID
            """,
            "INSERT INTO tally SELECT root, kind, count, bytes FROM oldTally",
            "INSERT INTO tally (root, kind) SELECT id, 'sidecar' FROM root",
            "DROP TABLE oldTally",
            "ALTER TABLE file RENAME TO oldFile",
            fileWithRole,
            """
            INSERT INTO file (\(FileColumns.ofVersion2.joined(separator: ", ")), role)
            SELECT \(FileColumns.ofVersion2.joined(separator: ", ")), CASE WHEN state = 'photo' THEN
              CASE WHEN format IN ('mov', 'mp4', 'm4v', '3gp') THEN 'clip'
                WHEN format IN ('dng', 'cr2', 'cr3', 'nef', 'arw', 'pef', 'orf', 'rw2', 'srw', 'raf') THEN 'raw'
                ELSE 'still' END END
            FROM oldFile
            """,
            "DROP TABLE oldFile",
        ]

    /// Columns needed to find changed files come first: SQLite reads a row only as far as necessary. CHECKs that list
    /// words use `=` and `OR`: for `IN` with three or more words SQLite makes a table at each insert, which took half
    /// of its time. The most frequent value comes first in each.
    private static let fileWithRole = """
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
        ) STRICT
        """
}

extension FileColumns {
    /// The columns of version 2's table.
    fileprivate static let ofVersion2 = [
        "id", "root", "path", "goneAt", "size", "modified", "changed", "inode", "isRacy", "readerVersion",
        "fileSystem", "digest", "assetGroup", "content", "state", "format", "problem", "detail", "latitude",
        "longitude", "positionSource", "positionProblem", "altitude", "horizontalAccuracy", "processingMethod",
        "gpsTime", "takenAt", "takenAtSource", "utcOffset", "utcOffsetSource", "camera", "width", "height",
        "orientation", "thumbnailBytes", "contentIdentifier",
    ]
}
