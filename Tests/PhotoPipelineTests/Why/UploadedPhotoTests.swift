import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What reading commands report about an uploaded photo and the run that uploaded it.
struct UploadedPhotoTests {
    private let tree: TemporaryTree
    private let rules: JudgingRules
    private let clock = SteppingClock(now: 2_000_000_000_000_000_000)
    private var index: FilePath { tree.path("index.sqlite") }
    private var photo: FilePath { tree.path("photos/a.jpg") }

    init() async throws {
        tree = try TemporaryTree(inMemory: true)
        try tree.makeDirectory("photos")
        try tree.write("photos/a.jpg", TestPhoto().bytes)
        rules = try JudgingRules(
            fences: try FenceStore(path: tree.path("fences.geojson")).load(),
            settings: JudgingSettings(triage: TriageSettings(), zones: TimeZoneFiles()))
        let rules = rules
        try await tree.scan(by: { rules }, in: .test(currentDirectory: "/", clock: clock))
    }

    /// Records the upload of the photo by a run that has not ended.
    private func upload() throws {
        let index = try PhotoIndex.open(forWritingAt: index, owner: "tests")
        let marker = try #require(DestinationMarker("nas"))
        let nas = try index.addDestination(name: "nas", spec: "folder:/nas", marker: marker)
        let sha256 = [UInt8](repeating: 7, count: 32)
        let known = try #require(try index.photo(at: photo))
        let root = try #require(try index.roots().first)
        let fingerprint = try UploadSource(photo, interruption: TestInterruption()).fingerprint
        let member = Action.Member(
            path: root.path.appending("a.jpg"), role: .still, fingerprint: fingerprint, target: "Office/a.jpg",
            sha256: sha256)
        let receipt = Receipt(
            sha256: sha256, size: known.bytes, target: "Office/a.jpg", checksum: Checksum(kind: .sha256, value: "07"),
            received: 5, checked: 6)
        let action = Action(
            kind: .upload, group: 1, members: [member], destination: DestinationName(id: nas.id, name: "nas"),
            state: .done)
        let run = try index.beginRun("upload", at: 3)
        try index.conclude([ActionOutcome(action: action, receipts: [(receipt, nas.id)])], run: run, at: clock.now)
    }

    private func why(_ purge: PurgeSettings = PurgeSettings()) throws -> Why {
        var work = try WhyWork(index: index, owner: "tests", rules: rules, purge: purge, clock: clock)
        return try work.explain(photo).get()
    }

    @Test func `Why shows where it is, and that it is uploaded`() throws {
        #expect(try why().keeps.contains(.notUploaded))
        #expect(try why().photo.uploads == [])
        try upload()
        #expect(try !why().keeps.contains(.notUploaded))
        #expect(
            try why().photo.uploads == [
                Photo.Upload(destination: "nas", target: "Office/a.jpg", receivedAt: 5, checkedAt: 6)
            ])
    }

    @Test func `Why names the copy of bytes that the photo had before, also before the next scan`() async throws {
        try upload()
        #expect(try why().earlierCopies.isEmpty)
        try tree.write("photos/a.jpg", TestPhoto(taken: "2026:05:16 03:33:20").bytes)
        #expect(try why().earlierCopies.map(\.target) == ["Office/a.jpg"])
        let rules = rules
        try await tree.scan(by: { rules }, in: .test(currentDirectory: "/", clock: clock))
        let why = try why()
        #expect(why.standing == .indexed && why.photo.uploads.isEmpty)
        #expect(why.earlierCopies.map(\.target) == ["Office/a.jpg"] && why.copiesBeside.isEmpty)
    }

    /// What keeps the photo from being purged, with one setting changed.
    private func keeps(_ change: (inout PurgeSettings) -> Void) throws -> [Action.Reason] {
        var settings = PurgeSettings()
        change(&settings)
        return try why(settings).keeps
    }

    @Test func `A photo without a time is never old enough`() throws {
        try upload()
        #expect(try keeps { $0.olderThan = .seconds(1) } == [.notWork, .notOldEnough])
    }

    @Test func `Without an offset a photo is as young as possible`() throws {
        // Now is 2033-05-18T03:33:20Z: it was taken two days before, by a clock that may be twelve hours behind UTC.
        try tree.write("photos/a.jpg", TestPhoto(taken: "2033:05:16 03:33:20").bytes)
        #expect(try !keeps { $0.olderThan = .seconds(36 * 3_600) }.contains(.notOldEnough))
        #expect(try keeps { $0.olderThan = .seconds(36 * 3_600 + 1) }.contains(.notOldEnough))
        try tree.write("photos/a.jpg", TestPhoto(taken: "2040:01:01 00:00:00").bytes)
        #expect(try keeps { $0.olderThan = .seconds(1) }.contains(.notOldEnough), "taken in the future")
    }
}
