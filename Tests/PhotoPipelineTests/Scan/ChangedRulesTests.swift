import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct ChangedRulesTests {
    private let tree: TemporaryTree
    private let store: FenceStore
    private let office: Fence

    init() throws {
        tree = try TemporaryTree(inMemory: true)
        store = FenceStore(path: tree.path("fences.geojson"))
        let center = try #require(Coordinate(latitude: 52.52, longitude: 13.405))
        office = Fence(name: "Office", kind: .work, shape: .circle(center: center, radius: 150))
        try tree.write("photos/a.jpg", TestPhoto(at: (52.52, 13.405)).bytes)
        // The walk meets it before the photo is saved; that is when others interfere.
        try tree.link("photos/loop", to: ".")
    }

    private var index: FilePath { tree.path("index.sqlite") }

    private func rules() throws -> JudgingRules { try JudgingRules(fences: try store.load(), settings: settings) }

    private let settings = JudgingSettings(triage: TriageSettings(), zones: TimeZoneFiles())

    private func scan(meanwhile: @escaping () throws -> Void) async throws -> ScanSummary {
        try await tree.scan(by: rules, change: { $0.followsSymlinks = true }) { _ in
            #expect(throws: Never.self) { try meanwhile() }
        }
    }

    private func verdicts() throws -> [Verdict?] {
        var verdicts: [Verdict?] = []
        try Library(reading: index, owner: "tests", rules: rules()).photos(matching: PhotoSelection()) {
            verdicts.append($0.judgement?.verdict)
            return true
        }
        return verdicts
    }

    @Test func `A fence added while photos are read also judges those that are saved later`() async throws {
        let edit = FenceEdit(
            store: store, index: index, owner: "tests", settings: settings, command: "fence add", now: 1)
        let summary = try await scan {
            _ = try edit.make(isDryRun: false) { try $0.adding(office) }
        }
        #expect(summary.byVerdict[.work] == 1)
        #expect(summary.hasFences)
        #expect(try verdicts() == [.work])
    }

    @Test func `Read photos are kept even if the fences are invalid at the end`() async throws {
        let edit = FenceEdit(
            store: store, index: index, owner: "tests", settings: settings, command: "fence add", now: 1)
        await #expect(throws: PipelineError.self) {
            try await scan {
                _ = try edit.make(isDryRun: false) { try $0.adding(office) }
                try tree.write("fences.geojson", Array("{".utf8))
            }
        }
        try tree.remove("fences.geojson")
        _ = try store.change { try $0.adding(office) }
        #expect(try verdicts() == [.work])
    }
}
