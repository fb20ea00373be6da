import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import WorkphotosTestSupport

/// A remote in a directory of this machine, for the contract of services.
struct RcloneServiceWorld: UploadWorld {
    let library: TemporaryTree
    let tree: TemporaryTree
    let service: any UploadService
    /// Whether copies are read back, as for a remote without checksums.
    private let isReadBack: Bool
    let clock = SteppingClock(now: 4_000_000_000_000_000_000)

    /// Aliases lead to the directory; a chunker has no checksums that count.
    private static let configuration = """
        [nas]
        type = alias
        remote = TREE/nas
        [chunks]
        type = chunker
        remote = TREE/nas
        """

    init(isReadBack: Bool = false) throws {
        library = try TemporaryTree()
        tree = try TemporaryTree()
        try tree.makeDirectory("nas")
        self.isReadBack = isReadBack
        service = try Self.service(tree, clock, isReadBack)
    }

    private static func service(
        _ tree: TemporaryTree, _ clock: SteppingClock, _ isReadBack: Bool
    ) throws -> RcloneService {
        let world = try RcloneWorld(configuration, tree: tree)
        return RcloneService(
            try RcloneSpec(isReadBack ? "chunks:" : "nas:"), rclone: world.rclone, variables: [:], clock: clock,
            random: { .random(in: .min ... .max) })
    }

    func another() -> any UploadService {
        // The same text as a moment ago.
        // swift-format-ignore: NeverUseForceTry
        try! Self.service(tree, clock, isReadBack)
    }

    func below(_ target: FilePath) -> FilePath { FilePath("nas").pushing(target) }

    func place(_ bytes: [UInt8], at target: FilePath) throws { try tree.write(below(target), bytes) }

    func placeOther(at target: FilePath) throws { try tree.makeDirectory(below(target)) }

    func bytes(at target: FilePath) throws -> [UInt8]? {
        do {
            return try tree.read(below(target))
        } catch {
            return nil
        }
    }

    func modified(at target: FilePath) throws -> Int64? {
        try UploadSource(tree.path(below(target)), interruption: TestInterruption()).fingerprint.modified
    }

    func leftovers() throws -> Int {
        try tree.snapshot().keys.count { $0.contains("/.workphotos-") && !$0.hasSuffix("-destination") }
    }

    func setReceipts(_ bytes: [UInt8]) throws { try tree.write("nas/.workphotos-receipts/1.ndjson", bytes) }

    func goAway() throws { try tree.rename("nas", to: "gone") }
}
