extension IndexSchema {
    /// Version 1: what is thought of the photos: verdicts and what they rest on, and people's decisions.
    static let judgements = """
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
          rulesVersion INTEGER NOT NULL,
          infers INTEGER NOT NULL CHECK (infers IN (0, 1)),
          judgedAt INTEGER
        ) STRICT;

        CREATE TABLE track (
          id INTEGER PRIMARY KEY,
          path BLOB NOT NULL UNIQUE CHECK (substr(path, 1, 1) = x'2f'),
          isNamed INTEGER NOT NULL CHECK (isNamed IN (0, 1)),
          size INTEGER NOT NULL CHECK (size >= 0),
          modified INTEGER NOT NULL,
          changed INTEGER NOT NULL,
          inode INTEGER NOT NULL,
          sha256 BLOB CHECK (length(sha256) = 32),
          problem TEXT CHECK (problem <> ''),
          CHECK (sha256 IS NOT NULL OR problem IS NOT NULL)
        ) STRICT;

        CREATE TABLE trackPart (
          track INTEGER NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          number INTEGER NOT NULL CHECK (number >= 0),
          points BLOB NOT NULL CHECK (length(points) > 0 AND length(points) % 24 = 0),
          UNIQUE (track, number)
        ) STRICT;

        CREATE TABLE cameraOffset (
          camera INTEGER PRIMARY KEY,
          microseconds INTEGER NOT NULL,
          source TEXT NOT NULL CHECK (source IN ('camera-offset', 'clock-photo'))
        ) STRICT;

        CREATE TABLE inferredPosition (
          file INTEGER PRIMARY KEY REFERENCES file (id) ON DELETE CASCADE,
          latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
          longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
          accuracy REAL NOT NULL CHECK (accuracy > 0),
          method TEXT NOT NULL CHECK (method IN ('track', 'photos')),
          before INTEGER NOT NULL,
          beforeAt INTEGER NOT NULL,
          beforeLatitude REAL NOT NULL CHECK (beforeLatitude BETWEEN -90 AND 90),
          beforeLongitude REAL NOT NULL CHECK (beforeLongitude BETWEEN -180 AND 180),
          after INTEGER NOT NULL,
          afterAt INTEGER NOT NULL,
          afterLatitude REAL NOT NULL CHECK (afterLatitude BETWEEN -90 AND 90),
          afterLongitude REAL NOT NULL CHECK (afterLongitude BETWEEN -180 AND 180)
        ) STRICT;

        CREATE TABLE mark (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          content INTEGER NOT NULL REFERENCES content (id),
          verdict TEXT NOT NULL CHECK (verdict IN ('work', 'personal')),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          followsContent INTEGER NOT NULL CHECK (followsContent IN (0, 1)),
          staysWithPath INTEGER NOT NULL CHECK (staysWithPath IN (0, 1)),
          UNIQUE (content, path)
        ) STRICT;
        CREATE INDEX markPath ON mark (path);

        CREATE TABLE hold (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          content INTEGER NOT NULL REFERENCES content (id),
          reason TEXT NOT NULL CHECK (reason <> ''),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          followsContent INTEGER NOT NULL CHECK (followsContent IN (0, 1)),
          staysWithPath INTEGER NOT NULL CHECK (staysWithPath IN (0, 1)),
          action INTEGER REFERENCES action (id),
          UNIQUE (content, path)
        ) STRICT;
        CREATE INDEX holdPath ON hold (path);
        CREATE INDEX holdAction ON hold (action) WHERE action IS NOT NULL;

        -- The last numbers of both, of which changes skip some.
        INSERT INTO sqlite_sequence (name, seq) VALUES ('mark', 0), ('hold', 0);

        CREATE TABLE decisionPlace (
          path BLOB PRIMARY KEY CHECK (substr(path, 1, 1) = x'2f'),
          fileSystem TEXT NOT NULL CHECK (fileSystem <> ''),
          directory INTEGER NOT NULL,
          directoryMade INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE decidedFile (
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          fileSystem TEXT NOT NULL CHECK (fileSystem <> ''),
          inode INTEGER NOT NULL,
          made INTEGER,
          PRIMARY KEY (path, fileSystem, inode)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX decidedFileInode ON decidedFile (inode);

        CREATE TABLE destinationHold (
          content INTEGER NOT NULL REFERENCES content (id),
          destination INTEGER NOT NULL REFERENCES destination (id),
          liftedBy INTEGER,
          PRIMARY KEY (content, destination)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE heldPath (
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          destination INTEGER NOT NULL REFERENCES destination (id),
          liftedBy INTEGER,
          lastMark INTEGER NOT NULL,
          PRIMARY KEY (path, destination)
        ) STRICT, WITHOUT ROWID;

        -- The marks and holds of other indexes that were merged.
        CREATE TABLE mergedWord (
          source TEXT NOT NULL CHECK (source <> ''),
          decision TEXT NOT NULL CHECK (decision IN ('mark', 'hold')),
          number INTEGER NOT NULL,
          content INTEGER NOT NULL REFERENCES content (id),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          value TEXT NOT NULL CHECK (value <> ''),
          followsContent INTEGER NOT NULL CHECK (followsContent IN (0, 1)),
          staysWithPath INTEGER NOT NULL CHECK (staysWithPath IN (0, 1)),
          PRIMARY KEY (source, decision, number, content, path, value, followsContent, staysWithPath)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE decisionChange (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          command TEXT NOT NULL CHECK (command <> ''),
          at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE decisionChangeFile (
          change INTEGER NOT NULL REFERENCES decisionChange (id),
          place INTEGER NOT NULL,
          content INTEGER NOT NULL REFERENCES content (id),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          isMerged INTEGER NOT NULL CHECK (isMerged IN (0, 1)),
          PRIMARY KEY (change, place)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE decisionChangeRow (
          change INTEGER NOT NULL,
          place INTEGER NOT NULL,
          isAfter INTEGER NOT NULL CHECK (isAfter IN (0, 1)),
          decision TEXT NOT NULL CHECK (decision IN ('mark', 'hold')),
          number INTEGER NOT NULL,
          content INTEGER NOT NULL REFERENCES content (id),
          value TEXT NOT NULL CHECK (value <> ''),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          followsContent INTEGER NOT NULL CHECK (followsContent IN (0, 1)),
          staysWithPath INTEGER NOT NULL CHECK (staysWithPath IN (0, 1)),
          FOREIGN KEY (change, place) REFERENCES decisionChangeFile (change, place)
        ) STRICT;
        CREATE INDEX decisionChangeRowFile ON decisionChangeRow (change, place);
        CREATE INDEX decisionChangeRowPath ON decisionChangeRow (path);

        CREATE TABLE fenceChange (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          command TEXT NOT NULL CHECK (command <> ''),
          at INTEGER NOT NULL,
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          before BLOB NOT NULL,
          after BLOB NOT NULL
        ) STRICT;
        """
}
