import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// No destination is in a trash: emptying the trash would remove all copies.
struct TrashDestinationTests {
    private let scene: DestinationScene

    init() throws {
        scene = try DestinationScene(home: "home")
    }

    private func expectRefused(
        _ path: FilePath, _ creation: DestinationCreation = .existing, location: SourceLocation = #_sourceLocation
    ) async throws {
        try await scene.expectOverlap(path, creation, saying: "the trash", location: location)
    }

    @Test(
        arguments: [
            "home/.local/share/Trash", "home/.local/share/Trash/files/nas", "home/.local/share/Trash/nas",
            "disk/.Trash-1000/files/nas", "disk/.Trash/1000/files/nas", "disk/.Trash-0", "disk/.Trashes/501",
            "disk/$RECYCLE.BIN/S-1-5/nas", "volume/@Recycle/nas", "volume/#recycle",
            "other/.local/share/Trash/files/nas",
        ] as [FilePath])
    func `A directory in any user's trash is refused`(path: FilePath) async throws {
        try scene.tree.makeDirectory(path)
        try await expectRefused(path)
    }

    @Test(arguments: ["home/.local/share/Trash/files/nas", "disk/.Trash-1000/nas"] as [FilePath])
    func `No directory is created in a trash, whether it exists or not`(path: FilePath) async throws {
        try scene.tree.makeDirectory("home/.local/share")
        try await expectRefused(path, .create)
        #expect(!scene.tree.exists(path))
    }

    @Test func `Both home trashes count if XDG_DATA_HOME is set`() async throws {
        scene.variables["XDG_DATA_HOME"] = scene.tree.path("data").string
        for path in ["data/Trash/nas", "home/.local/share/Trash/nas"] as [FilePath] {
            try scene.tree.makeDirectory(path)
            try await expectRefused(path)
        }
    }

    @Test func `A link into a trash is a path into it, and so is a home trash that is a link`() async throws {
        try scene.tree.makeDirectory("home/.local/share/Trash/files/nas")
        try scene.tree.link("road", to: scene.tree.path("home/.local/share/Trash/files/nas"))
        try await expectRefused("road")
        try scene.tree.makeDirectory("bin/nas")
        try scene.tree.remove("home/.local/share/Trash")
        try scene.tree.link("home/.local/share/Trash", to: scene.tree.path("bin"))
        try await expectRefused("bin/nas")
    }

    @Test func `A disk with its trash on it may be a destination`() async throws {
        try scene.tree.makeDirectory("disk/.Trash-1000/files")
        try scene.tree.makeDirectory("disk/.Trash/1000")
        #expect(try await scene.refusal("disk") == nil)
        try scene.tree.makeDirectory("home/.local/share/Trash/files")
        #expect(try await scene.refusal("home") == nil)
    }

    @Test(arguments: ["disk/Trash", "disk/My.Trash", "disk/.Trasher", "disk/Trash/2026"] as [FilePath])
    func `Names similar to a trash's are allowed`(path: FilePath) async throws {
        try scene.tree.makeDirectory(path)
        #expect(try await scene.refusal(path) == nil)
    }

    @Test func `A known destination that was moved to the trash is refused, but its copies can be restored`()
        async throws
    {
        try scene.tree.makeDirectory("home/.local/share/Trash/files")
        try scene.tree.makeDirectory("nas")
        let known = try await scene.open("nas", name: "nas")
        try scene.tree.rename("nas", to: "home/.local/share/Trash/files/nas")
        try scene.tree.link("nas", to: scene.tree.path("home/.local/share/Trash/files/nas"))
        #expect(try await scene.refusal("nas", name: "nas")?.kind == .overlap)
        let open = try await scene.open("nas", name: "nas", .never, isToFetch: true)
        #expect(open.destination == known.destination)
    }

    @Test(.enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"))
    func `A bind mount of a directory in a trash is refused`() throws {
        for path: FilePath in ["home/.local/share/Trash/files/nas", "disk/.Trash-1000/files/nas", "road", "away"] {
            try scene.tree.makeDirectory(path)
        }
        let (tree, variables) = (scene.tree, scene.variables)
        let found = PrivateMounts.run { mounts -> [Bool]? in
            [("home/.local/share/Trash/files/nas", "road"), ("disk/.Trash-1000", "away")].map { source, point in
                guard mounts.bind(tree.path(FilePath(source)).string, on: tree.path(FilePath(point)).string) else {
                    return false
                }
                return DestinationOverlap().isInTrash(tree.path(FilePath(point)), variables: variables)
                    && DestinationOverlap().isInTrash(tree.path(FilePath(point)).appending("new"), variables: variables)
            }
        }
        #expect(try #require(found) == [true, true])
        #expect(!DestinationOverlap().isInTrash(tree.path("road"), variables: variables))
    }
}
