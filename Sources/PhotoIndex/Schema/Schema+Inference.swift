extension Schema {
    /// Version 13: tracks, cameras' clocks and inferred positions, stored beside the photos' own facts.
    static let inference = [
        """
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
        ) STRICT
        """,
        """
        CREATE TABLE trackPart (
          track INTEGER NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          number INTEGER NOT NULL CHECK (number >= 0),
          points BLOB NOT NULL CHECK (length(points) > 0 AND length(points) % 24 = 0),
          UNIQUE (track, number)
        ) STRICT
        """,
        """
        CREATE TABLE cameraOffset (
          camera INTEGER PRIMARY KEY,
          microseconds INTEGER NOT NULL
        ) STRICT
        """,
        """
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
        ) STRICT
        """,
        "ALTER TABLE judgingBasis ADD COLUMN infers INTEGER NOT NULL DEFAULT 0 CHECK (infers IN (0, 1))",
    ]

    /// Version 17: how a camera's offset was given.
    static let sourceOfCameraOffset = """
        ALTER TABLE cameraOffset ADD COLUMN source TEXT NOT NULL DEFAULT 'camera-offset'
          CHECK (source IN ('camera-offset', 'clock-photo'))
        """
}
