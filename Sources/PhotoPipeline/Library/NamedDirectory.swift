import PhotoFiles
package import SystemPackage

/// A directory that a user named, with links resolved as in the index's paths.
///
/// - Parameter path: absolute.
/// - Returns: the directory; nil where it is none, or cannot be opened.
package func resolvedDirectory(_ path: FilePath) -> FilePath? { try? resolveRoot(path) }
