import PhotoModel
package import PhotoPipeline
import Synchronization
package import SystemPackage

/// Sends to a remote of the installed rclone.
///
/// What rclone 1.60 does by itself is not enough: its calls for single files replace existing files, take unequal bytes
/// of equal size and time for the same, and leave a partial file under the final name when they are killed. So a file
/// is copied under a name of its own, proved, given its final name if a check finds that unused, and proved again.
/// Between the check and the move another program can take the name, and its file would be replaced: that race remains.
/// So what has a target's name after a kill is not assumed to be ours: the intent says what was to be sent.
///
/// A photo of 20 kB takes 12 requests over WebDAV, where `rclone copy` and `rclone check --download` take four.
/// Measured on two busy cores, as ratios to these two: photos of 3 MB 0.93 (directory), 1.9 (SFTP, where rclone trusts
/// the server's md5sum) and 2.1 (WebDAV); of 20 kB 3.8, 2.3 and 1.9.
///
/// Rclone reads the source through its open descriptor (`/proc/PID/fd/N`), the same file that is hashed here. What it
/// has read does not count: the copy is compared with the hash.
package final class RcloneService: UploadService {
    /// How long a marker is valid after it was read, in nanoseconds. Then it is read again before anything is sent.
    private static let freshness: Int64 = 10_000_000_000

    let top: RcloneSpec
    let rclone: Rclone
    let clock: any Clock
    let random: @Sendable () -> UInt64
    private let variables: [String: String]
    /// Whether it did not answer after a request to stop: then nobody else waits for it.
    let isHanging = Mutex(false)
    /// The tickets of the files for which the remote was asked to give them their names, and the temporary names of
    /// such copies in albums.
    let named = Mutex<Set<String>>([])
    /// The tickets that are in no doubt: of copies that were proved under their names, and of temporary files that were
    /// seen and are removed.
    let proved = Mutex<Set<String>>([])
    /// The tickets under which files were begun to be sent, with the SHA-256 of what was; empty while that is unknown.
    let begun = Mutex<[String: [UInt8]]>([:])
    /// Listings of the directories that files are sent to.
    let listings = RcloneListings()
    /// Lines of the list of receipts that are kept until the end of the run.
    let keptLines = Mutex<[UInt8]>([])
    /// Questions and moves take turns, over all batches: rclone opens a connection for each call under way, SSH servers
    /// refuse many new ones at once, and rclone itself opens ten a second at most.
    private let slots = RequestSlots(8)

    private struct State {
        var marker: DestinationMarker?
        var seen: Int64?
        /// Where the remote leads, as determined with the marker.
        var resolution: RcloneResolution?
        var checksum: Checksum.Kind??
    }
    private let state = Mutex(State())

    /// A service that has asked nobody yet.
    ///
    /// - Parameters:
    ///   - top: the remote with the directory that is the destination.
    ///   - rclone: makes the calls; one for all destinations of a run.
    ///   - variables: the environment, which may have settings of remotes.
    ///   - random: returns 64 random bits for the names of temporary files.
    package init(
        _ top: RcloneSpec, rclone: Rclone, variables: [String: String], clock: any Clock,
        random: @escaping @Sendable () -> UInt64
    ) {
        (self.top, self.rclone, self.variables, self.clock, self.random) = (top, rclone, variables, clock, random)
    }

    package var localPlace: (any LocalPlace)? { self }

    package var takesFoundCopies: Bool { false }

    package var storesLate: Bool { directory() == nil }

    package var receiptList: (any ReceiptListing)? { RcloneReceipts(service: self) }

    package var sharing: (any Sharing)? { RcloneSharing(service: self) }

    package var albums: (any AlbumKeeping)? {
        RcloneAlbums(service: self, backends: state.withLock(\.resolution)?.backends ?? [])
    }

    package func giveUp(_ error: UploadError) { rclone.giveUp(top, because: error) }

    package func storable(_ target: FilePath) -> FilePath {
        let names =
            state.withLock(\.resolution).map { RcloneNames(backends: $0.backends, wrappers: $0.wrappers) } ?? .kept
        return names.storable(target)
    }

    package func prepare(_ copies: [PlannedCopy]) async -> [Result<TicketedUpload, UploadError>] {
        copies.map { copy in
            Result { () throws(UploadError) in
                _ = try place(of: copy.target)
                return try TicketedUpload(for: copy, random: random)
            }
        }
    }

    /// Makes calls for several elements; see ``PhotoServices/forEach(of:atFirst:_:)``. Only few run before any has
    /// succeeded: while calls fail, rclone lets others wait ever longer.
    func forEach<Element: Sendable, Value: Sendable>(
        of elements: [Element], _ work: @escaping @Sendable (Element) async throws(UploadError) -> Value
    ) async -> [Result<Value, UploadError>] {
        await PhotoServices.forEach(of: elements, atFirst: 3) { [slots] element throws(UploadError) in
            try await slots.use { () async throws(UploadError) in try await work(element) }
        }
    }

    /// A path below the top.
    ///
    /// - Throws: `refused` for a path that is not UTF-8, which rclone cannot receive.
    func place(of path: FilePath) throws(UploadError) -> RclonePlace {
        guard let text = String(validating: path.bytes, as: UTF8.self) else {
            throw UploadError(.refused, "has a name that is not UTF-8, which rclone cannot be told")
        }
        return RclonePlace(top, text)
    }

    /// The place of an upload's bytes until they have their name.
    func part(of upload: TicketedUpload) throws(UploadError) -> RclonePlace {
        let target = upload.target.path
        _ = try TicketedUpload.digits(ofTicket: upload.ticket, for: target)
        return try place(of: target.removingLastComponent().appending(upload.ticket))
    }

    // MARK: - Identity

    /// Checks that the destination is still the same: a remote may lead to a disk of this machine that was unmounted.
    ///
    /// - Parameter isFresh: whether to read the marker in any case, not only if the last time was a while ago.
    /// - Throws: `unavailable`.
    func checkMarker(isFresh: Bool = true) async throws(UploadError) {
        let now = clock.uptime
        let seen = state.withLock(\.seen)
        if !isFresh, let seen, now - seen < Self.freshness { return }
        guard let marker = try await readMarker() else {
            throw UploadError(.unavailable, "has no \(DestinationMarker.fileName)")
        }
        try remember(marker, at: now)
    }

    /// Records the marker, or compares it with the record.
    func remember(_ marker: DestinationMarker, at now: Int64) throws(UploadError) {
        let first = state.withLock { state in
            state.marker = state.marker ?? marker
            state.seen = now
            return state.marker
        }
        if first != marker { throw UploadError(.unavailable, "has another marker than before") }
    }

    // MARK: - Where it leads

    /// Where the remote leads; determined once, and again with the marker.
    ///
    /// - Throws: `unavailable` where the configuration does not say it, or where it is a cache of rclone's own.
    func followed() async throws(UploadError) -> RcloneResolution {
        if let known = state.withLock(\.resolution) { return known }
        return try await follow()
    }

    /// Reads rclone's configuration again, and follows the remote in it.
    ///
    /// - Throws: as above.
    @discardableResult
    func follow() async throws(UploadError) -> RcloneResolution {
        let resolution = RcloneResolution(
            of: top, configuration: try await rclone.configuration(), variables: variables)
        if resolution.wrappers.contains("cache") {
            throw UploadError(
                .unavailable,
                "is a local cache, which answers before the server has the bytes; name the remote "
                    + "that it is a cache of")
        }
        if resolution.backends.contains("memory") {
            throw UploadError(.unavailable, "stores files only in rclone's memory, which is lost when rclone ends")
        }
        guard resolution.isComplete else {
            throw UploadError(
                .unavailable,
                "cannot be resolved: rclone's configuration\(rclone.configurationFile.map { " \($0)" } ?? "") "
                    + "lacks a remote that it names",
                remedy: .command(
                    "rclone listremotes\(rclone.configurationFile.map { " --config \(shellQuoted($0))" } ?? "")"))
        }
        state.withLock { $0.resolution = resolution }
        if resolution.isPaced { rclone.ask(top, by: RclonePlace(top, DestinationMarker.fileName).fromServer) }
        return resolution
    }

    /// The directory of this machine for which the remote is only another name; nil for all others.
    func directory() -> FilePath? { state.withLock(\.resolution)?.directory }

    /// The kind of checksum that the remote computes itself; nil if copies are read back.
    func trustedChecksum() async throws(UploadError) -> Checksum.Kind? {
        if let known = state.withLock(\.checksum) { return known }
        let found = RcloneChecksums.trusted(try await followed(), try await rclone.info(top)).first
        state.withLock { $0.checksum = .some(found) }
        return found
    }
}

/// A remote may be the library by another road: an alias, a link in a directory that is served, a mount. rclone gives
/// no identity to compare, and cannot give a name back without replacing what has it meanwhile, so taking a copy back
/// could lose the library's own file, or a newer version of it.
extension RcloneService {
    package var retracting: (any Retracting)? { nil }
}
