import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// No destination is inside another: copies that are lost together count as one.
struct NestedDestinationTests {
    private let scene: DestinationScene

    init() async throws {
        scene = try DestinationScene()
        try scene.tree.makeDirectory("disk/nas/work")
        _ = try await scene.open("disk/nas", name: "nas")
    }

    private func expectRefused(_ path: FilePath, _ creation: DestinationCreation = .existing) async throws {
        for isDryRun in [true, false] {
            let error = try #require(try await scene.refusal(path, creation, isDryRun: isDryRun))
            #expect(error.kind == .overlap)
            #expect(error.message.contains("the destination 'nas'"), "\(error.message)")
        }
        #expect(scene.service(path).changes.isEmpty)
        #expect(try scene.index.destinations().count == 1)
    }

    @Test func `A directory in a destination is refused, even if it would be created, and so is one around it`()
        async throws
    {
        try await expectRefused("disk/nas/work")
        try await expectRefused("disk/nas/new/deep", .create)
        #expect(!scene.tree.exists("disk/nas/new"))
        try await expectRefused("disk")
    }

    @Test func `A link into a destination is a path into it`() async throws {
        try scene.tree.link("road", to: "disk/nas/work")
        try await expectRefused("road")
    }

    @Test func `Through another path the marker above reveals it`() async throws {
        // A second view of the disk has other inode numbers for the same directories, and the same bytes.
        try scene.tree.write("view/.workphotos-destination", scene.tree.read("disk/nas/.workphotos-destination"))
        try scene.tree.makeDirectory("view/work")
        try await expectRefused("view/work")
    }

    @Test func `Siblings are two destinations, and one through two paths is one`() async throws {
        try scene.tree.makeDirectory("disk/nas-2")
        #expect(try await scene.refusal("disk/nas-2", name: "second") == nil)
        try scene.tree.link("road", to: "disk/nas")
        #expect(try await scene.open("road").destination?.id == scene.open("disk/nas", name: "nas").destination?.id)
    }

    @Test func `A removed destination is in no one's way`() async throws {
        _ = try scene.index.removeDestination(named: "nas", at: 1)
        #expect(try await scene.refusal("disk/nas/work", name: "work") == nil)
    }

    @Test func `A known destination that is now in another is refused, but its copies can be restored`() async throws {
        try scene.tree.makeDirectory("attic")
        _ = try await scene.open("attic", name: "attic")
        try scene.tree.rename("attic", to: "disk/nas/attic")
        try scene.tree.link("attic", to: "disk/nas/attic")
        #expect(try await scene.refusal("attic", name: "attic")?.kind == .overlap)
        #expect(try await scene.refusal("disk/nas", name: "nas")?.kind == .overlap)
        _ = try await scene.open("attic", name: "attic", .never, isToFetch: true)
    }
}
