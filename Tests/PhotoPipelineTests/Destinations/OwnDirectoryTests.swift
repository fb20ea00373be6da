import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// No destination is where the program stores its index or its configuration.
struct OwnDirectoryTests {
    private let scene: DestinationScene

    init() throws {
        scene = try DestinationScene(home: "home")
    }

    private func expectRefused(
        _ path: FilePath, _ creation: DestinationCreation = .existing, location: SourceLocation = #_sourceLocation
    ) async throws {
        try await scene.expectOverlap(path, creation, saying: "stores its own files", location: location)
    }

    @Test(
        arguments: [
            "home/.local/state/workphotos", "home/.local/state/workphotos/nas", "home/.config/workphotos/a/b",
        ] as [FilePath], [DestinationCreation.existing, .create])
    func `A directory in them is refused, whether it exists or not`(path: FilePath, creation: DestinationCreation)
        async throws
    {
        try scene.tree.makeDirectory(creation == .create ? path.removingLastComponent() : path)
        try await expectRefused(path, creation)
    }

    @Test func `The XDG base directories count, and so do their defaults`() async throws {
        scene.variables["XDG_STATE_HOME"] = scene.tree.path("state").string
        scene.variables["XDG_CONFIG_HOME"] = scene.tree.path("config").string
        for path in ["state/workphotos/nas", "config/workphotos/nas", "home/.config/workphotos/nas"] as [FilePath] {
            try scene.tree.makeDirectory(path)
            try await expectRefused(path)
        }
    }

    @Test func `A link into one is a path into it, and so is one that is a link`() async throws {
        try scene.tree.makeDirectory("home/.local/state/workphotos/nas")
        try scene.tree.link("road", to: scene.tree.path("home/.local/state/workphotos/nas"))
        try await expectRefused("road")
        try scene.tree.makeDirectory("elsewhere/nas")
        try scene.tree.makeDirectory("home/.config")
        try scene.tree.link("home/.config/workphotos", to: scene.tree.path("elsewhere"))
        try await expectRefused("elsewhere/nas")
    }

    @Test(
        arguments: ["home", "home/.local/state", "home/.local/state/workphotos-copies", "home/.config/other"]
            as [FilePath])
    func `A directory next to them, or around them, is not refused`(path: FilePath) async throws {
        try scene.tree.makeDirectory("home/.local/state/workphotos")
        try scene.tree.makeDirectory(path)
        #expect(try await scene.refusal(path) == nil)
    }
}
