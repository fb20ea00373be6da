import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// If a file had to be copied to its final name, what a killed program left there is recognized.
struct FolderDiscardingTests {
    private let world: FolderWorld
    private let sent: SentUpload

    init() async throws {
        world = try FolderWorld(FolderMethods(naming: [.copy]))
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
        sent = try await world.send([1, 2, 3, 4], to: "a/x.jpg")
    }

    /// The upload with the hash that the journal has.
    private var journalled: TicketedUpload {
        TicketedUpload(
            target: sent.upload.target, ticket: sent.upload.ticket, modified: 0, sha256: sent.hashes.sha256)
    }

    /// Leaves a file like a program that is killed while it copies.
    private func leave(_ bytes: [UInt8], isMarked: Bool = true) throws {
        try world.place(bytes, at: "a/x.jpg")
        let copying = sent.upload.ticket.replacing(".part", with: ".copying")
        if isMarked { try world.place([], at: FilePath("a").appending(copying)) }
    }

    @Test(arguments: [[], [1], [1, 2, 3], [1, 2, 0], [1, 0, 0, 0], [0, 0, 0, 0]] as [[UInt8]])
    func `An unfinished copy is removed`(_ bytes: [UInt8]) async throws {
        try leave(bytes)
        try await world.another().discard(journalled, source: nil)
        #expect(!world.tree.exists("nas/a/x.jpg"))
        #expect(try world.leftovers() == 0)
    }

    @Test(arguments: [[1, 2, 3, 4], [1, 9], [1, 0, 3], [1, 2, 3, 4, 5], [1, 2, 3, 4, 0]] as [[UInt8]])
    func `A complete copy, or one with another beginning, stays`(_ bytes: [UInt8]) async throws {
        try leave(bytes)
        try await world.another().discard(journalled, source: nil)
        #expect(try world.bytes(at: "a/x.jpg") == bytes)
        #expect(try world.leftovers() == 0)
    }

    @Test func `If no copy had begun, a file with the same beginning belongs to another`() async throws {
        try leave([1, 2], isMarked: false)
        try await world.another().discard(journalled, source: nil)
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2])
        #expect(try world.leftovers() == 0)
    }

    @Test func `Sending again replaces an unfinished copy`() async throws {
        try leave([1, 2, 0])
        try world.library.write("again.jpg", [1, 2, 3, 4])
        let service = world.another()
        let again = try await service.send(try world.source("again.jpg"), as: sent.upload)
        _ = try await service.finish([again])[0].get()
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2, 3, 4])
        #expect(try world.leftovers() == 0)
    }
}
