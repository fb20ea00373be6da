import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A destination on the library's own file system, which fails together with it.
struct DestinationBesideTests {
    private let world: World
    /// On a disk, if there is one: of a place in memory something worse is said.
    private let disk: TemporaryTree
    private let service = FakeUploadService(marker: DestinationMarker(World.marker))

    private var spec: String { "folder:\(disk.path("shelf").string)" }
    private var library: String { disk.path("library").string }

    private static func isInMemory(_ path: FilePath) -> Bool {
        let spec = try? DestinationKinds.test().spec(parsing: "folder:\(path.string)")
        return spec.map { Destination(name: "x", spec: $0).isInMemory } ?? true
    }

    private static let hasDisk = (try? TemporaryTree()).map { !isInMemory($0.path) } ?? false

    init() async throws {
        world = try World()
        disk = try TemporaryTree()
        let service = service
        world.uploadService = { _ in service }
        try disk.makeDirectory("shelf")
        try disk.write("library/a.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 10:00:00").bytes)
        await world.addOffice()
        #expect(await world.run("scan", library).exit == 0)
    }

    @Test(.enabled(if: hasDisk, "the temporary directory is in memory"))
    func `It is told when it is added, by doctor and in the question of a purge`() async throws {
        _ = try world.addTrash()
        let words =
            "on the same file system as \(library): if that disk fails, the photos and their copies are lost "
            + "together"
        let added = await world.run("destination", "add", "shelf", spec)
        #expect(added.exit == 0 && added.notes == "It is \(words)\n", "\(added)")
        let doctor = await world.run("doctor").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(doctor.contains("is \(words)"), "\(doctor)")
        #expect(await world.run("upload").exit == 0)
        world.confirmation = TypedAnswers(["n"], canAsk: true)
        await world.run("purge", "--max-delete", "100%")
        let question = try #require(world.confirmation.questions.first)
        #expect(
            question.contains(
                "\n  the copies at shelf are on the disk of the library (\(library)): if it fails, both are lost\n"))
    }

    @Test(.enabled(if: hasDisk, "the temporary directory is in memory"))
    func `Of a destination on another file system nothing is said`() async throws {
        let other = try World()
        try other.tree.makeDirectory("shelf")
        let spec = "folder:\(other.tree.path("shelf").string)"
        let added = await world.run("destination", "add", "shelf", spec)
        #expect(added.exit == 0 && !added.notes.contains("same file system"), "\(added)")
    }
}
