import PhotoIndex
package import PhotoModel

extension Library {
    /// The shares that are current or may be: requested and not stopped. One that has expired by this machine's clock
    /// is left out if everything that it exposes is work; otherwise it stays until the destination has been asked,
    /// because the clock may be ahead.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the shares, with the state `done`, or `planned` if the outcome of the request is unknown; each with
    ///   the files that it exposes and that are no longer work.
    package func shares(at now: Int64) throws -> [ShareResult] {
        var results: [ShareResult] = []
        var albums: [AlbumAudience: Int] = [:]
        for share in try index.shares(at: now) {
            var result = ShareResult(share, state: share.isConfirmed ? .done : .planned)
            if share.hasExpired, result.exposed.isEmpty { continue }
            if share.hasExpired { result.detail = "expired by this machine's clock; --stop asks the destination" }
            if !share.isConfirmed { (result.why, result.detail) = (.interrupted, "not confirmed") }
            guard let album = AlbumAudience(share) else {
                results.append(result)
                continue
            }
            if let known = albums[album] {
                results[known].exposed += result.exposed
                if !share.isConfirmed { results[known] = results[known].ended(.planned, result.why, result.detail) }
            } else {
                albums[album] = results.count
                results.append(result)
            }
        }
        return results
    }
}

/// An album and who it is shared with: one permission, whatever is in it.
struct AlbumAudience: Hashable {
    private let album: Int64
    private let audience: ShareAudience

    /// Nil for a share of a copy itself.
    init?(_ share: StoredShare) {
        guard let album = share.album?.id else { return nil }
        (self.album, audience) = (album, share.grant.audience)
    }
}

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
    package let destination: String
    package let folder: CopyLocation
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
    package func unseenAlbums() throws -> [AlbumReport] {
        try index.albums().compactMap { try AlbumReport($0, in: index) }
    }
}
