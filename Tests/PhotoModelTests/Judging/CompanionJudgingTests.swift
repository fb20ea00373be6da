import PhotoModel
import Testing

/// Films and pictures of low resolution beside a photo.
struct CompanionJudgingTests {
    private func film(at meters: Double?, taken: String? = nil) throws -> PhotoFacts {
        var said = SourceFacts(.quicktime)
        if let meters { said.position = try Scene.photo(at: meters).position }
        said.captureTime = try taken.map { try CaptureTime(parsing: $0) }
        return PhotoFacts(companion: said)
    }

    @Test func `A never fence counts by its place, and another verdict leaves the group unsure`() throws {
        let triage = Triage(fences: [try Scene.fence("Site"), try Scene.fence("Home", .never, at: 5_000)])
        let photo = try Scene.photo(taken: "2026-05-01T10:00")
        #expect(triage.judge(members: [photo, try film(at: 5_000)]).reason == .neverFence)
        #expect(triage.judge(members: [photo, try film(at: 9_000)]).reason == .membersDiffer)
        #expect(triage.judge(members: [photo, try film(at: 10)]).verdict == .work)
    }

    @Test func `Its time contradicts none`() throws {
        let triage = Triage(fences: [try Scene.fence("Site")])
        let photo = try Scene.photo(taken: "2026-05-01T10:00")
        for place in [0.0, nil] {
            let group = [photo, try film(at: place, taken: "2019-01-01T00:00")]
            #expect(triage.judge(members: group).verdict == .work)
            #expect(GroupTies(of: group).bonds == [nil, .name])
        }
    }

    @Test func `A clip keeps its place where its thumbnail is a picture`() throws {
        let triage = Triage(fences: [try Scene.fence("Site")])
        var clip = PhotoFacts(format: .mp4)
        clip.position = try Scene.photo().position
        clip.captureTime = try CaptureTime(parsing: "2026-05-01T10:00")
        #expect(triage.judge(members: [clip, try film(at: nil, taken: "2026-05-01T12:00")]).verdict == .work)
    }
}
