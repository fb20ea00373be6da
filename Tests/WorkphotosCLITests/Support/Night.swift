import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A world that is set up for scheduled runs: an office, two work photos that were not scanned yet, a destination in
/// memory, a trash, and a configuration that names the library.
struct Night {
    let world: World
    let service: FakeUploadService

    init() async throws {
        world = try World()
        service = try world.addNAS()
        _ = try world.addTrash()
        try world.add("a.jpg")
        try world.add("b.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 11:00:00"))
        await world.run("fence", "add", "Office", "--at", "52.52,13.405", "--radius", "100m")
        world.removeIndex()
        try configure()
    }

    /// Writes the configuration: the destination, the roots, and more.
    func configure(_ more: String = "", roots: [String] = ["~/photos"]) throws {
        let roots = roots.map { "\"\($0)\"" }.joined(separator: ", ")
        let nas = "[destinations.nas]\nkind = \"folder\"\npath = \"~/nas\"\n"
        try world.tree.write(world.configuration, Array("[scan]\nroots = [\(roots)]\n\(nas)\(more)".utf8))
    }
}
