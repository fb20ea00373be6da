import PhotoModel
import Testing

struct GroupJudgingTests {
    private let hours = ["mon-fri 08:00-18:00"]

    private func clip(at meters: Double? = 0, utc: String) throws -> PhotoFacts {
        var facts = PhotoFacts(format: .mov)
        if let meters { facts.position = try Scene.photo(at: meters).position }
        facts.captureTime = try CaptureTime(parsing: utc)
        facts.captureTime?.offset = UTCOffset(seconds: 0, source: .utc)
        facts.contentIdentifier = "1"
        return facts
    }

    @Test func `A clip whose time is in UTC uses the still's`() throws {
        let triage = Triage(fences: [try Scene.fence("Site", hours: hours)])
        var still = try Scene.photo(taken: "2026-05-01T10:00")
        still.contentIdentifier = "1"
        for utc in ["2026-05-01T08:00", "2026-05-01T02:00", "2026-05-09T23:00"] {
            #expect(triage.judge(members: [still, try clip(utc: utc)]) == triage.judge(still))
        }
        var placeless = still
        placeless.position = .absent
        #expect(triage.judge(members: [placeless, try clip(utc: "2026-05-01T23:00")]).reason == .insideFence)
    }

    @Test func `A second before or after the hour makes no difference, another time does`() throws {
        let triage = Triage(fences: [try Scene.fence("Site", hours: hours)])
        let still = try Scene.photo(taken: "2026-05-01T08:00:01")
        #expect(triage.judge(members: [still, try Scene.photo(taken: "2026-05-01T07:59:58")]).verdict == .work)
        #expect(triage.judge(members: [still, try Scene.photo(taken: "2026-05-01T07:59:57")]).reason == .membersDiffer)
        #expect(triage.judge(members: [still, try Scene.photo(taken: "2026-04-30T12:00:00")]).verdict == .work)
    }

    @Test func `A member with another time was not where the group was, unless it has a position`() throws {
        let triage = Triage(fences: [try Scene.fence("Site")])
        let still = try Scene.photo(taken: "2026-05-01T10:00:00")
        var raw = PhotoFacts(format: .cr2)
        for (taken, reason) in [
            ("2019-05-01T10:00:00", Reason.membersDiffer), ("2026-05-01T10:00:04", .membersDiffer),
            ("2026-05-01T10:00:03", .insideFence),
        ] {
            raw.captureTime = try CaptureTime(parsing: taken)
            #expect(triage.judge(members: [still, raw]).reason == reason, "\(taken)")
            #expect(triage.judge(members: [raw, still]).reason == reason, "\(taken)")
        }
        raw.captureTime = nil
        #expect(triage.judge(members: [still, raw]).verdict == .work)
        var timeless = still
        timeless.captureTime = nil
        raw.captureTime = try CaptureTime(parsing: "2019-05-01T10:00:00")
        #expect(triage.judge(members: [timeless, raw]).verdict == .work)
    }

    @Test(
        arguments: [
            (3.0, "2026-05-01T10:00:03", Reason.insideFence, GroupBond.moment), (3, nil, .membersDiffer, .nameOnly),
            (3, "2026-05-01T10:00:04", .membersDiffer, .nameOnly),
            (10.1, "2026-05-01T10:00:00", .membersDiffer, .nameOnly),
            (-1, "2026-05-01T10:00:00", .membersDiffer, .nameOnly),
            (.nan, "2026-05-01T10:00:00", .membersDiffer, .nameOnly),
            (nil, "2026-05-01T10:00:00", .membersDiffer, .nameOnly), (10, "2026-05-01T10:00:00", .insideFence, .moment),
        ] as [(Double?, String?, Reason, GroupBond)])
    func `Beyond a Live Photo's limits, a clip has nothing of its still`(
        duration: Double?, taken: String?, reason: Reason, bond: GroupBond
    ) throws {
        let triage = Triage(fences: [try Scene.fence("Site")])
        var clip = PhotoFacts(format: .mov)
        clip.captureTime = try taken.map { try CaptureTime(parsing: $0) }
        clip.duration = duration
        let members = [try Scene.photo(taken: "2026-05-01T10:00:00"), clip]
        #expect(triage.judge(members: members).reason == reason)
        #expect(GroupTies(of: members).bonds == [nil, bond])
    }

