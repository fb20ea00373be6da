import PhotoModel
import PhotoPipeline
import SystemPackage

/// Directories of this machine: on another disk, or on a mounted share.
struct FolderKind: DestinationKind {
    var name: String { "folder" }
    var form: String { "folder:PATH" }
    var takesPaths: Bool { true }
    var neededKeys: [String] { ["path"] }
    var otherKeys: [String] { [] }
    private let clock: any Clock
    private let random: @Sendable () -> UInt64
    private let threads: BlockingThreads

    /// - Parameters:
    ///   - clock: the time.
    ///   - random: returns 64 random bits.
    ///   - threads: for calls that block on the disk.
    init(clock: any Clock, random: @escaping @Sendable () -> UInt64, threads: BlockingThreads) {
        self.clock = clock
        self.random = random
        self.threads = threads
    }

    func place(of table: [String: String]) -> String { table["path", default: ""] }

    func spec(of place: String, path: (String) -> FilePath) throws(TextError) -> DestinationSpec? {
        DestinationSpec(kind: name, directory: path(place))
    }

    func service(
        for spec: DestinationSpec, settings: DestinationSettings
    ) throws(UploadError) -> any UploadService {
        guard let directory = spec.directory else { throw .notSentTo(spec) }
        return FolderService(
            directory, clock: clock, random: random, threads: threads, variables: settings.variables,
            limit: settings.limit)
    }
}
