package import PhotoFiles
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

    /// - Parameter random: returns 64 random bits.
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

/// The ways to use the kernel and a folder's file system, in order: if one is refused, the next is tried.
///
/// Not every file system can rename without replacing, or has links; not every kernel can open beneath a directory.
package struct FolderMethods: Sendable {
    /// How a file gets a name that nothing else has.
    package enum Naming: CaseIterable, Sendable {
        /// `renameat2` with RENAME_NOREPLACE.
        case rename
        /// `linkat`, then `unlinkat` of the old name.
        case link
        /// A new file is made under the final name, with O_EXCL, and the bytes are copied.
        case copy
    }

    /// How a copy is read back.
    package enum Reading: CaseIterable, Sendable {
        /// Past the cache, with O_DIRECT.
        case direct
        /// After asking the system to drop it from the cache.
        case cached
    }

    /// How a file gets its name.
    package var naming: [Naming]
    package var opening: [OpeningWay]
    package var reading: [Reading]

    package init(
        naming: [Naming] = Naming.allCases, opening: [OpeningWay] = OpeningWay.allCases,
        reading: [Reading] = Reading.allCases
    ) {
        self.naming = naming
        self.opening = opening
        self.reading = reading
    }
}
