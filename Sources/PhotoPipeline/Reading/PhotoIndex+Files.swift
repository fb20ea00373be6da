import PhotoIndex
import PhotoIntake

extension PhotoIndex {
    /// What opens the files of its roots.
    ///
    /// - Throws: what befalls a read.
    func libraryFiles() throws(IndexError) -> LibraryFiles {
        LibraryFiles(followingLinksIn: try roots().filter(\.followsLinks).map(\.path))
    }
}
