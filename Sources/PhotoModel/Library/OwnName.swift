/// What this program gives names to beside what others have there: parked files, unfinished copies, a destination's marker.
package enum OwnName {
    /// What each of these names begins with; in a trash it stands behind the file's own name.
    package static let prefix = ".workphotos-"
}
