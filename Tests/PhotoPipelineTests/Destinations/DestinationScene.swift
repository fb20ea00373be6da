import PhotoIndex
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A tree with the root `photos`, an index that knows it, and directories that can be made destinations.
final class DestinationScene {
    let tree: TemporaryTree
    let index: PhotoIndex
    var confirmation = TypedAnswers()
    var variables: [String: String] = [:]
    /// Whether the services of other places answer too; else asking one is an error.
    var answersElsewhere = false
    /// The marker of the first place that has none yet.
    static let newMarker = DestinationMarker(random: 0, 1)
    private let numbers = Numbers()
    /// The service of each place, made at its first use.
    private(set) var services: [FilePath: MarkedDirectory] = [:]

    init() throws {
        tree = try TemporaryTree()
        try tree.makeDirectory("photos")
        index = try PhotoIndex.inMemory(owner: "tests")
        _ = try addRoot("photos")
    }

    /// The same, for a user whose home is a directory of the tree.
    convenience init(home: FilePath) throws {
        try self.init()
        variables = ["HOME": tree.path(home).string]
    }

    func addRoot(_ path: FilePath) throws -> Root {
        try index.addRoot(
            tree.path(path), fileSystem: FileSystemIdentity(name: "disk", keepsInodes: true), now: 1)
    }

    func spec(_ path: FilePath) -> DestinationSpec { DestinationSpec(kind: "folder", directory: tree.path(path)) }

    /// The service of a directory of the tree.
    func service(_ path: FilePath) -> MarkedDirectory {
        let full = tree.path(path)
        let service = services[full] ?? MarkedDirectory(full)
        services[full] = service
        return service
    }

    /// Opens a directory of the tree as a destination.
    func open(
        _ path: FilePath, name: String? = nil, _ creation: DestinationCreation = .existing, isDryRun: Bool = false,
        isToFetch: Bool = false
    ) async throws -> OpenDestination {
        let spec = spec(path)
        let service = service(path)
        let others = answersElsewhere ? services : [:]
        var environment = PhotoPipeline.Environment.test(
            variables: variables, currentDirectory: tree.path, clock: SteppingClock(now: 1), confirmation: confirmation,
            uploadService: { (asked: DestinationSpec) throws(UploadError) in
                if asked == spec { return service }
                guard let other = asked.directory.flatMap({ others[$0] }) else {
                    throw UploadError(.failed, "another place: \(asked.text)")
                }
                return other
            })
        environment.random = { [numbers] in numbers.next.wrappingAdd(1, ordering: .relaxed).oldValue }
        return try await DestinationOpening(isToFetch: isToFetch).open(
            Destination(name: name ?? spec.text, spec: spec), index: index, creation: creation, isDryRun: isDryRun,
            in: environment)
    }

    /// The error of opening a destination; nil if it succeeds.
    func refusal(
        _ path: FilePath, name: String? = nil, _ creation: DestinationCreation = .existing, isDryRun: Bool = false
    ) async throws -> PipelineError? {
        do {
            _ = try await open(path, name: name, creation, isDryRun: isDryRun)
            return nil
        } catch let error as PipelineError {
            return error
        }
    }

    /// Expects that a place where no destination may be is refused, also in a dry run, and that nothing is written.
    func expectOverlap(
        _ path: FilePath, _ creation: DestinationCreation, saying words: String,
        location: SourceLocation = #_sourceLocation
    ) async throws {
        for isDryRun in [true, false] {
            let error = try await refusal(path, creation, isDryRun: isDryRun)
            #expect(error?.kind == .overlap, "\(path)", sourceLocation: location)
            #expect(error?.message.contains(words) == true, "\(error as Any)", sourceLocation: location)
        }
        #expect(service(path).changes.isEmpty, sourceLocation: location)
        #expect(try index.destinations().isEmpty, sourceLocation: location)
    }
}

/// Counts from 0.
private final class Numbers: Sendable {
    let next = Atomic<UInt64>(0)
}
