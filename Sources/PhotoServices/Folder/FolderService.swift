import Glibc
package import PhotoModel
package import PhotoPipeline
import Synchronization
package import SystemPackage

/// Sends to a directory: of another disk, or of a share that is mounted.
///
/// Each call opens the directory anew by its path and makes sure that it is the one that the first call found, with the
/// marker it had then: a disk that is gone leaves an ordinary directory behind, and another disk may come to stand in
/// its place. What is beneath it is opened without following links. A file is written under a name of its own in its
/// target's directory, and gets its final name once it is on the disk.
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
    /// The temporary files that were sent and not finished, by ticket: whoever wrote to a file is who learns that the
    /// writing failed later.
    let unfinished = Mutex<[String: OpenFile]>([:])
    /// The directories in which temporary files were made, by ticket: where somebody renames one, its file is found
    /// there.
    let homes = Mutex<[String: FolderDirectory]>([:])
    /// The directories that were made for the destination's top, from above down.
    let made = Mutex<[FilePath]>([])
    /// Whether another program kept the list of receipts locked for as long as anybody waits.
    let isListLocked = Mutex(false)
    private let known = Mutex<FolderTop.Known?>(nil)
    private let threads = BlockingThreads()
    /// How fast files are sent, all together.
    let pace: SendingPace

    package var receiptList: (any ReceiptListing)? { self }
    package var localPlace: (any LocalPlace)? { self }

    /// A service that has opened nothing yet.
    ///
    /// - Parameters:
    ///   - path: the directory; absolute.
    ///   - clock: the time by which a file that was just touched is told from one that lies still.
    ///   - random: gives 64 random bits, of which the names of temporary files are made.
    ///   - limit: how fast files are sent, all together; nil for no limit.
    ///   - methods: what to ask the system for.
    package init(
        _ path: FilePath, clock: any Clock, random: @escaping @Sendable () -> UInt64,
        limit: RateLimit? = nil, methods: FolderMethods = FolderMethods()
    ) {
        self.path = path
        self.clock = clock
        self.random = random
        self.methods = methods
        pace = SendingPace(limit, clock: clock)
    }

    /// Runs calls that wait for the disk on a thread for that.
    func onThread<Value: Sendable>(
        _ calls: @Sendable () throws(UploadError) -> Value
    ) async throws(UploadError) -> Value {
        let result: Result<Value, UploadError> = await withTaskExecutorPreference(threads) {
            await Self.run(calls)
        }
        return try result.get()
    }

    @concurrent
    private static func run<Value: Sendable>(
        _ calls: @Sendable () throws(UploadError) -> Value
    ) async -> Result<Value, UploadError> {
        do throws(UploadError) {
            return .success(try calls())
        } catch {
            return .failure(error)
        }
    }

    /// Runs calls that answer for each of some elements, with the top open; where that cannot be opened, this is the
    /// answer for every one.
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

    /// Opens the top, which must be the destination that it was before.
    ///
    /// - Throws: `unavailable`.
    func open() throws(UploadError) -> FolderTop {
        let top = try FolderTop(path, opening: methods.opening)
        guard let marker = try top.marker() else {
            throw UploadError(.unavailable, "has no \(DestinationMarker.fileName)", mayBeUnmounted: true)
        }
        try remember(FolderTop.Known(identity: top.identity, marker: marker))
        return top
    }

    /// Keeps by what the top is known, or compares it.
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

extension FolderService {
    package func finish(
        _ sent: [SentUpload], unless isUnwanted: @escaping @Sendable (SentUpload) -> Bool
    ) async -> [Result<StoredFile, UploadError>] {
        await forEach(of: sent) { top in FolderFinishing(self, top).finish(sent) }
    }
}

extension FolderService: LocalPlace {
    package func roads() async throws(UploadError) -> [FilePath] { [] }

    package func surroundings() async throws(UploadError) -> [FileIdentity] {
        try await onThread { () throws(UploadError) in
            let top = try FolderTop(path, opening: methods.opening)
            return try attempt("cannot look at the directories above", at: .top) { () throws(Errno) in
                var (place, identities) = (top.directory.file, [top.identity])
                // The directory above the root is the root itself.
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
