import PhotoModel
import Testing

/// Dates from file names, whose hour is unknown.
struct DateOnlyTests {
    private func photo(_ date: String, fix: String? = nil) throws -> PhotoFacts {
        var facts = try Scene.photo(taken: date, fix: fix)
        facts.captureTime?.source = .filename
        return facts
    }

    @Test(arguments: [("2026-05-01", Reason.insideFence), ("2026-06-01", .outsideDates)])
    func `It can be compared with a fence's dates`(date: String, reason: Reason) throws {
        let triage = Triage(fences: [try Scene.fence("Site", until: "2026-05-31")])
        #expect(triage.judge(try photo(date)).reason == reason)
    }

    @Test(arguments: ["2026-05-01", "2026-05-02", "2026-06-01"])
    func `It cannot be compared with hours, not even at midnight`(date: String) throws {
        for hours in [["mon-fri 08:00-18:00"], ["daily 00:00-24:00"], ["sat"]] {
            let triage = Triage(fences: [try Scene.fence("Site", hours: hours, until: "2026-05-31")])
            let explanation = triage.explain(try photo(date))
            #expect(explanation.judgement.reason == .noTime)
            #expect(explanation.fences[0].schedule == nil)
        }
    }

    @Test func `A time in a name is a time`() throws {
        let triage = Triage(fences: [try Scene.fence("Site", hours: ["mon-fri 08:00-18:00"])])
        #expect(triage.judge(try photo("2026-05-01T10:00")).reason == .insideFence)
        #expect(triage.judge(try photo("2026-05-01T00:00:01")).reason == .outsideHours)
        var exif = try photo("2026-05-01T00:00")
        exif.captureTime?.source = .exif
        #expect(triage.judge(exif).reason == .outsideHours)
    }

    @Test func `No zone and no fix make it a moment`() throws {
        let zones = try Scene.zones("Europe/Berlin")
        var settings = TriageSettings()
        settings.timeZone = "Europe/Berlin"
        let triage = Triage(fences: [try Scene.fence("Site", zone: "Europe/Berlin")], settings: settings, zones: zones)
        let facts = try photo("2026-05-01", fix: "2026-05-01T10:00:00")
        #expect(triage.judge(facts).reason == .insideFence)
        #expect(triage.captureTime(of: facts)?.offset == nil)
        #expect(try photo("2026-05-01", fix: "2026-04-30T22:00:00").ownCaptureTime?.offset == nil)
    }
}
