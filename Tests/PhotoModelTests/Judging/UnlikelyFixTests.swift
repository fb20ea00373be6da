import PhotoModel
import Testing

/// What a fix says of the time, and where its own time is none.
struct UnlikelyFixTests {
    // 2022-09-14 is a Wednesday. The scene lies where Berlin's and London's zones are thinkable.
    private let hours = ["mon-fri 08:00-18:00"]

    private func triage(zone: String? = "Europe/Berlin") throws -> Triage {
        Triage(
            fences: [try Scene.fence("Site", hours: hours, zone: zone)], zones: try Scene.zones("Europe/Berlin"))
    }

    @Test(arguments: [
        "2003-01-29T08:15:00", "2003-01-29T08:01:00", "1983-06-15T08:15:00", "1904-01-01T00:00:00",
        "1970-01-01T00:00:00", "1970-01-01T08:15:00", "1980-01-06T08:15:00", "2001-01-01T00:00:00",
        "2036-01-02T00:00:00", "1999-08-22T00:00:00", "2019-04-07T00:00:37", "2038-11-21T00:00:00",
    ])
    func `A receiver that did not know the date leaves the position standing`(fix: String) throws {
        let photo = try Scene.photo(taken: "2022-09-14T10:15:00+02:00", fix: fix)
        let explanation = try triage().explain(photo)
        #expect(explanation.judgement.reason == .insideFence)
        #expect(explanation.isFixUnset)
        #expect(explanation.fixAge == nil)
    }

    @Test(arguments: ["2003-01-29T07:45:00", "2003-01-28T08:15:00", "2022-09-14T07:45:00", "2022-09-21T08:15:00"])
    func `Another fix of another time is stale`(fix: String) throws {
        let photo = try Scene.photo(taken: "2022-09-14T10:15:00+02:00", fix: fix)
        let explanation = try triage().explain(photo)
        #expect(explanation.judgement.reason == .staleFix)
        #expect(!explanation.isFixUnset)
    }

    @Test func `A fix of the day on which the week number started over is stale for a photo of that time`() throws {
        let photo = try Scene.photo(taken: "2019-04-09T10:15:00+02:00", fix: "2019-04-07T00:00:00")
        #expect(try triage().judge(photo).reason == .staleFix)
    }

    @Test(arguments: [
        ("2022-09-14T06:00:00", "2022-09-14T06:00:00", Reason.insideFence),
        ("2022-09-14T05:59:00", "2022-09-14T05:59:59", .outsideHours),
        ("2022-09-14T15:59:00", "2022-09-14T15:58:00", .insideFence),
        ("2022-09-14T16:00:00", "2022-09-14T16:00:30", .outsideHours),
    ])
    func `A clock that shows the fix's own time is one on UTC, and the zone of the place tells the hour`(
        taken: String, fix: String, reason: Reason
    ) throws {
        let photo = try Scene.photo(taken: taken, fix: fix)
        #expect(try triage().judge(photo).reason == reason)
        #expect(try triage().captureTime(of: photo)?.offset?.text == "+02:00")
        #expect(try triage(zone: nil).judge(photo).reason == .noTime)
        #expect(photo.ownCaptureTime?.isOnlyUTC == true)
    }

    @Test func `One photo's fix does not tell another offset than the place's`() throws {
        let foreign = try Scene.photo(taken: "2022-09-14T11:15:00", fix: "2022-09-14T08:15:00")
        #expect(foreign.ownCaptureTime?.offset?.text == "+03:00")
        #expect(try triage().judge(foreign).reason == .staleFix)
        #expect(try triage().captureTime(of: foreign)?.offset?.source == .fence)
        let own = try Scene.photo(taken: "2022-09-14T10:15:00", fix: "2022-09-14T08:15:00")
        #expect(try triage().judge(own).reason == .insideFence)
        #expect(try triage().captureTime(of: own)?.offset?.source == .gps)
        let elsewhere = try Scene.photo(at: 90_000, taken: "2022-09-14T11:15:00", fix: "2022-09-14T08:15:00")
        #expect(try triage().judge(elsewhere).reason == .outsideFences)
    }

    @Test func `A time in the future is passed over by the rules of that day`() throws {
        let now = Int64(1_903_860_000) * 1_000_000_000  // 2030-05-01T10:00:00Z
        let fences = [try Scene.fence("Site", hours: hours)]
        let triage = Triage(fences: fences, now: now)
        var photo = try Scene.photo()
        photo.take(try CaptureTime(parsing: "2036-05-01T10:00:00"))
        #expect(triage.judge(photo).reason == .noTime)
        #expect(triage.judge(members: [photo, photo]).reason == .noTime)
        photo.take(try CaptureTime(parsing: "2022-09-14T10:15:00"))
        #expect(triage.judge(photo).reason == .insideFence)
        #expect(triage.judge(members: [photo, photo]).reason == .insideFence)
        #expect(triage.captureTime(of: photo)?.wall.text == "2022-09-14T10:15:00")
        #expect(triage.explain(photo).futureTime?.wall.text == "2036-05-01T10:00:00")
        #expect(triage.explain(members: [photo, photo]).futureTime?.wall.text == "2036-05-01T10:00:00")
        #expect(Triage(fences: fences).explain(photo).futureTime == nil)
    }
}
