import FakeDrive
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Copies at Google Drive are taken back into its trash.
@Suite(.timeLimit(.minutes(1)))
struct DriveRetractingTests {
    private func run(_ body: (DriveWorld, any Retracting, Receipt, TicketedRetraction) async throws -> Void)
        async throws
    {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
            try world.place([1, 2, 3], at: "a/x.jpg")
            let id = try #require(world.file(at: "a/x.jpg")?.id)
            let receipt = try await world.receipt([1, 2, 3], at: "a/x.jpg", id: id)
            let retracting = try #require(world.service.retracting)
            let copy = try await retracting.prepare([receipt.target], .trash, run: 1, firstNumber: 1)[0].get()
            try await body(world, retracting, receipt, copy)
        }
    }

    @Test func `A copy goes into Drive's trash, and is missing then`() async throws {
        try await run { world, retracting, receipt, copy in
            try await retracting.takeBack(copy, of: receipt, unless: { false })
            #expect(world.drive.files.first { $0.id == receipt.target.id }?.trashed == true)
            let error = await #expect(throws: UploadError.self) {
                try await retracting.takeBack(copy, of: receipt, unless: { false })
            }
            #expect(error?.kind == .missing)
        }
    }

    @Test func `Nothing is removed for good`() async throws {
        try await run { world, retracting, receipt, _ in
            let answers = await retracting.prepare([receipt.target], .permanent, run: 1, firstNumber: 1)
            let error = #expect(throws: TrashError.self) { try answers[0].get() }
            #expect(error?.kind == .failed)
        }
    }

    @Test func `A copy with other bytes stays`() async throws {
        try await run { world, retracting, receipt, copy in
            try world.place([4, 5, 6], at: "a/x.jpg")
            let error = await #expect(throws: UploadError.self) {
                try await retracting.takeBack(copy, of: receipt, unless: { false })
            }
            #expect(error?.kind == .corrupted)
            #expect(try world.bytes(at: "a/x.jpg") == [4, 5, 6])
        }
    }
}
