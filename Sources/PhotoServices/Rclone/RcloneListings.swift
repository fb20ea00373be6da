import PhotoModel
import PhotoPipeline
import Synchronization

/// What lies in directories of a remote, as they were listed a moment ago: who asks for one name that nothing has, has
/// most remotes list its directory anyway.
///
/// It is a hint that spares questions. Before a file gets its name, that is looked at by itself.
final class RcloneListings: Sendable {
    /// A list is believed for so long; in nanoseconds.
    private static let freshness: Int64 = 10_000_000_000

    private let known = Mutex<[String: (listing: RcloneListing, end: Int64)]>([:])

    /// What a directory has.
    ///
    /// - Parameters:
    ///   - directory: its path.
    ///   - clock: the time. A list that took long is believed for longer.
    ///   - list: lists it.
    /// - Returns: an empty list where there is no such directory.
    /// - Throws: what `list` throws.
    func listing(
        of directory: String, _ clock: any Clock, list: () async throws(UploadError) -> [RcloneItem]
    ) async throws(UploadError) -> RcloneListing {
        let began = clock.uptime
        if let (listing, end) = known.withLock({ $0[directory] }), began < end { return listing }
        var listing = RcloneListing()
        do throws(UploadError) {
            for item in try await list() { listing.note(item.size ?? 0, of: item.name) }
        } catch  where error.kind == .missing {}
        let end = clock.uptime + max(Self.freshness, 10 * (clock.uptime - began))
        known.withLock { [listing] in $0[directory] = (listing, end) }
        return listing
    }

    /// Notes that a file has got a name.
    func note(_ size: Int64, at path: String) {
        let (directory, name) = Self.parts(of: path)
        known.withLock { $0[directory]?.listing.note(size, of: name) }
    }

    /// A path's directory, and its last part.
    static func parts(of path: String) -> (directory: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
        return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
    }
}

/// What lies in a directory.
struct RcloneListing: Sendable {
    private var sizes: [[UInt8]: Int64] = [:]
    /// The same by names in lower case, of which Swift takes two for one that Unicode does: behind some remotes such a
    /// name is the other's, and which these are rclone does not always know.
    private var alike: [String: Int64] = [:]

    mutating func note(_ size: Int64, of name: String) {
        sizes[Array(name.utf8)] = size
        alike[name.lowercased()] = size
    }

    /// The size of what has a name, or one that some servers do not tell from it; nil where nothing has.
    func size(of name: String) -> Int64? { sizes[Array(name.utf8)] ?? alike[name.lowercased()] }
}
