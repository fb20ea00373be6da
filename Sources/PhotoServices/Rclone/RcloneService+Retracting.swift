package import PhotoPipeline

/// A remote may be the library by another road: an alias, a link in a directory that is served, a mount. rclone gives
/// no identity to compare, and cannot give a name back without replacing what has it meanwhile, so taking a copy back
/// could lose the library's own file, or a newer version of it.
extension RcloneService {
    package var retracting: (any Retracting)? { nil }
}
