package import SystemPackage

/// A photo of the index that may have the bytes of one that a person speaks of, and that nobody has hashed.
package struct PossibleCopy: Hashable, Sendable {
    /// Its row.
    package var row: Int64
    /// Where it is.
    package var path: FilePath

    package init(row: Int64, path: FilePath) {
        self.row = row
        self.path = path
    }
}
