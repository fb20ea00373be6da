import PhotoIndex
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Decisions on many files.
struct DecisionOnFilesTests {
    private func decision(_ scene: UploadScene) throws -> DecisionOnFiles {
        try DecisionOnFiles(
            index: scene.tree.path("index.sqlite"), isDryRun: false, rules: { scene.rules },
            environment: scene.environment, progress: HiddenProgress(), report: { Issue.record("\($0)") })
    }

    @Test func `A photo is read again only if it has changed since its bytes were known`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        let paths = (["a.jpg", "b.jpg"] as [FilePath]).map { scene.tree.path(scene.file($0)) }
        let decision = try decision(scene)
        let read = decision.hash(paths)
        // Bytes that no file has show who is not read.
        let marked = read.enumerated().map { number, file in
            HashedFile(
                path: file.path, sha256: Array(repeating: UInt8(number), count: 32), fingerprint: file.fingerprint,
                digest: file.digest)
        }
        let basis = try #require(try scene.index.basis())
        let triage = scene.rules.triage
        _ = try scene.writableIndex.record(.hold(reason: "x"), of: marked, copies: [:], basis: basis) {
            triage.judge(members: $0)
        }
        #expect(decision.hash(paths) == marked)
        try scene.tree.write(scene.file("b.jpg"), try scene.bytes("b.jpg"))
        #expect(decision.hash(paths).map(\.sha256) == [marked[0].sha256, read[1].sha256])
    }

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
