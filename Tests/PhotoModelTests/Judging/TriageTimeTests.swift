import PhotoModel
import Testing

struct TriageTimeTests {
    // 2026-05-01 is a Friday.
    private let hours = ["mon-fri 08:00-18:00"]

    @Test(arguments: [
        ("2026-05-01T10:00", Reason.insideFence), ("2026-05-01T19:00", .outsideHours),
        ("2026-05-02T10:00", .outsideHours), ("2026-06-01T10:00", .outsideDates),
        ("2026-05-01T17:59+09:00", .insideFence),
    ])
    func `A fence with hours and dates applies within them`(taken: String, reason: Reason) throws {
        let triage = Triage(fences: [try Scene.fence("Site", hours: hours, until: "2026-05-31")])
        let judgement = triage.judge(try Scene.photo(taken: taken))
        #expect(judgement.reason == reason)
        #expect(judgement.verdict == (reason == .insideFence ? .work : .personal))
        #expect(judgement.fence == "Site")
    }

    @Test(
        arguments: [
            ("2026-05-31T23:59", Reason.neverFence), ("2026-06-01T00:00", .insideFence), (nil, .neverFence),
        ] as [(String?, Reason)])
    func `A fence that is never work has dates, and holds where the time is not known`(
        taken: String?, reason: Reason
    ) throws {
        let cottage = try Scene.fence("Cottage", .never, hours: ["mon 08:00-09:00"], until: "2026-05-31")
        let triage = Triage(fences: [try Scene.fence("Site"), cottage])
        let photo = try Scene.photo(taken: taken)
        #expect(triage.judge(photo).reason == reason)
        #expect(
            triage.explain(photo).fences.first { $0.fence == cottage }?.schedule
                == (taken == "2026-05-31T23:59" ? .within : reason == .insideFence ? .outsideDates : nil))
        let alone = Triage(fences: [try Scene.fence("Site", at: 5_000), cottage]).judge(photo)
        #expect(alone.verdict == .personal && alone.fence == "Cottage")
        #expect(alone.reason == (reason == .neverFence ? .neverFence : .outsideDates))
    }

    @Test(arguments: [("2026-06-01T01:00", Reason.neverFence), ("2026-06-03T01:00", .insideFence)])
    func `A fence that is never work holds as long as it is its last day anywhere`(utc: String, reason: Reason) throws {
        let cottage = try Scene.fence("Cottage", .never, until: "2026-05-31")
        var photo = try Scene.photo()
        photo.captureTime = CaptureTime(
            wall: try WallTimeSpan(parsing: utc).start, offset: UTCOffset(seconds: 0, source: .utc), source: .quicktime)
        #expect(Triage(fences: [try Scene.fence("Site"), cottage]).judge(photo).reason == reason)
    }

    @Test func `Without a time a photo inside hours is unsure, and one outside the fence is not`() throws {
        let triage = Triage(fences: [try Scene.fence("Site", hours: hours), try Scene.fence("Yard", at: 500)])
        #expect(triage.judge(try Scene.photo()).reason == .noTime)
        #expect(triage.judge(try Scene.photo()).verdict == .unsure)
        #expect(triage.judge(try Scene.photo(at: 500)).reason == .insideFence)
        #expect(triage.judge(try Scene.photo(at: 250)).reason == .outsideFences)
    }

    @Test(arguments: [
        ("2026-05-01T23:30-06:00", Reason.outsideHours), ("2026-05-01T01:30-06:00", .insideFence),
        ("2026-05-01T10:00", .insideFence), ("2026-05-01T23:30", .outsideHours),
    ])
    func `Hours use the fence's zone if UTC is known, else wall time`(taken: String, reason: Reason) throws {
        let site = try Scene.fence("Site", hours: hours, zone: "Europe/Berlin")
        let triage = Triage(fences: [site], zones: try Scene.zones("Europe/Berlin"))
        #expect(triage.judge(try Scene.photo(taken: taken)).reason == reason)
    }

    @Test func `Repeated hours count twice, and skipped hours use wall time`() throws {
        let night = try Scene.fence("Night", hours: ["sun 02:00-03:00"], zone: "Europe/Berlin")
        let triage = Triage(fences: [night], zones: try Scene.zones("Europe/Berlin"))
        for taken in [
            "2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00", "2026-10-25T02:30", "2026-03-29T02:30",
        ] {
            #expect(triage.judge(try Scene.photo(taken: taken)).reason == .insideFence, "\(taken)")
        }
        #expect(triage.judge(try Scene.photo(taken: "2026-03-29T02:30+01:00")).reason == .outsideHours)
    }

    @Test func `A work fence within its hours takes precedence, then the smaller one, but never beats all`() throws {
        let desk = try Scene.fence("Desk", radius: 10, hours: hours)
        let hall = try Scene.fence("Hall", radius: 50)
        let evening = try Scene.photo(taken: "2026-05-01T20:00")
        #expect(Triage(fences: [desk, hall]).judge(evening).fence == "Hall")
        #expect(Triage(fences: [desk, hall]).judge(try Scene.photo(taken: "2026-05-01T12:00")).fence == "Desk")
        let old = try Scene.fence("Old", radius: 5, until: "2020-01-01")
        #expect(Triage(fences: [desk, old]).judge(evening).reason == .outsideDates)
        let home = try Scene.fence("Home", .never, radius: 900)
        #expect(Triage(fences: [desk, hall, home]).judge(evening).reason == .neverFence)
        #expect(Triage(fences: [desk, hall, home]).judge(try Scene.photo()).reason == .neverFence)
        #expect(Triage(fences: [desk, hall]).judge(try Scene.photo()).reason == .noTime)
    }

    @Test(arguments: [
        ("2026-05-01T10:00+02:00", "2026-05-01T08:15:00", false),
        ("2026-05-01T10:00+02:00", "2026-05-01T08:15:01", true),
        ("2026-05-01T10:00+02:00", "2026-05-01T07:45:00", false),
        ("2026-05-01T10:00+02:00", "2026-05-01T07:44:59", true),
        ("2026-05-01T10:00", "2026-05-01T01:00:00", false), ("2026-05-01T10:00", "2026-05-01T09:01:00", false),
    ])
    func `A fix more than 15 minutes from a known moment is stale, near a fence or far`(
        taken: String, fix: String, isStale: Bool
    ) throws {
        let triage = Triage(fences: [try Scene.fence("Site"), try Scene.fence("Home", .never, at: 5_000)])
        for place in [0, 5_000, 1_000_000] as [Double] {
            let judgement = triage.judge(try Scene.photo(at: place, taken: taken, fix: fix))
            #expect((judgement.reason == .staleFix) == isStale)
            #expect((judgement.verdict == .unsure) == isStale)
        }
    }

    @Test func `A moment derived from a zone is known, and of two the nearer`() throws {
        let site = try Scene.fence("Site", zone: "Europe/Berlin")
        let zones = try Scene.zones("Europe/Berlin")
        let triage = Triage(fences: [site], zones: zones)
        #expect(triage.judge(try Scene.photo(taken: "2026-05-01T10:00", fix: "2026-05-01T08:14:00")).verdict == .work)
        #expect(
            triage.judge(try Scene.photo(taken: "2026-05-01T10:00", fix: "2026-05-01T08:16:00")).reason == .staleFix)
        for fix in ["2026-10-25T00:20:00", "2026-10-25T01:20:00"] {
            #expect(triage.judge(try Scene.photo(taken: "2026-10-25T02:30", fix: fix)).verdict == .work)
        }
        var settings = TriageSettings()
        settings.timeZone = "Europe/Berlin"
        let far = try Scene.photo(at: 90_000, taken: "2026-05-01T10:00", fix: "2026-05-01T08:16:00")
        #expect(Triage(fences: [site], settings: settings, zones: zones).judge(far).reason == .staleFix)
        #expect(triage.judge(far).reason == .outsideFences)
    }
}
