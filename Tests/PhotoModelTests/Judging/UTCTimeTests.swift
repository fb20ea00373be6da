import PhotoModel
import Testing

/// Times that are known in UTC only: clips, Takeout, Pixel's names.
struct UTCTimeTests {
    // 2026-05-01 is a Friday; Berlin is two hours ahead, New York four behind.
    private let hours = ["mon-fri 08:00-18:00"]

    private func photo(
        at meters: Double = 0, utc: String, fix: String? = nil, source: UTCOffsetSource = .utc
    ) throws -> PhotoFacts {
        var facts = try Scene.photo(at: meters, taken: utc, fix: fix)
        facts.captureTime?.offset = UTCOffset(seconds: 0, source: source)
        facts.captureTime?.source = .quicktime
        return facts
    }

    private func triage(_ fences: [Fence], zone: String? = nil) throws -> Triage {
        var settings = TriageSettings()
        settings.timeZone = zone
        return Triage(
            fences: fences, settings: settings, zones: try Scene.zones("Europe/Berlin", "America/New_York"))
    }

    @Test(arguments: [
        ("2026-05-01T06:00", Reason.insideFence), ("2026-05-01T05:59", .outsideHours),
        ("2026-05-01T15:59", .insideFence), ("2026-05-01T16:00", .outsideHours),
    ])
    func `Hours use the fence's zone`(utc: String, reason: Reason) throws {
        let site = try Scene.fence("Site", hours: hours, zone: "Europe/Berlin")
        #expect(try triage([site]).judge(try photo(utc: utc)).reason == reason)
        #expect(try triage([site], zone: "America/New_York").judge(try photo(utc: utc)).reason == reason)
    }

    @Test(arguments: [
        ("2026-05-01T12:00", Reason.insideFence), ("2026-05-01T11:59", .outsideHours),
        ("2026-05-01T21:59", .insideFence), ("2026-05-01T22:00", .outsideHours),
    ])
    func `If the fence has no zone, hours use the configured one`(utc: String, reason: Reason) throws {
        let site = try Scene.fence("Site", hours: hours)
        #expect(try triage([site], zone: "America/New_York").judge(try photo(utc: utc)).reason == reason)
    }

    @Test(arguments: [UTCOffsetSource.utc, .assumed])
    func `Without a zone a moment counts if every zone that may be there leads to one verdict`(
        source: UTCOffsetSource
    ) throws {
        // At longitude 1 the sun's time is 4 minutes ahead of UTC: a zone is 3:30 behind it to 4:00 ahead.
        for (fence, utc, reason) in [
            (try Scene.fence("Dates", until: "2026-05-01"), "2026-05-01T19:59", Reason.insideFence),
            (try Scene.fence("Dates", until: "2026-05-01"), "2026-05-01T20:00", .noTime),
            (try Scene.fence("Dates", until: "2026-05-01"), "2026-05-02T03:29", .noTime),
            (try Scene.fence("Dates", until: "2026-05-01"), "2026-05-02T03:30", .outsideDates),
            (try Scene.fence("Hours", hours: hours), "2026-05-01T11:29", .noTime),
            (try Scene.fence("Hours", hours: hours), "2026-05-01T11:30", .insideFence),
            (try Scene.fence("Hours", hours: hours), "2026-05-01T13:59", .insideFence),
            (try Scene.fence("Hours", hours: hours), "2026-05-01T14:00", .noTime),
            (try Scene.fence("Hours", hours: hours), "2026-05-01T21:30", .outsideHours),
        ] {
            #expect(try triage([fence]).judge(try photo(utc: utc, source: source)).reason == reason, "\(utc)")
        }
    }

    @Test func `Where the date line is bent, zones of both sides are possible`() throws {
        // Kiribati's Line Islands are at UTC+14, Hawaii on their longitude at UTC-10.
        let island = try #require(Coordinate(latitude: 1.9, longitude: -157.4))
        var schedule = FenceSchedule()
        schedule.until = try CalendarDay(parsing: "2026-05-01")
        let fence = Fence(name: "Dates", kind: .work, shape: .circle(center: island, radius: 100), schedule: schedule)
        for (utc, reason) in [("2026-05-01T09:59", Reason.insideFence), ("2026-05-01T10:00", .noTime)] {
            var film = try photo(utc: utc)
            film.position = .valid(island)
            #expect(try triage([fence]).judge(film).reason == reason)
        }
    }

