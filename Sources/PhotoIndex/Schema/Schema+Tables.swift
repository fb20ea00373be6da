extension Schema {
    /// Who made the index, verdicts, and people's decisions.
    static let verdicts = [
        """
        CREATE TABLE identity (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          owner TEXT NOT NULL CHECK (owner <> '')
        ) STRICT
        """,
        """
        CREATE TABLE verdict (
          assetGroup INTEGER PRIMARY KEY REFERENCES assetGroup (id),
          verdict TEXT NOT NULL CHECK (verdict = 'work' OR verdict = 'personal' OR verdict = 'unsure'),
          reason TEXT NOT NULL CHECK (reason <> ''),
          fence TEXT CHECK (fence <> ''),
          distance REAL
        ) STRICT
        """,
        """
        CREATE TABLE judgingBasis (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          fences BLOB NOT NULL CHECK (length(fences) = 32),
          settings BLOB NOT NULL CHECK (length(settings) = 32),
          rulesVersion INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE mark (
          id INTEGER PRIMARY KEY,
          content INTEGER NOT NULL REFERENCES content (id),
          verdict TEXT NOT NULL CHECK (verdict IN ('work', 'personal')),
          path BLOB NOT NULL CHECK (substr(path, 1, 1) = x'2f'),
          UNIQUE (content, path)
        ) STRICT
        """,
        """
        CREATE TABLE hold (
          content INTEGER PRIMARY KEY REFERENCES content (id),
          reason TEXT NOT NULL CHECK (reason <> '')
        ) STRICT
        """,
    ]

    /// Runs, the journal of actions, and what destinations confirmed.
    static let journal = [
        """
        CREATE TABLE run (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          command TEXT NOT NULL CHECK (command <> ''),
          started INTEGER NOT NULL,
          ended INTEGER,
          isComplete INTEGER CHECK (isComplete IN (0, 1)),
          host TEXT,
          pid INTEGER,
          CHECK ((ended IS NULL) = (isComplete IS NULL))
        ) STRICT
        """,
        """
        CREATE TABLE runCount (
          run INTEGER NOT NULL REFERENCES run (id),
          what TEXT NOT NULL CHECK (what <> ''),
          count INTEGER NOT NULL CHECK (count > 0),
          PRIMARY KEY (run, what)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE destination (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL UNIQUE CHECK (name <> ''),
          spec TEXT NOT NULL CHECK (spec <> ''),
          marker TEXT CHECK (marker <> '')
        ) STRICT
        """,
        """
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
        ) STRICT
        """,
        """
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
        ) STRICT
        """,
    ]
}
