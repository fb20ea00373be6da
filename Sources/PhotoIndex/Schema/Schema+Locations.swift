extension Schema {
    /// What version 10 adds for remotes: by what these know a file besides its path.
    static let locations = [
        "ALTER TABLE actionMember ADD COLUMN remoteID TEXT CHECK (remoteID <> '')",
        "ALTER TABLE receipt ADD COLUMN remoteID TEXT CHECK (remoteID <> '')",
    ]
}
