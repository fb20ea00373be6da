import Glibc
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import WorkphotosTestSupport

/// A folder, for the contract of services.
struct FolderWorld: UploadWorld {
    let library: TemporaryTree
    let tree: TemporaryTree
    let service: any UploadService
    /// Long after any file of the test was changed.
    let clock = SteppingClock(now: 4_000_000_000_000_000_000)
    private let methods: FolderMethods
    /// Keeps its file system mounted.
    private let place: MountedPlace?

    init(_ methods: FolderMethods = FolderMethods(), inMemory: Bool = false, on place: MountedPlace? = nil) throws {
        library = try TemporaryTree()
        tree = try TemporaryTree(inMemory: inMemory, in: place?.path)
        self.place = place
        try tree.makeDirectory("nas")
        self.methods = methods
        service = FolderService(tree.path("nas"), clock: clock, methods: methods)
    }

    func another() -> any UploadService { FolderService(tree.path("nas"), clock: clock, methods: methods) }

    func below(_ target: FilePath) -> FilePath { FilePath("nas").pushing(target) }

    func place(_ bytes: [UInt8], at target: FilePath) throws { try tree.write(below(target), bytes) }

    func placeOther(at target: FilePath) throws { try tree.makeDirectory(below(target)) }

    func bytes(at target: FilePath) throws -> [UInt8]? {
        do {
            let file = try FileDescriptor.open(
                tree.path(below(target)), .readWrite, options: [.noFollow, .nonBlocking, .closeOnExec])
            return try file.closeAfter {
                var all: [UInt8] = []
                var block = [UInt8](repeating: 0, count: 65_536)
                while true {
                    let count = try unsafe block.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
                    if count == 0 { return all }
                    all += block[..<count]
                }
            }
        } catch Errno.noSuchFileOrDirectory, Errno.isDirectory, Errno.tooManySymbolicLinkLevels {
            return nil
        }
    }

    func modified(at target: FilePath) throws -> Int64? {
        try UploadSource(tree.path(below(target)), interruption: TestInterruption()).fingerprint.modified
    }

    func leftovers() throws -> Int { try ownNames().count }

    /// The names that begin like ours, except the marker's.
    func ownNames() throws -> [String] {
        try tree.snapshot().keys.filter { $0.contains("/.workphotos-") && !$0.hasSuffix("-destination") }
    }

    func setReceipts(_ bytes: [UInt8]) throws { try tree.write("nas/receipts.ndjson", bytes) }

    func goAway() throws { try tree.rename("nas", to: "gone") }
}

extension FolderService {
    /// A service whose temporary files have random names.
    convenience init(_ path: FilePath, clock: any PhotoPipeline.Clock, methods: FolderMethods = FolderMethods()) {
        self.init(
            path, clock: clock, random: { .random(in: .min ... .max) }, threads: BlockingThreads(), methods: methods)
    }
}

extension FolderWorld {
    /// Sends a file of one byte, and throws the service's error.
    func sendOne(to target: FilePath) async throws(UploadError) -> SentUpload {
        try? library.write("one.jpg", [1])
        let source = try UploadSource(library.path("one.jpg"), interruption: TestInterruption())
        let upload = try await ticket(for: target)
        return try await service.send(source, as: upload)
    }
}

/// The device and inode of a path.
func identity(of path: FilePath) throws -> FileIdentity {
    var status = stat()
    let result = unsafe path.withPlatformString { unsafe lstat($0, &status) }
    guard result == 0 else { throw Errno(rawValue: errno) }
    return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
}

extension FolderWorld {
    /// Gives a file of the tree a second name.
    func hardLink(from old: FilePath, to new: FilePath) throws {
        let result = unsafe tree.path(old).withPlatformString { old in
            unsafe tree.path(new).withPlatformString { new in unsafe link(old, new) }
        }
        guard result == 0 else { throw Errno(rawValue: errno) }
    }
}
