import PhotoIndex
import PhotoModel

extension PhotoIndex {
    /// The status by settings that send all sidecars but Takeout's.
    func status() throws(IndexError) -> LibraryStatus { try status(unsentSidecars: [.takeout]) }
}
