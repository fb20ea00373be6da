import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Plans with real files.
struct PlannerTests {
    private let files = PlannedFiles()
    private let nas = DestinationName(id: 1, name: "nas")

    @Test func `A group is planned completely, with its targets`() throws {
        let candidate = try files.candidate(["a.jpg", "a.mov", "a.jpg.xmp"])
        let planned = try #require(files.planner().plan(candidate, to: nas, now: files.later))
        #expect(planned.action.state == .planned)
        #expect(planned.action.why == nil)
        #expect(planned.action.destination == nas)
        #expect(
            planned.action.members.map(\.target) == [
                "Office/undated/a.jpg", "Office/undated/a.mov", "Office/undated/a.jpg.xmp",
            ])
        #expect(planned.targets.targets(2).first == "Office/undated/a (2).jpg")
        #expect(planned.action.members.map(\.fingerprint) == candidate.members.map(\.fingerprint))
        #expect(planned.action.bytes == 3)
    }

    @Test func `Sidecars that are not sent are omitted`() throws {
        let candidate = try files.candidate(["a.jpg", "a.jpg.json", "a.aae"], sidecars: [nil, .takeout, .aae])
        let planned = try #require(files.planner().plan(candidate, to: nas, now: files.later))
        #expect(planned.action.members.map(\.path.lastComponent?.string) == ["a.jpg", "a.aae"])
        let all = try #require(
            files.planner { $0.sidecars.insert(.takeout) }.plan(candidate, to: nas, now: files.later))
        #expect(all.action.members.count == 3)
    }

    @Test func `A group is skipped if an unsent sidecar changed, because the verdict may depend on it`() throws {
        let candidate = try files.candidate(["a.jpg", "a.jpg.json"], sidecars: [nil, .takeout])
        let planned = try #require(files.planner().plan(candidate, to: nas, now: files.later))
        #expect(planned.bystanders.map(\.path) == [files.tree.path("a.jpg.json")])
        try files.tree.write("a.jpg.json", [1, 2])
        #expect(files.why(candidate) == .changedSinceScan)
        try files.tree.remove("a.jpg.json")
        #expect(files.why(candidate) == .changedSinceScan)
    }

    @Test func `A group with receipts is uploaded, apart from sidecars that are not sent`() throws {
        var candidate = try files.candidate(["a.jpg", "a.jpg.json"], sidecars: [nil, .takeout])
        candidate.members[0].hasReceipt = true
        #expect(files.planner().plan(candidate, to: nas, now: files.later) == nil)
        #expect(files.planner().plan(candidate, to: nil, now: files.later) != nil)
        #expect(files.planner { $0.sidecars.insert(.takeout) }.plan(candidate, to: nas, now: files.later) != nil)
    }

    @Test func `A fence's own folder counts, and the time by its zone`() throws {
        let candidate = try files.candidate(["a.jpg"])
        var settings = UploadSettings()
        settings.templateOf = ["Office": try FolderTemplate(parsing: "{year}/{name}")]
        let wall = try #require(WallTime(year: 2026, month: 5, day: 1))
        let planner = UploadPlanner(settings: settings) { _ in CaptureTime(wall: wall, offset: nil, source: .exif) }
        #expect(planner.plan(candidate, to: nil, now: files.later)?.action.target == "2026/a.jpg")
        var marked = candidate
        marked.judgement = Judgement(verdict: .work, reason: .marked, fence: "Office")
        #expect(planner.plan(marked, to: nil, now: files.later)?.action.target == "marked/2026/2026-05-01/a.jpg")
    }

    @Test func `A file that changed or disappeared since the scan is skipped`() throws {
        let candidate = try files.candidate(["a.jpg", "a.mov"])
        try files.tree.write("a.mov", [1, 2])
        #expect(files.why(candidate) == .changedSinceScan)
        try files.tree.remove("a.mov")
        #expect(files.why(candidate) == .changedSinceScan)
        try files.tree.link("a.mov", to: "a.jpg")
        #expect(files.why(candidate) == .changedSinceScan)
    }

    @Test func `If the file system keeps them, inode and ctime count`() throws {
        var candidate = try files.candidate(["a.jpg"])
        candidate.members[0].fingerprint.inode += 1
        #expect(files.why(candidate) == .changedSinceScan)
        candidate.members[0].keepsInodes = false
        #expect(files.why(candidate) == nil)
        candidate.members[0].fingerprint.modified += 1
        #expect(files.why(candidate) == .changedSinceScan)
        candidate.members[0].fingerprint.modified -= 1
        candidate.members[0].fingerprint.size += 1
        #expect(files.why(candidate) == .changedSinceScan)
        candidate = try files.candidate(["a.jpg"])
        candidate.members[0].fingerprint.changed -= 1
        #expect(files.why(candidate) == .changedSinceScan)
    }

    @Test func `A file that cannot be read fails, which takes precedence over a change`() throws {
        var candidate = try files.candidate(["a.jpg", "b.jpg"])
        candidate.members[0].fingerprint.size += 1
        candidate.members[1].path = FilePath("/" + String(repeating: "x", count: 300))
        let planned = try #require(files.planner().plan(candidate, to: nas, now: files.later))
        #expect(planned.action.state == .failed)
        #expect(planned.action.why == .unreadable)
    }

    @Test(arguments: [(59, true), (60, false), (-59, true), (-60, false), (-100_000, false)])
    func `A file settles after a minute, and one from the future is not young`(age: Int64, isYoung: Bool) throws {
        let candidate = try files.candidate(["a.jpg"])
        // ctime is the time of the test and cannot be set; mtime is made far older.
        try files.tree.setModified("a.jpg", seconds: 1_000_000)
        var old = candidate
        old.members[0] = try files.member("a.jpg")
        let now = (1_000_000 + age) * 1_000_000_000
        let planned = try #require(files.planner().plan(old, to: nas, now: now))
        #expect(planned.action.why == (isYoung ? .settling : nil))
        #expect(planned.action.state == (isYoung ? .skipped : .planned))
    }

    @Test func `The ctime counts too`() throws {
        try files.tree.write("a.jpg")
        try files.tree.setModified("a.jpg", seconds: 1_000_000)
        let member = try files.member("a.jpg")
        let candidate = files.candidate([member])
        #expect(files.why(candidate, now: member.fingerprint.changed + 1_000_000_000) == .settling)
        #expect(files.why(candidate, now: member.fingerprint.changed + 60_000_000_000) == nil)
        let hasty = files.planner { $0.settle = .zero }
        #expect(hasty.plan(candidate, to: nil, now: member.fingerprint.changed)?.action.why == nil)
    }
}
