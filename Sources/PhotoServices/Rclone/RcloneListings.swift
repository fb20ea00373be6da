import PhotoModel
package import PhotoPipeline
import Synchronization

/// Recent listings of a remote's directories. For a name that does not exist, most remotes list its directory anyway.
///
/// A listing is a hint that saves requests. Before a file gets its name, the name is checked by itself.
package final class RcloneListings: Sendable {
    /// How long a listing is valid, in nanoseconds.
    private static let freshness: Int64 = 10_000_000_000

    /// What is known of a directory.
    private struct Directory {
        var listing: RcloneListing?
        /// Until when it is valid.
        var freshUntil: Int64 = 0
        /// The number of listings under way.
        var lists = 0
        /// Files that got names meanwhile: the server may have read the directory before.
        var named: [(name: String, size: Int64)] = []

        /// Begins a listing, or returns the last one if it is still valid.
        mutating func begin(at now: Int64) -> RcloneListing? {
            if let listing, now < freshUntil { return listing }
            lists += 1
            return nil
        }

        mutating func note(_ size: Int64, of name: String) {
            listing?.note(size, of: name)
            if lists > 0 { named.append((name, size)) }
        }

        /// Ends a failed listing.
        mutating func end() {
            lists -= 1
            if lists == 0 { named = [] }
        }

        /// Ends a listing, and returns it with the files that got names meanwhile.
        mutating func end(with listed: RcloneListing, until moment: Int64) -> RcloneListing {
            var new = listed
            for (name, size) in named { new.note(size, of: name) }
            (listing, freshUntil) = (new, moment)
            end()
            return new
        }
    }

    private let known = Mutex<[String: Directory]>([:])

    /// No listings yet.
    package init() {}

    /// The contents of a directory.
    ///
    /// - Parameters:
    ///   - directory: its path.
    ///   - clock: the time. A listing that took long is valid for longer.
    ///   - list: lists it.
    /// - Returns: an empty listing where there is no such directory.
    /// - Throws: what `list` throws.
    package func listing(
        of directory: String, _ clock: any Clock, list: () async throws(UploadError) -> [RcloneItem]
    ) async throws(UploadError) -> RcloneListing {
        let began = clock.uptime
        if let listing = known.withLock({ $0[directory, default: Directory()].begin(at: began) }) { return listing }
        var listed: [RcloneItem] = []
        do throws(UploadError) {
            listed = try await list()
        } catch {
            if error.kind != .missing {
                known.withLock { $0[directory]?.end() }
                throw error
            }
        }
        let end = clock.uptime + max(Self.freshness, 10 * (clock.uptime - began))
        return known.withLock { [listed] known in
            known[directory, default: Directory()].end(with: RcloneListing(listed), until: end)
        }
    }

    /// Records that a file has got a name.
    package func note(_ size: Int64, at path: String) {
        let (directory, name) = Self.parts(of: path)
        known.withLock { $0[directory]?.note(size, of: name) }
    }

    /// A path's directory and last component.
    static func parts(of path: String) -> (directory: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
        return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
    }
}

/// The contents of a directory.
package struct RcloneListing: Sendable {
    private var sizes: [[UInt8]: Int64] = [:]
    /// The same by lowercase names, compared by Unicode's canonical equivalence as Swift does: for some remotes such
    /// names are the same, and rclone does not always know which remotes these are.
    private var alike: [String: Int64] = [:]

    init(_ items: [RcloneItem]) {
        for item in items { note(item.size ?? 0, of: item.name) }
    }

    mutating func note(_ size: Int64, of name: String) {
        sizes[Array(name.utf8)] = size
        alike[name.lowercased()] = size
    }

    /// The size of the file with a name, or with one that some servers treat as the same; nil if there is none.
    package func size(of name: String) -> Int64? { sizes[Array(name.utf8)] ?? alike[name.lowercased()] }
}
