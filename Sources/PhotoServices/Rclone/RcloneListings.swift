import PhotoModel
package import PhotoPipeline
import Synchronization

/// What lies in directories of a remote, as they were listed a moment ago: who asks for one name that nothing has, has
/// most remotes list its directory anyway.
///
/// It is a hint that spares questions. Before a file gets its name, that is looked at by itself.
package final class RcloneListings: Sendable {
    /// A list is believed for so long; in nanoseconds.
    private static let freshness: Int64 = 10_000_000_000

    /// What is known of a directory.
    private struct Directory {
        var listing: RcloneListing?
        /// Until when that is believed.
        var freshUntil: Int64 = 0
        /// How many lists of it are under way.
        var lists = 0
        /// What got a name while they were: the server may have looked before.
        var named: [(name: String, size: Int64)] = []

        /// Begins a list, or gives the last one where that is still believed.
        mutating func begin(at now: Int64) -> RcloneListing? {
            if let listing, now < freshUntil { return listing }
            lists += 1
            return nil
        }

        mutating func note(_ size: Int64, of name: String) {
            listing?.note(size, of: name)
            if lists > 0 { named.append((name, size)) }
        }

        /// Ends a list that failed.
        mutating func end() {
            lists -= 1
            if lists == 0 { named = [] }
        }

        /// Ends a list, and gives it with what got a name meanwhile.
        mutating func end(with listed: RcloneListing, until moment: Int64) -> RcloneListing {
            var new = listed
            for (name, size) in named { new.note(size, of: name) }
            (listing, freshUntil) = (new, moment)
            end()
            return new
        }
    }

    private let known = Mutex<[String: Directory]>([:])

    /// Nothing is known yet.
    package init() {}

    /// What a directory has.
    ///
    /// - Parameters:
    ///   - directory: its path.
    ///   - clock: the time. A list that took long is believed for longer.
    ///   - list: lists it.
    /// - Returns: an empty list where there is no such directory.
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

    /// Notes that a file has got a name.
    package func note(_ size: Int64, at path: String) {
        let (directory, name) = Self.parts(of: path)
        known.withLock { $0[directory]?.note(size, of: name) }
    }

    /// A path's directory, and its last part.
    static func parts(of path: String) -> (directory: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
        return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
    }
}

/// What lies in a directory.
package struct RcloneListing: Sendable {
    private var sizes: [[UInt8]: Int64] = [:]
    /// The same by names in lower case, of which Swift takes two for one that Unicode does: behind some remotes such a
    /// name is the other's, and which these are rclone does not always know.
    private var alike: [String: Int64] = [:]

    init(_ items: [RcloneItem]) {
        for item in items { note(item.size ?? 0, of: item.name) }
    }

    mutating func note(_ size: Int64, of name: String) {
        sizes[Array(name.utf8)] = size
        alike[name.lowercased()] = size
    }

    /// The size of what has a name, or one that some servers do not tell from it; nil where nothing has.
    package func size(of name: String) -> Int64? { sizes[Array(name.utf8)] ?? alike[name.lowercased()] }
}
