import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Somebody renames a directory at the destination while a file is being sent there.
struct FolderRenamingTests {
    private let world: FolderWorld

    init() async throws {
        world = try FolderWorld()
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
    }

    @Test(arguments: [false, true])
    func `Nothing is confirmed there, and nothing is left in it`(isMadeAgain: Bool) async throws {
        let sent = try await world.send([1, 2, 3, 4], to: "a/x.jpg")
        try world.tree.rename("nas/a", to: "nas/moved")
        if isMadeAgain { try world.tree.makeDirectory("nas/a") }
        // Permanently: no later attempt finds it.
        expectFailure(await world.service.finish([sent])[0], .failed)
        #expect(try world.leftovers() == 1)
        try await world.service.discard(sent.upload, source: nil)
        #expect(try world.leftovers() == 0)
        #expect(!world.tree.exists("nas/moved/x.jpg"))
    }

    @Test func `A finished copy is looked for at its own path the next time`() async throws {
        let sent = try await world.send([1, 2, 3, 4], to: "a/x.jpg")
        _ = try await world.service.finish([sent])[0].get()
        try world.tree.rename("nas/a", to: "nas/moved")
        try await world.service.discard(sent.upload, source: nil)
        #expect(try world.bytes(at: "moved/x.jpg") == [1, 2, 3, 4])
        #expect(try await world.service.inspect("a/x.jpg") == nil)
    }
}
