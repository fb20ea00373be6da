import PhotoModel
import Testing

/// Films and pictures of low resolution beside a photo.
struct CompanionJudgingTests {
    private func film(at meters: Double?, taken: String? = nil) throws -> PhotoFacts {
        var said = SourceFacts(.quicktime)
        if let meters { said.position = try Scene.photo(at: meters).position }
        said.captureTime = try taken.map { try CaptureTime(parsing: $0) }
        return PhotoFacts(said, by: .companion)
    }

    @Test func `A never fence counts by its place, and another verdict leaves the group unsure`() throws {
        let triage = Triage(fences: [try Scene.fence("Site"), try Scene.fence("Home", .never, at: 5_000)])
        let photo = try Scene.photo(taken: "2026-05-01T10:00")
        #expect(triage.judge(members: [photo, try film(at: 5_000)]).reason == .neverFence)
        #expect(triage.judge(members: [photo, try film(at: 9_000)]).reason == .membersDiffer)
        #expect(triage.judge(members: [photo, try film(at: 10)]).verdict == .work)
    }

    @Test func `Its own time counts where it has a place, and another day where it has none`() throws {
        let triage = Triage(fences: [try Scene.fence("Site", hours: ["mon-fri 08:00-18:00"])])
        let photo = try Scene.photo(taken: "2026-05-01T10:00")
        for (place, taken, reason) in [
            (0.0, "2026-05-01T20:00", Reason.membersDiffer), (0, "2026-05-01T11:00", .insideFence),
            (nil, "2026-05-01T20:00", .insideFence), (nil, "2019-01-01T00:00", .membersDiffer),
        ] {
            let group = [photo, try film(at: place, taken: taken)]
            #expect(triage.judge(members: group).reason == reason, "\(taken)")
            #expect(GroupTies(of: group).bonds == [nil, .name])
        }
    }

    @Test func `A time in UTC contradicts none of its day`() throws {
        let triage = Triage(fences: [try Scene.fence("Site", hours: ["mon-fri 08:00-18:00"])])
        var film = try film(at: 0, taken: "2026-05-01T20:00")
        film.captureTime?.offset = UTCOffset(seconds: 0, source: .assumed)
        #expect(triage.judge(members: [try Scene.photo(taken: "2026-05-01T10:00"), film]).verdict == .work)
    }

    @Test func `It gives a photo neither a place nor a time`() throws {
        let triage = Triage(fences: [
            try Scene.fence("Site", hours: ["mon-fri 08:00-18:00"]), try Scene.fence("Home", .never, at: 5_000),
        ])
        let placeless = PhotoFacts(format: .avi)
        #expect(triage.judge(members: [placeless, try film(at: 0, taken: "2026-05-01T10:00")]).verdict == .unsure)
        #expect(triage.judge(members: [placeless, try film(at: 5_000)]).reason == .neverFence)
        var timeless = placeless
        timeless.position = try Scene.photo().position
        #expect(triage.judge(members: [timeless, try film(at: nil, taken: "2026-05-01T10:00")]).reason == .noTime)
    }

    @Test func `A clip keeps its place where its thumbnail is a picture`() throws {
        let triage = Triage(fences: [try Scene.fence("Site")])
        var clip = PhotoFacts(format: .mp4)
        clip.position = try Scene.photo().position
        clip.captureTime = try CaptureTime(parsing: "2026-05-01T10:00")
        #expect(triage.judge(members: [clip, try film(at: nil, taken: "2026-05-01T12:00")]).verdict == .work)
    }
}
