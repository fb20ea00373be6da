import Glibc
import PhotoFiles
package import PhotoModel
package import PhotoPipeline
import Synchronization
package import SystemPackage

/// Sends to a directory: on another disk, or on a mounted share.
///
/// Each call opens the directory by its path and checks that it is the one that the first call found, with the same
/// marker: an unmounted disk leaves an ordinary directory behind, and another disk may be mounted in its place. Paths
/// beneath it are opened without following links. A file is written under a name of its own in its target's directory,
/// and gets its final name once it is on the disk.
package final class FolderService: UploadService {
    /// The name of the list of receipts at the top.
    static let receiptsName: FilePath = "receipts.ndjson"

    let path: FilePath
    let methods: FolderMethods
    let clock: any Clock
    let random: @Sendable () -> UInt64
    let buffers = BlockBuffers()
    let durable = DurableDirectories()
    let synced = SyncedDisk()
    /// The unfinished temporary files, open, by ticket: only the descriptor used for writing reports later that the
    /// writing failed.
    let unfinished = Mutex<[String: WrittenPart]>([:])
    /// The directories in which temporary files were made, by ticket, so that a file is found if its directory is
    /// renamed.
    let homes = Mutex<[String: DirectoryHandle]>([:])
    /// The directories that were made for the destination's top, from the top down.
    let made = Mutex<[FilePath]>([])
    /// Whether another program kept the list of receipts locked for the whole waiting time.
    let isListLocked = Mutex(false)
    private let known = Mutex<FolderTop.Known?>(nil)
    private let threads: BlockingThreads
    /// The environment, which gives the trash.
    let variables: [String: String]
    /// Limits the total sending rate.
    let pace: SendingPace

    package var receiptList: (any ReceiptListing)? { self }
    package var localPlace: (any LocalPlace)? { self }
    package var retracting: (any Retracting)? { self }

    /// Where the file system keeps no inodes, as a pool of disks or a share does not, a file with equal bytes may be
    /// the library's own by another road: it has another device and inode there. Only what we know to have sent counts.
    package var takesFoundCopies: Bool {
        (try? OpenFile(path, flags: O_RDONLY | O_DIRECTORY))?.keepsInodes ?? false
    }

    /// A service that has opened nothing yet.
    ///
    /// - Parameters:
    ///   - path: the directory; absolute.
    ///   - clock: the time, to distinguish a file that was just changed.
    ///   - random: returns 64 random bits for the names of temporary files.
    ///   - variables: the environment, which gives the home directory with the trash.
    ///   - limit: the limit on the total sending rate; nil for no limit.
    package init(
        _ path: FilePath, clock: any Clock, random: @escaping @Sendable () -> UInt64,
        threads: BlockingThreads, variables: [String: String] = [:], limit: RateLimit? = nil,
        methods: FolderMethods = FolderMethods()
    ) {
        self.path = path
        self.clock = clock
        self.random = random
        self.threads = threads
        self.variables = variables
        self.methods = methods
        pace = SendingPace(limit, clock: clock)
    }

    func onThread<Value: Sendable>(
        _ calls: @Sendable () throws(UploadError) -> Value
    ) async throws(UploadError) -> Value {
        try await withTaskExecutorPreference(threads) { () async throws(UploadError) in try await Self.run(calls) }
    }

    @concurrent
    private static func run<Value: Sendable>(
        _ calls: @Sendable () throws(UploadError) -> Value
    ) async throws(UploadError) -> Value {
        try calls()
    }

    /// Runs calls for each of some elements, with the top open. If that cannot be opened, its error is the result for
    /// all.
    func forEach<Element, Value: Sendable>(
        of elements: [Element],
        _ calls: @Sendable (FolderTop) -> [Result<Value, UploadError>]
    ) async -> [Result<Value, UploadError>] {
        do throws(UploadError) {
            return try await onThread { () throws(UploadError) in calls(try open()) }
        } catch {
            return elements.map { _ in .failure(error) }
        }
    }

    /// Opens the top, which must be the same destination as before.
    ///
    /// - Throws: `unavailable`.
    func open() throws(UploadError) -> FolderTop {
        let top = try FolderTop(path, opening: methods.opening)
        guard let marker = try top.marker() else {
            throw UploadError(.unavailable, "has no \(DestinationMarker.fileName)", mayBeUnmounted: true)
        }
        try remember(top.known(by: marker))
        return top
    }

    /// Records what identifies the top, or compares it with the record.
    ///
    /// - Throws: `unavailable` where it is another than before.
    func remember(_ found: FolderTop.Known) throws(UploadError) {
        let first = known.withLock { known in
            known = known ?? found
            return known
        }
        if first != found {
            throw UploadError(.unavailable, "is not the same directory as before", mayBeUnmounted: true)
        }
    }
}

extension FolderService: LocalPlace {
    package func localDirectories() async throws(UploadError) -> [FilePath] { [] }

    package func surroundings() async throws(UploadError) -> [FileIdentity] {
        try await onThread { () throws(UploadError) in
            let top = try FolderTop(path, opening: methods.opening)
            return try attempt("cannot look at the directories above", at: .top) { () throws(Errno) in
                var (place, identities) = (top.directory.file, [top.identity])
                // The parent of the root directory is the root itself.
                while true {
                    let number = try repeated {
                        unsafe openat(place.number, "..", OpenFlags.path | O_DIRECTORY | O_CLOEXEC)
                    }
                    place = OpenFile(number)
                    let identity = try place.status().identity
                    if identity == identities.last { return identities }
                    identities.append(identity)
                }
            }
        }
    }
}

extension FolderService: ConditionReporting {
    package var condition: (any ConditionReporting)? { self }

    /// The free space and capacity of the directory's file system.
    package func condition() async throws(UploadError) -> DestinationCondition {
        DestinationCondition(free: freeBytes(at: path))
    }
}
