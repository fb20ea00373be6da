import PhotoIntake
package import PhotoModel

extension ScanOptions {
    /// Refuses a pattern of what is left out that hardly anybody means as it is.
    ///
    /// - Throws: `TextError`.
    package static func check(exclude pattern: String) throws(TextError) {
        try WalkOptions.check(exclude: pattern)
    }

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
