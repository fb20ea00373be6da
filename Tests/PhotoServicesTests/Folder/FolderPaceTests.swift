import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The upload rate of a folder's service.
struct FolderPaceTests {
    private let world: FolderWorld
    private let size = 5 << 20

    init() async throws {
        world = try FolderWorld()
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
        try world.library.write("large.jpg", [UInt8](repeating: 7, count: size))
    }

    private func service(_ limit: String?) throws -> FolderService {
        FolderService(
            world.tree.path("nas"), clock: world.clock, random: { .random(in: .min ... .max) },
            threads: BlockingThreads(), limit: try limit.map { try RateLimit(parsing: $0) })
    }

    /// Sends the file.
    ///
    /// - Returns: the seconds it took.
    @discardableResult
    private func send(
        _ service: FolderService, to target: FilePath, interruption: TestInterruption = TestInterruption()
    ) async throws -> Double {
        let start = world.clock.uptime
        let upload = try await service.prepare(PlannedCopy(target: target, size: Int64(size), modified: 0))
        let source = try world.source("large.jpg", interruption: interruption)
        _ = try await service.send(source, as: upload)
        return Double(world.clock.uptime - start) / 1e9
    }

    @Test func `All files together are sent at the limit's speed`() async throws {
        let service = try service("1M")
        let first = try await send(service, to: "a.jpg")
        #expect((3.8...4.0).contains(first), "the first block goes at once: \(first)")
        let second = try await send(service, to: "b.jpg")
        #expect((4.9...5.1).contains(second), "the second file waits for the first one's last block: \(second)")
    }

    @Test(arguments: [nil, "off", "00:00,off"])
    func `Without a limit nothing waits`(limit: String?) async throws {
        #expect(try await send(try service(limit), to: "a.jpg") == 0)
    }

    @Test func `An interruption does not wait for a slow limit`() async throws {
        let service = try service("1k")
        let start = world.clock.uptime
        let error = await #expect(throws: UploadError.self) {
            try await send(service, to: "a.jpg", interruption: TestInterruption(afterQuestions: 5))
        }
        #expect(error?.kind == .interrupted)
        #expect(world.clock.uptime - start < 2_000_000_000)
    }
}
