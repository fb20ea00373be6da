import PhotoFiles
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Copies at a remote are parked, looked at and removed.
@Suite(.enabled(if: RcloneWorld.isInstalled, Comment(rawValue: RcloneWorld.reason)))
struct RcloneRetractingTests {
    private let world: RcloneServiceWorld
    private let retracting: any Retracting
    private let receipt: Receipt

    init() async throws {
        world = try RcloneServiceWorld()
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
        let sent = try await world.send([1, 2, 3], to: "a/x.jpg")
        let stored = try await world.service.finish([sent])[0].get()
        receipt = Receipt(
            sha256: sent.hashes.sha256, size: 3, target: "a/x.jpg",
            checksum: try #require(stored.evidence.checksum), received: 1, checked: 1)
        retracting = try #require(world.service.retracting)
    }

    private func ticketed() async throws -> TicketedRetraction {
        try await retracting.prepare([receipt.target], .permanent, run: 5, firstNumber: 1)[0].get()
    }

    @Test func `A copy is removed for good`() async throws {
        let copy = try await ticketed()
        let trashed = await retracting.prepare([receipt.target], .trash, run: 5, firstNumber: 1)[0]
        #expect(throws: TrashError.self) { try trashed.get() }
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2, 3], "choosing changes nothing")
        try await retracting.takeBack(copy, of: receipt) { false }
        #expect(try world.bytes(at: "a/x.jpg") == nil && world.leftovers() == 0)
        await expectError(.missing) { () throws(UploadError) in
            try await retracting.takeBack(copy, of: receipt) { false }
        }
    }

    @Test func `It gets its name again if it is the library's own file`() async throws {
        let copy = try await ticketed()
        let path = world.tree.path(world.below("a/x.jpg"))
        await expectError(.overlap) { () throws(UploadError) in
            try await retracting.takeBack(copy, of: receipt) { !SmallFile.exists(path) }
        }
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2, 3] && world.leftovers() == 0)
    }

    @Test func `Other bytes stay, before it is parked and after`() async throws {
        let copy = try await ticketed()
        try world.place([1, 2, 4], at: "a/x.jpg")
        await expectError(.corrupted) { () throws(UploadError) in
            try await retracting.takeBack(copy, of: receipt) { false }
        }
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2, 4])
        try world.place([1, 2, 3], at: "a/x.jpg")
        await expectError(.corrupted) { () throws(UploadError) in
            try await retracting.takeBack(copy, of: receipt) {
                try? world.tree.write(world.below(FilePath("a/\(copy.ticket)")), [7, 7, 7])
                return false
            }
        }
        #expect(try world.bytes(at: "a/x.jpg") == [7, 7, 7] && world.leftovers() == 0)
    }

    @Test func `What a killed run has parked gets its name again`() async throws {
        let copy = try await ticketed()
        try world.tree.rename(world.below("a/x.jpg"), to: world.below(FilePath("a/\(copy.ticket)")))
        let other = try #require(world.another().retracting)
        try await other.putBack(copy)
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2, 3] && world.leftovers() == 0)
        try await other.putBack(copy)
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2, 3])
    }
}
