import PhotoModel
package import PhotoPipeline
import Synchronization

/// Recent listings of a remote's directories. For a name that does not exist, most remotes list its directory anyway.
///
/// A listing is a hint that saves requests. Before a file gets its name, the name is checked by itself.
package final class RcloneListings: Sendable {
    /// How long a listing is valid, in nanoseconds.
    private static let freshness: Int64 = 10_000_000_000

    /// What another's listing of the directory has come to; nil where the caller is to list it.
    private typealias Answer = Result<RcloneListing, UploadError>?

    /// What is known of a directory.
    private struct Directory {
        var listing: RcloneListing?
        /// Until when it is valid.
        var freshUntil: Int64 = 0
        /// Those who wait for the listing under way; nil if there is none.
        var waiting: [CheckedContinuation<Answer, Never>]?
        /// Files that got names meanwhile: the server may have read the directory before.
        var named: [(name: String, size: Int64)] = []

        /// Takes in who asks for the contents.
        ///
        /// - Returns: whether the asker may go on, with the listing that is still valid or, without one, to list the
        ///   directory; otherwise it waits for the listing under way.
        mutating func begin(at now: Int64, _ asker: CheckedContinuation<Answer, Never>) -> (mayGoOn: Bool, Answer) {
            if let listing, now < freshUntil { return (true, .success(listing)) }
            if waiting == nil {
                waiting = []
                return (true, nil)
            }
            waiting?.append(asker)
            return (false, nil)
        }

        mutating func note(_ size: Int64, of name: String) {
            listing?.note(size, of: name)
            if waiting != nil { named.append((name, size)) }
        }

        /// Ends a listing, which gets the files that got names meanwhile.
        ///
        /// - Returns: its result, and those who wait for it.
        mutating func end(
            with listed: Result<RcloneListing, UploadError>, until moment: Int64
        ) -> (Result<RcloneListing, UploadError>, [CheckedContinuation<Answer, Never>]) {
            defer { (waiting, named) = (nil, []) }
            guard case .success(var new) = listed else { return (listed, waiting ?? []) }
            for (name, size) in named { new.note(size, of: name) }
            (listing, freshUntil) = (new, moment)
            return (.success(new), waiting ?? [])
        }
    }

    private let known = Mutex<[String: Directory]>([:])

    /// No listings yet.
    package init() {}

    /// The contents of a directory. However many ask at the same time, it is listed once.
    ///
    /// - Parameters:
    ///   - directory: its path.
    ///   - clock: the time. A listing that took long is valid for longer.
    ///   - list: lists it.
    /// - Returns: an empty listing where there is no such directory.
    /// - Throws: what `list` throws, also another caller's that was under way.
    package func listing(
        of directory: String, _ clock: any Clock, list: () async throws(UploadError) -> [RcloneItem]
    ) async throws(UploadError) -> RcloneListing {
        while let answer = await answer(of: directory, at: clock.uptime) {
            // Only the other caller was asked to stop.
            if case .failure(let error) = answer, error.kind == .interrupted, !Task.isCancelled { continue }
            return try answer.get()
        }
        let began = clock.uptime
        let listed = await Self.listed(list)
        let end = clock.uptime + max(Self.freshness, 10 * (clock.uptime - began))
        let (result, waiting) = known.withLock { $0[directory, default: Directory()].end(with: listed, until: end) }
        for asker in waiting { asker.resume(returning: result) }
        return try result.get()
    }

    /// The listing that is valid, or the result of the one under way; nil where the caller is to list the directory.
    private func answer(of directory: String, at now: Int64) async -> Answer {
        await withCheckedContinuation { asker in
            let (mayGoOn, answer) = known.withLock { $0[directory, default: Directory()].begin(at: now, asker) }
            if mayGoOn { asker.resume(returning: answer) }
        }
    }

    private static func listed(
        _ list: () async throws(UploadError) -> [RcloneItem]
    ) async -> Result<RcloneListing, UploadError> {
        do throws(UploadError) {
            return .success(RcloneListing(try await list()))
        } catch {
            return error.kind == .missing ? .success(RcloneListing([])) : .failure(error)
        }
    }

    /// Records that a file has got a name.
    package func note(_ size: Int64, at path: String) {
        let (directory, name) = Self.parts(of: path)
        known.withLock { $0[directory]?.note(size, of: name) }
    }

    /// Records that a file was removed: its directory is listed again when somebody asks.
    func noteRemoval(at path: String) {
        known.withLock { $0[Self.parts(of: path).directory]?.freshUntil = 0 }
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
