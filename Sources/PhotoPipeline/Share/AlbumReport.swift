import PhotoIndex
package import PhotoModel

/// An album that is not whole and shared.
package struct AlbumReport: Hashable, Sendable {
    /// What has become of an album. The raw values are the contract's `state`.
    package enum State: String, CaseIterable, Sendable {
        /// Some of its copies are not proved to be there.
        case unfinished
        /// It is whole, and was never shared.
        case unshared
        /// It is whole, and not shared any more.
        case stopped
        /// All photos were taken out of it.
        case empty
        /// The destination said that its folder is not there any more.
        case gone
    }

    /// What users call it.
    package let name: String
    /// The destination's name.
    package let destination: String
    /// Its folder.
    package let folder: CopyLocation
    /// What has become of it.
    package let state: State
    /// The number of copies that belong into it.
    package let copies: Int
    /// The number of those that are proved to be there.
    package let proved: Int
    /// The size of all copies that belong into it.
    package let bytes: Int64
    /// The photos that are not work by now, although their copies may be there; none if others see it: those count as
    /// shared.
    package let unwanted: [ExposedFile]

    /// Nil for an album that is whole and shared.
    fileprivate init?(_ album: Album, in index: PhotoIndex) throws(IndexError) {
        (name, destination, folder) = (album.name, album.destination.name, album.folder)
        unwanted = album.isGone || album.isShared ? [] : try index.unwantedPhotos(of: album)
        (copies, proved) = (album.copies.count, album.copies.count(where: \.isProved))
        bytes = album.copies.reduce(0) { $0 + $1.size }
        if album.isGone {
            state = .gone
        } else if copies == 0 {
            state = .empty
        } else if proved < copies {
            state = .unfinished
        } else if album.isShared {
            return nil
        } else {
            state = album.wasShared ? .stopped : .unshared
        }
    }
}

extension Library {
    /// The albums that are not whole and shared, by what the index knows; nothing is asked of a destination.
    ///
    /// - Returns: the albums, by their destinations' names.
    /// - Throws: `IndexError`.
    package func unseenAlbums() throws -> [AlbumReport] {
        try index.albums().compactMap { try AlbumReport($0, in: index) }
    }
}
