import PhotoModel
import Testing

/// Photos that XMP files beside them correct.
struct CorrectedPhotoTests {
    private let triage: Triage

    init() throws {
        triage = Triage(fences: [try Scene.fence("Site"), try Scene.fence("Home", .never, at: 5_000)])
    }

    private func photo(at meters: Double, overruled: Double? = nil, _ notes: SidecarNotes = .corrected) throws
        -> PhotoFacts
    {
        var facts = try Scene.photo(at: meters)
        facts.overruled.coordinate = try overruled.flatMap { try Scene.photo(at: $0).position.coordinate }
        facts.sidecars = notes
        return facts
    }

    @Test func `A never fence counts for the place that a correction overrules`() throws {
        #expect(triage.judge(try photo(at: 0, overruled: 9_000)).verdict == .work)
        let never = triage.judge(try photo(at: 0, overruled: 5_000))
        #expect((never.verdict, never.reason, never.fence) == (.personal, .neverFence, "Home"))
        #expect(triage.judge(try photo(at: 5_000, overruled: 0)).reason == .neverFence)
        let still = try Scene.photo(at: 0)
        #expect(triage.judge(members: [still, try photo(at: 0, overruled: 5_000)]).reason == .neverFence)
    }

    @Test func `With a third place a photo is unsure, unless it is one of the two but for a film's decimals`() throws {
        var photo = try Scene.photo(at: 0)
        let place = try #require(photo.position.coordinate)
        photo.note(otherPlace: place)
        #expect(photo.overruled == OverruledFacts())
        for meters in [9_000.0, 9_005, 5] {
            photo.note(otherPlace: try #require(try Scene.photo(at: meters).position.coordinate))
            #expect(triage.judge(photo).verdict == .work, "\(meters)")
        }
        photo.note(otherPlace: try #require(try Scene.photo(at: 20_000).position.coordinate))
        #expect(photo.sidecars == .morePlaces)
        #expect(triage.judge(photo).reason == .unknownCorrection)
        photo.overruled.coordinate = try Scene.photo(at: 5_000).position.coordinate
        #expect(triage.judge(photo).reason == .neverFence)
    }

    @Test func `The dates of a never fence are compared with the time that the file itself says`() throws {
        let triage = Triage(
            fences: [try Scene.fence("Site"), try Scene.fence("Home", .never, at: 5_000, until: "2026-05-31")])
        var facts = try photo(at: 0, overruled: 5_000)
        facts.captureTime = try CaptureTime(parsing: "2026-06-01T10:00")
        #expect(triage.judge(facts).verdict == .work)
        facts.overruled.captureTime = try CaptureTime(parsing: "2026-05-31T10:00")
        #expect(triage.judge(facts).reason == .neverFence)
    }

    @Test func `A never fence counts by an XMP file that another comes before, and no other fence does`() throws {
        func said(at meters: Double) throws -> PhotoFacts {
            PhotoFacts(correctedTo: try #require(try Scene.photo(at: meters).position.coordinate))
        }
        let photo = try photo(at: 0, overruled: 9_000)
        let group = [photo, try said(at: 0), try said(at: 5_000)]
        let never = triage.judge(members: group)
        #expect((never.verdict, never.reason, never.fence) == (.personal, .neverFence, "Home"))
        let explanation = triage.explain(members: group)
        #expect(explanation.judgement == never)
        #expect(explanation.steps.first { $0.outcome == .decided }?.rule == .neverFence)
        #expect(triage.judge(members: [photo, try said(at: 0), try said(at: 9_000)]) == triage.judge(photo))
        #expect(triage.judge(members: [photo, photo, try said(at: 5_000)]).reason == .neverFence)
        let alone = triage.explain(members: [photo, try said(at: 0)])
        #expect(!alone.steps.contains { $0.rule == .membersDiffer }, "it is no member")
        #expect(alone.judgement == triage.judge(photo))
    }

    @Test func `Where a correction says a day without its hour, the verdict is unsure where hours count`() throws {
        let triage = Triage(fences: [try Scene.fence("Site", hours: ["mon-fri 08:00-18:00"])])
        var facts = try Scene.photo(taken: "2026-05-01T10:00")
        #expect(triage.judge(facts).verdict == .work)
        let day = try #require(WallTime(year: 2026, month: 5, day: 4))
        var said = SourceFacts(.xmp)
        said.vagueTime = VagueTime(days: day..<WallTime(microseconds: day.microseconds + 86_400_000_000))
        facts.correctDay(by: [said])
        #expect(triage.judge(facts).reason == .noTime)
    }

    @Test func `A never fence counts by the other place of a Takeout file`() throws {
        var said = SourceFacts(.takeout)
        said.position = try Scene.photo(at: 0).position
        said.otherPlaces = [try #require(try Scene.photo(at: 5_000).position.coordinate)]
        let takeout = PhotoFacts(try #require(said.kept(of: .takeout)), by: .takeout)
        var photo = try Scene.photo(at: 0)
        #expect(triage.judge(members: [photo, takeout]).reason == .neverFence)
        photo.position = .absent
        photo.add(takeout: said)
        #expect(triage.judge(members: [photo, takeout]).reason == .neverFence)
    }

    @Test func `A never fence counts by a Takeout file that does not give the place, and no other fence does`() throws {
        func takeout(at meters: Double) throws -> PhotoFacts {
            var said = SourceFacts(.takeout)
            said.position = try Scene.photo(at: meters).position
            said.captureTime = try CaptureTime(parsing: "2001-01-01T00:00:00")
            return PhotoFacts(try #require(said.kept(of: .takeout)), by: .takeout)
        }
        let photo = try Scene.photo(at: 0)
        let never = triage.judge(members: [photo, try takeout(at: 5_000)])
        #expect((never.verdict, never.reason, never.fence) == (.personal, .neverFence, "Home"))
        #expect(triage.judge(members: [photo, try takeout(at: 9_000)]) == triage.judge(photo))
        #expect(triage.judge(members: [PhotoFacts(format: .jpeg), try takeout(at: 0)]).reason == .noPosition)
    }

    @Test func `A never fence counts where the correction is no place at all`() throws {
        var facts = try photo(at: 0, overruled: 5_000)
        facts.position = .invalid(.malformed)
        #expect(triage.judge(facts).reason == .neverFence)
        #expect(triage.judge(members: [try Scene.photo(at: 0), facts]).reason == .neverFence)
    }

    @Test(arguments: [SidecarNotes.unreadable, .lost, .unclearTime, [.corrected, .unreadable]])
    func `Nobody knows what an unread or lost file corrects`(notes: SidecarNotes) throws {
        for place in [0.0, 9_000] {
            let judgement = triage.judge(try photo(at: place, notes))
            #expect((judgement.verdict, judgement.reason) == (.unsure, .unknownCorrection))
        }
        #expect(triage.judge(try photo(at: 5_000, notes)).reason == .neverFence)
        var placeless = PhotoFacts(format: .cr2)
        placeless.sidecars = notes
        #expect(triage.judge(members: [try Scene.photo(at: 0), placeless]).reason == .unknownCorrection)
        #expect(
            triage.explain(try photo(at: 0, notes)).steps.first { $0.outcome == .decided }?.rule == .unknownCorrection)
    }

    @Test func `A Takeout file of another time is no doubt`() throws {
        #expect(triage.judge(try photo(at: 0, .takeoutDiffers)).verdict == .work)
    }

    @Test func `A corrected time takes no clip from its still, and both are judged by it`() throws {
        let triage = Triage(fences: [try Scene.fence("Site", hours: ["mon-fri 08:00-18:00"])])
        var still = try Scene.photo(taken: "2026-05-01T10:00")
        still.overruled.captureTime = try CaptureTime(parsing: "2001-01-01T00:00:00")
        var clip = PhotoFacts(format: .mov)
        clip.captureTime = still.overruled.captureTime
        clip.duration = 2
        #expect(GroupTies(of: [still, clip]).bonds == [nil, .moment])
        #expect(triage.judge(members: [still, clip]).reason == .insideFence)
        clip.captureTime = try CaptureTime(parsing: "2001-01-02T00:00:00")
        #expect(triage.judge(members: [still, clip]).reason == .membersDiffer)
    }
}