    @Test func `A part without a position makes all unsure, whichever it is, and an edit of the clip goes with it`()
        throws
    {
        let triage = Triage(fences: [try Scene.fence("Site", hours: hours)])
        var still = try Scene.photo(taken: "2026-05-01T10:00:00")
        var clip = PhotoFacts(format: .mov)
        clip.duration = 60
        let placed = try Scene.photo(taken: "2026-05-01T10:00:00")
        #expect(triage.judge(members: [still, clip, clip]).reason == .membersDiffer)
        clip.position = placed.position
        // It has the place of work, and not the still's hour.
        #expect(triage.judge(members: [still, clip]).reason == .membersDiffer)
        clip.captureTime = try CaptureTime(parsing: "2026-05-01T11:00:00")
        #expect(triage.judge(members: [still, clip]).verdict == .work)
        still.position = .absent
        #expect(triage.judge(members: [still, clip]).reason == .membersDiffer)
        #expect(triage.judgements(ofMembers: [still, clip]).map { $0?.verdict } == [nil, .work])
        clip.position = .absent
        #expect(triage.judge(members: [still, clip]).reason == .noPosition)
    }

    @Test func `A RAW whose still has another clock is not where the still was`() throws {
        let triage = Triage(fences: [try Scene.fence("Site")])
        var raw = PhotoFacts(format: .nef)
        raw.captureTime = try CaptureTime(parsing: "2026-05-01T10:00:00+01:00")
        let still = try Scene.photo(taken: "2026-05-01T10:00:00+02:00")
        #expect(triage.judge(members: [still, raw]).reason == .membersDiffer)
        #expect(GroupTies(of: [still, raw]).bonds == [nil, .nameOnly])
        raw.captureTime = still.captureTime
        #expect(triage.judge(members: [still, raw]).verdict == .work)
        #expect(GroupTies(of: [still, raw]).bonds == [nil, .moment])
    }

    @Test func `An invalid position does not count, neither of the leader nor of a member`() throws {
        let triage = Triage(fences: [try Scene.fence("Site")])
        var invalid = PhotoFacts(format: .jpeg)
        invalid.position = .invalid(.nullIsland)
        #expect(triage.judge(members: [try Scene.photo(), invalid]).verdict == .work)
        #expect(triage.judge(members: [invalid, try Scene.photo()]).verdict == .work)
        #expect(triage.judge(members: [invalid, invalid]).reason == .invalidPosition)
        #expect(triage.judge(members: [invalid, PhotoFacts(format: .mov)]).reason == .invalidPosition)
    }

    @Test func `A leader with a member's position is judged with its own time, and the member with its own`() throws {
        let triage = Triage(fences: [try Scene.fence("Site", hours: hours)])
        var evening = PhotoFacts(format: .jpeg)
        evening.captureTime = try CaptureTime(parsing: "2026-05-01T20:00")
        #expect(triage.judge(members: [evening, try Scene.photo()]).reason == .outsideHours)
        #expect(triage.judge(members: [evening, try Scene.photo(taken: "2026-05-01T12:00")]).reason == .membersDiffer)
    }

    @Test func `Any member in a fence that is never work makes all personal`() throws {
        let triage = Triage(fences: [try Scene.fence("Site"), try Scene.fence("Home", .never, at: 5_000)])
        let members = [try Scene.photo(), try Scene.photo(at: 300), try Scene.photo(at: 5_000)]
        for place in members.indices {
            let order = Array(members[place...] + members[..<place])
            #expect(triage.judge(members: order).reason == .neverFence)
            #expect(triage.judge(members: order).fence == "Home")
        }
    }

    @Test func `A group's explanation ends with its verdict, and has members-differ as a step`() throws {
        let triage = Triage(fences: [try Scene.fence("Site"), try Scene.fence("Home", .never, at: 5_000)])
        let groups = try [
            [Scene.photo(), Scene.photo()], [Scene.photo(), Scene.photo(at: 300)],
            [Scene.photo(), Scene.photo(at: 5_000)], [PhotoFacts(format: .heic), PhotoFacts(format: .mov)],
            [Scene.photo()], [PhotoFacts(format: .heic), Scene.photo(at: 5_000)],
        ]
        for members in groups {
            let explanation = triage.explain(members: members)
            #expect(explanation.judgement == triage.judge(members: members))
            #expect(explanation.steps.filter { $0.outcome == .decided }.map(\.rule) == [explanation.judgement.reason])
            #expect(explanation.steps.contains { $0.rule == .membersDiffer } == (members.count > 1))
            let decided = explanation.steps.firstIndex { $0.outcome == .decided } ?? 0
            #expect(explanation.steps.dropFirst(decided + 1).allSatisfy { $0.outcome == .notReached })
        }
        #expect(triage.explain(members: groups[2]).position == groups[2][1].position)
        #expect(triage.explain(members: []).judgement == triage.judge(members: []))
    }
}
