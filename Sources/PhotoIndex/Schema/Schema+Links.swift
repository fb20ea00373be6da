extension Schema {
    /// What version 6 adds: a root tells whether its scans follow symbolic links, since whoever uses its files later has to
    /// reach those that lie behind one, and no others.
    static let links = [
        "ALTER TABLE root ADD COLUMN followsLinks INTEGER NOT NULL DEFAULT 0 CHECK (followsLinks IN (0, 1))"
    ]
}
