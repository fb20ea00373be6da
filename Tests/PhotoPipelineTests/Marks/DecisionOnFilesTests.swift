import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Decisions on many files.
struct DecisionOnFilesTests {
    @Test func `Some hundred files are recorded together`() async throws {
        let scene = try await UploadScene((0..<150).map { FilePath("\($0).jpg") })
        let readings = Mutex(0)
        let decision = try DecisionOnFiles(
            index: scene.tree.path("index.sqlite"), isDryRun: false,
            rules: {
                readings.withLock { $0 += 1 }
                return scene.rules
            }, environment: scene.environment, progress: HiddenProgress(), report: { Issue.record("\($0)") })
        let paths = (0..<150).map { scene.tree.path(scene.file(FilePath("\($0).jpg"))) }
        let shown = Mutex(0)
        let count = try decision.record(.hold(reason: "x"), of: paths, hashed: nil, by: "hold") { outcome, _ in
            if outcome.isChanged { shown.withLock { $0 += 1 } }
        }
        #expect(count == 150 && shown.withLock(\.self) == 150)
        #expect(readings.withLock(\.self) == 1, "each transaction reads the rules once")
    }
}
