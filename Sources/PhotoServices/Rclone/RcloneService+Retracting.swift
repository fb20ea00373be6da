package import PhotoPipeline

/// A remote may be the library by another road: an alias, a link in a directory that is served, a mount. rclone gives
/// no identity to compare, so taking a copy back could remove the library's own file.
extension RcloneService {
    package var retracting: (any Retracting)? { nil }
}
