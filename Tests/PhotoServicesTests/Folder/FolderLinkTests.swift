import PhotoFiles
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

struct FolderLinkTests {
    static let openings: [OpeningWay] = [.kernel, .byHand]

    private func world(_ opening: OpeningWay) async throws -> FolderWorld {
        let world = try FolderWorld(FolderMethods(opening: [opening]))
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
        try world.tree.makeDirectory("outside/b/c")
        return world
    }

    @Test(arguments: openings, ["a", "a/b", "a/b/c"] as [FilePath])
    func `A link at any component is refused, and nothing is written through it`(
        opening: OpeningWay, place: FilePath
    ) async throws {
        let world = try await world(opening)
        try world.tree.link(world.below(place), to: world.tree.path("outside"))
        await expectError(.refused) { () throws(UploadError) in try await world.sendOne(to: "a/b/c/x.jpg") }
        try world.tree.write("outside/x.jpg", [1])
        try world.tree.write("outside/c/x.jpg", [1])
        try world.tree.write("outside/b/c/x.jpg", [1])
        #expect(try await world.service.inspect("a/b/c/x.jpg") == nil)
        #expect(try await world.service.identify("a/b/c/x.jpg") == .missing)
        #expect(try await world.service.size(at: "a/b/c/x.jpg") == nil)
        await expectError(.missing) { () throws(UploadError) in
            try await unsafe world.service.fetch("a/b/c/x.jpg", start: {}) { _ in }
        }
        #expect(try world.tree.snapshot().keys.filter { $0.contains(".part") }.isEmpty)
    }

    @Test(arguments: openings)
    func `A directory that becomes a link after sending is not followed`(opening: OpeningWay) async throws {
        let world = try await world(opening)
        let sent = try await world.send([1, 2], to: "a/x.jpg")
        try world.tree.rename("nas/a", to: "moved")
        try world.tree.link("nas/a", to: world.tree.path("moved"))
        expectFailure(await world.service.finish([sent])[0], .refused)
        try await world.service.discard(sent.upload, source: nil)
        #expect(!world.tree.exists("moved/x.jpg"))
        // The service that made the temporary file still has its directory open.
        #expect(try world.tree.snapshot().keys.filter { $0.hasPrefix("moved/") }.isEmpty)
    }

    @Test(arguments: openings, ["x.jpg", "../outside/x.jpg", "nowhere"] as [FilePath])
    func `A link with the name takes it and is not followed`(
        opening: OpeningWay, target: FilePath
    ) async throws {
        let world = try await world(opening)
        try world.tree.write("outside/x.jpg", [9])
        try world.tree.link("nas/a.jpg", to: target)
        expectFailure(await world.service.finish([try await world.send([1], to: "a.jpg")])[0], .taken)
        #expect(try await world.service.inspect("a.jpg") == nil)
        #expect(try await world.service.identify("a.jpg") == .missing)
        #expect(try await world.service.size(at: "a.jpg") != nil)
        #expect(try world.tree.isLink("nas/a.jpg"))
        #expect(try world.tree.read("outside/x.jpg") == [9])
    }

    @Test func `A marker or a list of receipts that is a link is not read`() async throws {
        let world = try await world(.kernel)
        try world.tree.link("nas/receipts.ndjson", to: world.tree.path("outside/receipts"))
        await expectError(.failed) { () throws(UploadError) in try await world.addReceipts([0x0A]) }
        await expectError(.failed) { () throws(UploadError) in try await world.receipts() }
        #expect(!world.tree.exists("outside/receipts"))
        try world.tree.rename("nas/.workphotos-destination", to: "outside/marker")
        try world.tree.link("nas/.workphotos-destination", to: world.tree.path("outside/marker"))
        await expectError(.unavailable) { () throws(UploadError) in try await world.service.marker() }
    }

    @Test func `The user's own path to the top may contain a link`() async throws {
        let world = try await world(.kernel)
        try world.tree.link("way", to: "nas")
        let service = FolderService(world.tree.path("way"), clock: world.clock)
        #expect(try await service.marker() == DestinationMarker(random: 1, 2))
        #expect(try await service.localPlace?.surroundings() == world.service.localPlace?.surroundings())
    }
}
