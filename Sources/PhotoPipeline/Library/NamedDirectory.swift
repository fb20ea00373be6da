import PhotoFiles
package import SystemPackage

/// A directory that a user named, with its links resolved as the index has paths.
///
/// - Parameter path: absolute.
/// - Returns: the directory; nil for what is none, or cannot be opened.
package func resolvedDirectory(_ path: FilePath) -> FilePath? { try? resolveRoot(path) }
