extension IndexSchema {
    /// Version 1: what was done: runs, destinations and what they confirmed, the journal, and shares.
    static let acts = """
        CREATE TABLE run (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          command TEXT NOT NULL CHECK (command <> ''),
          started INTEGER NOT NULL,
          ended INTEGER,
          isComplete INTEGER CHECK (isComplete IN (0, 1)),
          host TEXT,
          pid INTEGER,
          mergedAt INTEGER CHECK (mergedAt IS NULL OR ended NOTNULL),
          CHECK ((ended IS NULL) = (isComplete IS NULL))
        ) STRICT;

        CREATE TABLE runCount (
          run INTEGER NOT NULL REFERENCES run (id),
          what TEXT NOT NULL CHECK (what <> ''),
          count INTEGER NOT NULL CHECK (count > 0),
          PRIMARY KEY (run, what)
        ) STRICT, WITHOUT ROWID;

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

        CREATE TABLE destination (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL CHECK (name <> ''),
          spec TEXT NOT NULL CHECK (spec <> ''),
          marker TEXT NOT NULL UNIQUE CHECK (marker <> ''),
          removedAt INTEGER
        ) STRICT;
        -- A name is taken as long as its destination is configured.
        CREATE UNIQUE INDEX destinationName ON destination (name) WHERE removedAt IS NULL;

        CREATE TABLE receiptListPart (
          destination INTEGER NOT NULL REFERENCES destination (id),
          name TEXT NOT NULL CHECK (name <> ''),
          bytes INTEGER NOT NULL CHECK (bytes >= 0),
          PRIMARY KEY (destination, name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE leftover (
          destination INTEGER NOT NULL REFERENCES destination (id),
          path BLOB NOT NULL CHECK (length(path) > 0 AND substr(path, 1, 1) <> x'2f'),
          since INTEGER NOT NULL,
          isAwaited INTEGER NOT NULL DEFAULT 0 CHECK (isAwaited IN (0, 1)),
          content INTEGER REFERENCES content (id),
          PRIMARY KEY (destination, path)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE markerSighting (
          root INTEGER NOT NULL REFERENCES root (id),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) <> x'2f'),
          marker TEXT NOT NULL CHECK (marker <> ''),
          PRIMARY KEY (root, path)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE action (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          run INTEGER NOT NULL REFERENCES run (id),
          kind TEXT NOT NULL CHECK (kind IN ('upload', 'purge', 'undo', 'retract')),
          assetGroup INTEGER NOT NULL,
          state TEXT NOT NULL
            CHECK (state IN ('planned', 'staged', 'running', 'done', 'failed', 'skipped', 'refused')),
          destination INTEGER REFERENCES destination (id),
          target BLOB,
          why TEXT,
          stagedAt INTEGER,
          concludedAt INTEGER,
          undoes INTEGER REFERENCES action (id),
          emptiedAt INTEGER,
          CHECK ((undoes IS NOT NULL) = (kind = 'undo')),
          CHECK (emptiedAt IS NULL OR kind = 'purge')
        ) STRICT;
        CREATE INDEX actionGroup ON action (assetGroup);
        CREATE INDEX actionRun ON action (run);
        -- By state alone, so that actions of one state come in the order of their numbers.
        CREATE INDEX actionOpen ON action (state) WHERE state = 'staged' OR state = 'running';
        CREATE INDEX actionUndoes ON action (undoes) WHERE undoes IS NOT NULL;
        CREATE INDEX actionRemoved ON action (concludedAt, run)
        WHERE kind = 'purge' AND state = 'done' AND concludedAt IS NOT NULL;
        CREATE INDEX actionRetract ON action (destination) WHERE kind = 'retract';

        CREATE TABLE actionMember (
          action INTEGER NOT NULL REFERENCES action (id) ON DELETE CASCADE,
          place INTEGER NOT NULL CHECK (place >= 0),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          role TEXT NOT NULL
            CHECK (role = 'still' OR role = 'clip' OR role = 'raw' OR role = 'sidecar' OR role = 'edit'),
          size INTEGER NOT NULL CHECK (size >= 0),
          modified INTEGER NOT NULL,
          changed INTEGER NOT NULL,
          inode INTEGER NOT NULL,
          target BLOB CHECK (length(target) > 0 AND substr(target, 1, 1) <> x'2f'),
          ticket TEXT CHECK (ticket <> ''),
          sha256 BLOB CHECK (length(sha256) = 32),
          permissions INTEGER CHECK (permissions BETWEEN 0 AND 4095),
          pathBefore BLOB CHECK (substr(pathBefore, 1, 1) = x'2f'),
          remoteID TEXT CHECK (remoteID <> ''),
          isMoving INTEGER NOT NULL DEFAULT 0 CHECK (isMoving IN (0, 1)),
          PRIMARY KEY (action, place)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX actionLeader ON actionMember (path) WHERE place = 0;

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
          checked INTEGER NOT NULL,
          failedAt INTEGER,
          rebuiltAt INTEGER,
          remoteID TEXT CHECK (remoteID <> ''),
          endedAt INTEGER CHECK (endedAt IS NULL OR failedAt NOTNULL),
          UNIQUE (content, destination, target),
          CHECK ((checksum IS NULL) = (checksumKind IS NULL))
        ) STRICT;
        CREATE INDEX receiptTarget ON receipt (destination, target);
        -- What is asked about every hashed photo is answered from this index alone.
        CREATE INDEX receiptCounting ON receipt (content, destination) WHERE failedAt IS NULL;
        CREATE INDEX receiptRebuilt ON receipt (received) WHERE rebuiltAt NOTNULL;

        -- The contents that files had before and that were sent.
        CREATE TABLE earlierContent (
          file INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
          content INTEGER NOT NULL REFERENCES content (id),
          PRIMARY KEY (file, content)
        ) STRICT, WITHOUT ROWID;

        -- The files that had contents that were sent or decided on, and that may have left their paths.
        CREATE TABLE formerFile (
          inode INTEGER NOT NULL,
          fileSystem INTEGER NOT NULL REFERENCES fileSystem (id),
          content INTEGER NOT NULL REFERENCES content (id),
          made INTEGER NOT NULL,
          PRIMARY KEY (inode, fileSystem, content)
        ) STRICT, WITHOUT ROWID;

        -- The same of files of forgotten roots, by their paths.
        CREATE TABLE forgottenPath (
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          content INTEGER NOT NULL REFERENCES content (id),
          removedBy INTEGER REFERENCES action (id),
          PRIMARY KEY (path, content)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX forgottenRemoval ON forgottenPath (content) WHERE removedBy IS NOT NULL;

        CREATE TABLE album (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          destination INTEGER NOT NULL REFERENCES destination (id),
          target BLOB NOT NULL CHECK (length(target) > 0 AND substr(target, 1, 1) <> x'2f'),
          remoteID TEXT CHECK (remoteID <> ''),
          madeAt INTEGER NOT NULL,
          goneAt INTEGER,
          isClean INTEGER NOT NULL CHECK (isClean IN (0, 1)),
          UNIQUE (destination, target)
        ) STRICT;

        CREATE TABLE albumCopy (
          album INTEGER NOT NULL REFERENCES album (id),
          target BLOB NOT NULL CHECK (length(target) > 0 AND substr(target, 1, 1) <> x'2f'),
          content INTEGER NOT NULL REFERENCES content (id),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          remoteID TEXT CHECK (remoteID <> ''),
          provedAt INTEGER,
          made INTEGER REFERENCES content (id),
          isMoving INTEGER NOT NULL DEFAULT 0 CHECK (isMoving IN (0, 1)),
          PRIMARY KEY (album, target)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE share (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          destination INTEGER NOT NULL REFERENCES destination (id),
          target BLOB NOT NULL CHECK (length(target) > 0 AND substr(target, 1, 1) <> x'2f'),
          remoteID TEXT CHECK (remoteID <> ''),
          content INTEGER NOT NULL REFERENCES content (id),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          audience TEXT CHECK (audience <> ''),
          role TEXT NOT NULL CHECK (role <> ''),
          expiresAt INTEGER,
          permission TEXT CHECK (permission <> ''),
          link TEXT CHECK (link <> ''),
          askedAt INTEGER NOT NULL,
          sharedAt INTEGER,
          stoppedAt INTEGER,
          album INTEGER REFERENCES album (id)
        ) STRICT;
        CREATE UNIQUE INDEX shareOpen ON share (destination, target, coalesce(remoteID, ''), coalesce(audience, ''))
        WHERE stoppedAt IS NULL;
        """
}
