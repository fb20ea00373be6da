import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Copies at a remote are taken back in the remote's own way.
@Suite(.enabled(if: RcloneWorld.isInstalled, Comment(rawValue: RcloneWorld.reason)))
struct RcloneRetractingTests {
    @Test(arguments: [false, true])
    func `A copy with the bytes of its receipt is removed, and one with others stays`(isReadBack: Bool) async throws {
        let world = try RcloneServiceWorld(isReadBack: isReadBack)
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
        let receipt = try await world.receipt([1, 2, 3], at: "a/x.jpg")
        let retracting = try #require(world.service.retracting)
        let copy = try await retracting.prepare([receipt.target], run: 1, firstNumber: 1)[0].get()
        #expect(copy.fate == .remote)
        try world.place([1, 2, 4], at: "a/x.jpg")
        let error = await #expect(throws: UploadError.self) { try await retracting.takeBack(copy, of: receipt) }
        #expect(error?.kind == .corrupted)
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2, 4])
        try world.place([1, 2, 3], at: "a/x.jpg")
        try await retracting.takeBack(copy, of: receipt)
        #expect(try world.bytes(at: "a/x.jpg") == nil)
        let missing = await #expect(throws: UploadError.self) { try await retracting.takeBack(copy, of: receipt) }
        #expect(missing?.kind == .missing)
    }
}
