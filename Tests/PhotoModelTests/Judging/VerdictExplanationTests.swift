import PhotoModel
import Testing

struct ExplanationTests {
    @Test func `An explanation has every number, and ends with the verdict`() throws {
        let site = try Scene.fence("Site", hours: ["mon-fri 08:00-18:00"], zone: "Europe/Berlin")
        let home = try Scene.fence("Home", .never, at: 300)
        let triage = Triage(fences: [site, home], zones: try Scene.zones("Europe/Berlin"))
        let photo = try Scene.photo(
            at: 20, taken: "2026-05-01T10:00+01:00", fix: "2026-05-01T09:01:00", accuracy: 40)
        let explanation = triage.explain(photo)
        #expect(explanation.judgement == triage.judge(photo))
        #expect(explanation.accuracy?.meters == 40)
        #expect(explanation.accuracy?.source == .photo)
        #expect(explanation.uncertainWithin == 0.555 * 40)
        #expect(explanation.fixAge == 60)
        #expect(explanation.captureTime?.offset?.source == .exif)
        #expect(explanation.fences.map(\.fence.name) == ["Site", "Home"])
        #expect(explanation.fences.map(\.isInside) == [true, false])
        #expect(explanation.fences.map(\.isCertain) == [true, true])
        #expect(explanation.fences[0].localTime?.text == "2026-05-01T11:00:00")
        #expect(explanation.fences[0].isLocalTimeConverted)
        #expect(explanation.fences[0].schedule == .within)
        #expect(explanation.fences[1].schedule == nil)
        let decided = explanation.steps.filter { $0.outcome == .decided }
        #expect(decided.map(\.rule) == [.insideFence])
        #expect(decided.map(\.fences) == [["Site"]])
        #expect(explanation.steps.last?.outcome == .notReached)
    }

    @Test func `Far from all fences, the nearest are listed, and each rule but the last was passed`() throws {
        let fences = try (0..<6).map { try Scene.fence("\($0)", at: Double($0) * 10_000) }
        let explanation = Triage(fences: fences).explain(try Scene.photo(at: 95_000))
        #expect(explanation.fences.map(\.fence.name) == ["5", "4", "3"])
        #expect(explanation.fences.allSatisfy { !$0.isNear })
        #expect(explanation.steps.last?.rule == .outsideFences)
        #expect(explanation.steps.filter { $0.outcome == .passed }.count == explanation.steps.count - 1)
    }

    @Test func `The rules are the reasons, except those that are given to groups`() {
        let rules = Triage(fences: []).explain(PhotoFacts(format: .jpeg)).steps.map(\.rule)
        #expect(Set(rules) == Set(Reason.allCases).subtracting([.marked, .membersDiffer]))
        #expect(rules.count == Set(rules).count)
    }

    @Test func `Every verdict has a deciding step`() throws {
        let triage = Triage(fences: [try Scene.fence("Site", hours: ["sat"])])
        var invalid = try Scene.photo()
        invalid.position = .invalid(.malformed)
        let photos = try [
            PhotoFacts(format: .jpeg), invalid, Scene.photo(), Scene.photo(taken: "2026-05-01T10:00"),
            Scene.photo(at: 99, accuracy: 10), Scene.photo(taken: "2026-05-01T10:00Z", fix: "2026-05-01T11:00:00"),
        ]
        for photo in photos {
            let explanation = triage.explain(photo)
            #expect(explanation.steps.filter { $0.outcome == .decided }.map(\.rule) == [explanation.judgement.reason])
        }
        #expect(Triage(fences: []).explain(invalid).steps.first?.outcome == .decided)
    }

    @Test func `A group is judged as one`() throws {
        let triage = Triage(fences: [try Scene.fence("Site", hours: ["fri"]), try Scene.fence("Home", .never, at: 500)])
        let placeless = PhotoFacts(format: .jpeg)
        var timeless = PhotoFacts(format: .jpeg)
        timeless.captureTime = try CaptureTime(parsing: "2026-05-01T10:00")
        #expect(triage.judge(members: []).verdict == .unsure)
        #expect(triage.judge(members: [placeless, try Scene.photo(taken: "2026-05-01T10:00")]).verdict == .work)
        #expect(triage.judge(members: [timeless, try Scene.photo()]).verdict == .work)
        let friday = try Scene.photo(taken: "2026-05-01T10:00")
        #expect(triage.judge(members: [friday, try Scene.photo(at: 500)]).reason == .neverFence)
        #expect(triage.judge(members: [friday, try Scene.photo(at: 300)]).reason == .membersDiffer)
        #expect(triage.judge(members: [friday, placeless]) == triage.judge(friday))
    }
}
