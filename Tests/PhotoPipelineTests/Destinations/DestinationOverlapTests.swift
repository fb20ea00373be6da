import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct DestinationOverlapTests {
    private let scene: DestinationScene

    init() throws { scene = try DestinationScene() }

    private func expectOverlap(_ path: FilePath, _ creation: DestinationCreation = .existing) async throws {
        for isDryRun in [true, false] {
            let error = try #require(try await scene.refusal(path, creation, isDryRun: isDryRun))
            #expect(error.kind == .overlap)
            #expect(error.message.contains("is inside the library's root \(scene.tree.path("photos"))"))
        }
        #expect(scene.service(path).changes.isEmpty)
        #expect(try scene.index.destinations().isEmpty)
    }

    @Test(arguments: ["photos", "photos/2026", "photos/2026/nas"])
    func `A destination in a root is refused, and so is the root itself`(path: FilePath) async throws {
        try scene.tree.makeDirectory(path)
        try await expectOverlap(path)
    }

    @Test func `A directory around a root is refused`() async throws {
        try scene.tree.makeDirectory("backup/2026")
        _ = try scene.addRoot("backup/2026")
        let error = try #require(try await scene.refusal("backup"))
        #expect(error.kind == .overlap)
        #expect(error.message.contains("contains the library's root \(scene.tree.path("backup/2026"))"))
    }

    @Test func `Neighbours do not overlap, whatever their names begin with`() async throws {
        try scene.tree.makeDirectory("photos-nas")
        #expect(try await scene.refusal("photos-nas") == nil)
        #expect(try await scene.refusal("new", .create) == nil)
    }

    @Test func `A link into a root is a path into it`() async throws {
        try scene.tree.makeDirectory("photos/2026")
        try scene.tree.link("road", to: "photos/2026")
        try await expectOverlap("road")
    }

    @Test func `A root that is reached through a link is known by its real path`() async throws {
        try scene.tree.makeDirectory("photos")
        try scene.tree.makeDirectory("disk/nas")
        try scene.tree.remove("photos")
        try scene.tree.link("photos", to: "disk")
        try await expectOverlap("disk/nas")
    }

    @Test func `No directory is created in a root`() async throws {
        try await expectOverlap("photos/new/nas", .create)
        try scene.tree.link("road", to: "photos")
        try await expectOverlap("road/new", .create)
        #expect(!scene.tree.exists("photos/new"))
    }

    @Test func `A destination whose marker a scan saw in the library is refused`() async throws {
        try scene.tree.write("nas/.workphotos-destination", Array("abcd\n".utf8))
        let root = try #require(try scene.index.roots().first)
        let writer = try scene.index.scanWriter(root: root.id, readerVersion: 1, basis: nil)
        let seen = try #require(DestinationMarker("abcd"))
        try writer.note([MarkerSighting(directory: Array("share".utf8), marker: seen)])
        let error = try #require(try await scene.refusal("nas"))
        #expect(error.kind == .overlap)
        #expect(error.message.contains(scene.tree.path("photos/share").string))
    }

    @Test(.enabled(if: MountedPlace.obstacle(.ntfs) == nil, "NTFS cannot be mounted here"))
    func `A folder on a mount that may not wait for what stores its files is refused`() async throws {
        // The type of an image is `fuse`, like that of many programs; that of a disk is `fuseblk`.
        let place = try MountedPlace(.ntfs)
        try scene.tree.link("nas", to: place.path)
        #expect(try await scene.refusal("nas")?.kind == .cachedMount)
        withExtendedLifetime(place) {}
    }

    @Test func `A known destination that is now in a root is refused too`() async throws {
        try scene.tree.makeDirectory("nas")
        _ = try await scene.open("nas", name: "nas")
        _ = try scene.addRoot("nas")
        #expect(try await scene.refusal("nas", name: "nas")?.kind == .overlap)
    }
}
