import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct LockWaitTests {
    private let scene: UploadScene

    init() async throws { scene = try await UploadScene("a.jpg") }

    private func upload(waiting wait: Duration) async throws {
        let request = DestinationRequest(to: nil, standard: ["nas"], configured: [], creation: .never) { FilePath($0) }
        let act = UploadAct(origin: .selection(PhotoSelection()), request: request, parallel: 1) { _ in
            UploadSettings()
        }
        let run = ActionRun(
            .upload(act), mode: .carryOut, index: scene.tree.path("index.sqlite"),
            rules: { [rules = scene.rules] in rules },
            places: DestinationPlaces(configured: [], require: 1) { FilePath($0) },
            wait: wait)
        _ = try await run.run(in: scene.environment, progress: HiddenProgress(), show: { _, _ in }, note: { _ in })
    }

    private func held() throws -> ActLock { try ActLock(beside: scene.tree.path("index.sqlite"), now: 0) }

    @Test func `It lasts as long as requested, by the run's clock`() async throws {
        let lock = try held()
        let began = scene.clock.uptime
        let error = await #expect(throws: PipelineError.self) { try await upload(waiting: .seconds(300)) }
        #expect(error?.kind == .locked)
        #expect((300..<301).contains((scene.clock.uptime - began) / 1_000_000_000))
        _ = consume lock
        try await upload(waiting: .zero)
    }

    @Test func `An interruption ends it`() async throws {
        let lock = try held()
        scene.interruption.raise()
        let error = await #expect(throws: PipelineError.self) { try await upload(waiting: .seconds(300)) }
        #expect(error?.kind == .interrupted)
        _ = consume lock
    }
}
