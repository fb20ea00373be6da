import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import WorkphotosTestSupport

/// A tree with the root `photos`, an index that knows it, and directories that can be made destinations.
final class DestinationScene {
    let tree: TemporaryTree
    let index: PhotoIndex
    var confirmation = TypedAnswers()
    /// What stands for each place; made when it is first asked for.
    private(set) var services: [FilePath: MarkedDirectory] = [:]

    init() throws {
        tree = try TemporaryTree()
        try tree.makeDirectory("photos")
        index = try PhotoIndex.inMemory(owner: "tests")
        _ = try addRoot("photos")
    }

    func addRoot(_ path: FilePath) throws -> Root {
        try index.addRoot(
            tree.path(path), fileSystem: FileSystemIdentity(name: "disk", keepsInodes: true), now: 1)
    }

    func spec(_ path: FilePath) -> DestinationSpec { .folder(tree.path(path)) }

    /// The service of a directory of the tree.
    func service(_ path: FilePath) -> MarkedDirectory {
        let full = tree.path(path)
        let service = services[full] ?? MarkedDirectory(full)
        services[full] = service
        return service
    }

    /// Opens a directory of the tree as a destination.
    func open(
        _ path: FilePath, name: String? = nil, _ creation: DestinationCreation = .existing, isDryRun: Bool = false
    ) async throws -> OpenDestination {
        let spec = spec(path)
        let service = service(path)
        let environment = PhotoPipeline.Environment.test(
            currentDirectory: tree.path, clock: SteppingClock(now: 1), confirmation: confirmation,
            uploadService: { (asked: DestinationSpec) throws(UploadError) in
                guard asked == spec else { throw UploadError(.failed, "another place: \(asked.text)") }
                return service
            })
        return try await DestinationOpening().open(
            NamedSpec(name: name ?? spec.text, spec: spec), index: index, creation: creation, isDryRun: isDryRun,
            in: environment)
    }

    /// How opening a destination fails; nil where it does not.
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
}
