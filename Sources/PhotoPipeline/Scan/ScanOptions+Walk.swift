import PhotoIntake

extension ScanOptions {
    /// The options in the walk's own words.
    var walk: WalkOptions {
        var walk = WalkOptions()
        walk.hidden = hidden
        walk.followsSymlinks = followsSymlinks
        walk.staysOnFileSystem = staysOnFileSystem
        walk.excludes = excludes
        return walk
    }
}