    @Test(arguments: [
        // In UTC and by the camera's clock.
        ("2026-05-01T10:00", Reason.insideFence), ("2026-05-01T15:59", .insideFence),
        ("2026-05-01T20:00", .outsideHours),
        // In the hours by one of the two only.
        ("2026-05-01T17:30", .noTime), ("2026-05-01T06:30", .noTime), ("2026-05-01T16:00", .noTime),
    ])
    func `A film's time that may be local counts if both readings lead to one verdict`(
        utc: String, reason: Reason
    ) throws {
        let site = try Scene.fence("Site", hours: hours, zone: "Europe/Berlin")
        let film = try photo(utc: utc, source: .assumed)
        #expect(try triage([site]).judge(film).reason == reason)
        #expect(try triage([site]).explain(film).isTimeAssumed)
        let other = try Scene.fence("Site", hours: hours)
        #expect(try triage([other], zone: "Europe/Berlin").judge(film).reason == reason)
        #expect(try triage([other]).judge(film).verdict == .unsure)
    }

    @Test func `Without a zone the hour and the day are unknown`() throws {
        let open = try Scene.fence("Open", at: 1_000)
        let triage = try triage([
            try Scene.fence("Hours", hours: hours), try Scene.fence("Dates", at: 500, until: "2026-05-01"), open,
        ])
        for place in [0, 500] as [Double] {
            let judgement = triage.judge(try photo(at: place, utc: "2026-05-01T21:00"))
            #expect(judgement.reason == .noTime)
            #expect(judgement.verdict == .unsure)
        }
        #expect(triage.judge(try photo(at: 1_000, utc: "2026-05-01T21:00")).reason == .insideFence)
    }

    @Test func `A fence without a zone uses that of another fence there, but never its own`() throws {
        let yard = try Scene.fence("Yard", radius: 500, zone: "America/New_York")
        let site = try Scene.fence("Site", hours: hours)
        let berlin = try Scene.fence("Berlin", radius: 50, hours: hours, zone: "Europe/Berlin")
        let morning = try photo(utc: "2026-05-01T07:00")
        #expect(
            try triage([yard, berlin]).explain(morning).fences.first { $0.fence.name == "Berlin" }?.localTime?.text
                == "2026-05-01T09:00:00")
        let view = try #require(try triage([yard, site]).explain(morning).fences.first { $0.fence.name == "Site" })
        #expect(view.localTime?.text == "2026-05-01T03:00:00")
        #expect(view.schedule == .outsideHours)
        #expect(!view.isLocalTimeConverted)
    }

    @Test func `The wall time is computed, with its offset and the offset's source`() throws {
        let site = try Scene.fence("Site", zone: "Europe/Berlin")
        func time(_ triage: Triage, _ photo: PhotoFacts) -> String? {
            triage.captureTime(of: photo).map {
                "\($0.wall.text)\($0.offset?.text ?? "") \($0.offset?.source.rawValue ?? "")"
            }
        }
        let inside = try photo(utc: "2026-10-25T00:30")
        #expect(time(try triage([site]), inside) == "2026-10-25T02:30:00+02:00 fence")
        #expect(time(try triage([site]), try photo(utc: "2026-10-25T01:30")) == "2026-10-25T02:30:00+01:00 fence")
        let outside = try photo(at: 5_000, utc: "2026-05-01T02:00")
        #expect(
            time(try triage([site], zone: "America/New_York"), outside) == "2026-04-30T22:00:00-04:00 configuration")
        #expect(time(try triage([site]), outside) == "2026-05-01T02:00:00+00:00 utc")
        #expect(try triage([site]).captureTime(of: inside)?.utc?.text == "2026-10-25T00:30:00")
    }

    @Test(arguments: [nil, "America/New_York"])
    func `A fix is compared in UTC, with or without a zone`(zone: String?) throws {
        let triage = try triage(
            [try Scene.fence("Site"), try Scene.fence("Berlin", at: 500, zone: "Europe/Berlin")], zone: zone)
        for place in [0, 500, 5_000] as [Double] {
            let fresh = try photo(at: place, utc: "2026-10-25T01:20", fix: "2026-10-25T01:05:00")
            #expect(triage.judge(fresh).reason != .staleFix)
            let old = try photo(at: place, utc: "2026-10-25T01:20", fix: "2026-10-25T01:04:59")
            #expect(triage.judge(old).reason == .staleFix)
        }
    }

    @Test(arguments: [UTCOffsetSource.exif, .gps, .quicktime, .xmp])
    func `Whatever the offset's source, hours use the fence's zone`(source: UTCOffsetSource) throws {
        var facts = try Scene.photo(taken: "2026-05-01T01:30-06:00")
        facts.captureTime?.offset = UTCOffset(seconds: -21_600, source: source)
        let triage = try triage([try Scene.fence("Site", hours: hours, zone: "Europe/Berlin")])
        #expect(triage.judge(facts).reason == .insideFence)
        #expect(triage.explain(facts).fences[0].isLocalTimeConverted)
        #expect(triage.captureTime(of: facts) == facts.captureTime)
    }
}
