package import SystemPackage

/// What destinations have of a personal photo that is gone from the library.
package struct GoneCopy: Hashable, Sendable {
    /// Where the photo was last.
    package let path: FilePath
    /// The size of the copy.
    package let bytes: Int64
    /// The names of the configured destinations that have it, in order, with commas between them; nil if there are
    /// only removed ones.
    package let destinations: String?

    package init(path: FilePath, bytes: Int64, destinations: String?) {
        self.path = path
        self.bytes = bytes
        self.destinations = destinations
    }
}
