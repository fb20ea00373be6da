import PhotoIndex
import PhotoModel

extension Library {
    /// The shares that are current or may be: requested and not stopped. One that has expired by this machine's clock
    /// is left out if everything that it exposes is work; otherwise it stays until the destination has been asked,
    /// because the clock may be ahead.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the shares, with the state `done`, or `planned` if the outcome of the request is unknown; each with
    ///   the files that it exposes and that are no longer work.
    /// - Throws: `IndexError`.
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
