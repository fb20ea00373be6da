package import PhotoModel
package import SystemPackage

/// What a destination has that lies on this machine: it may not lie in the library, nor the library in it.
package protocol LocalPlace: Sendable {
    /// The device and inode of the destination's top and of every directory above it, from the top up, as the service
    /// itself has it open; empty where it has no such thing. By these a destination that lies in a root, or around one, is
    /// known.
    ///
    /// - Throws: `unavailable`.
    func surroundings() async throws(UploadError) -> [FileIdentity]

    /// The directories of this machine that copies come to lie in by another road: behind a remote that is one of this
    /// machine's own.
    ///
    /// - Returns: the directories, there or not; absolute.
    /// - Throws: `unavailable`, and what ends runs.
    func roads() async throws(UploadError) -> [FilePath]
}
