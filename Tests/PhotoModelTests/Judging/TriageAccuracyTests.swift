import PhotoModel
import Testing
import WorkphotosTestSupport

struct TriageAccuracyTests {
    private func judge(
        _ fences: [Fence], _ photo: PhotoFacts, settings: TriageSettings = TriageSettings()
    ) -> Judgement {
        Triage(fences: fences, settings: settings).judge(photo)
    }

    @Test(arguments: [(55.4, false), (55.6, true), (-55.4, false), (-55.6, true)])
    func `A side is certain from 0.555 accuracies on`(distance: Double, isCertain: Bool) throws {
        let photo = try Scene.photo(at: 100 + distance, accuracy: 100)
        let judgement = judge([try Scene.fence("Site")], photo)
        let verdict: Verdict = distance < 0 ? .work : .personal
        #expect(judgement.verdict == (isCertain ? verdict : .unsure))
        #expect(judgement.reason == (isCertain ? (distance < 0 ? .insideFence : .outsideFences) : .nearBoundary))
        #expect(judgement.fence == "Site")
    }

    @Test(arguments: [("CELLID", 1_000.0), ("network", 1_000), ("WLAN", 1_000), ("GPS", 0), (nil, 0)])
    func `Cell towers and networks count as a kilometre`(method: String?, accuracy: Double) throws {
        let site = try Scene.fence("Site")
        let near = judge([site], try Scene.photo(at: 100 + 554, method: method))
        #expect(near.reason == (accuracy > 0 ? .nearBoundary : .outsideFences))
        #expect(judge([site], try Scene.photo(at: 100 + 556, method: method)).reason == .outsideFences)
        #expect(judge([site], try Scene.photo(at: 110, accuracy: 5, method: method)).reason == .outsideFences)
    }

    @Test func `The configuration can set missing accuracies, and require more certainty`() throws {
        let site = try Scene.fence("Site")
        var settings = TriageSettings()
        settings.assumedAccuracy = 100
        #expect(judge([site], try Scene.photo(at: 150), settings: settings).reason == .nearBoundary)
        #expect(judge([site], try Scene.photo(at: 150, accuracy: 10), settings: settings).reason == .outsideFences)
        settings.certainty = 0.95
        #expect(judge([site], try Scene.photo(at: 208), settings: settings).reason == .nearBoundary)
        #expect(judge([site], try Scene.photo(at: 209), settings: settings).reason == .outsideFences)
        settings.certainty = 0.5
        #expect(judge([site], try Scene.photo(at: 101), settings: settings).reason == .outsideFences)
    }

    @Test func `A distant position counts as far as its error reaches`() throws {
        let judgement = judge([try Scene.fence("Site")], try Scene.photo(at: 55_000, accuracy: 100_000))
        #expect(judgement.reason == .nearBoundary)
        #expect(judge([try Scene.fence("Site")], try Scene.photo(at: 56_000, accuracy: 100_000)).fence == nil)
        #expect(judge([try Scene.fence("Site")], try Scene.photo(at: 101, accuracy: 100_001)).reason == .outsideFences)
    }

    @Test func `An uncertain boundary matters only if the verdict depends on it`() throws {
        let (campus, desk) = (try Scene.fence("Campus", radius: 5_000), try Scene.fence("Desk", radius: 10))
        let photo = try Scene.photo(at: 12, taken: "2026-05-01T20:00", accuracy: 100)
        #expect(judge([campus, desk], photo).fence == "Campus")
        #expect(judge([campus, try Scene.fence("Home", .never, radius: 10)], photo).fence == "Home")
        #expect(judge([try Scene.fence("Home", .never, radius: 5_000), desk], photo).reason == .neverFence)
        let closed = try Scene.fence("Closed", radius: 10, hours: ["fri 08:00-18:00"])
        #expect(judge([closed], photo).reason == .outsideFences)
        #expect(judge([campus, closed], photo).fence == "Campus")
        let timeless = try Scene.photo(at: 12, accuracy: 100)
        #expect(judge([campus, closed], timeless).reason == .nearBoundary)
        #expect(
            judge([try Scene.fence("Site", radius: 5_000, hours: ["fri 08:00-18:00"]), desk], timeless).reason
                == .noTime)
    }

    @Test func `Uncertain boundaries give the same verdict as trying all combinations`() throws {
        var random = SplitMix64(seed: 5)
        var reasons: [Reason: Int] = [:]
        for _ in 0..<3_000 {
            let fences = try (0..<5).map { number in
                let kind: Fence.Kind = Int.random(in: 0..<4, using: &random) == 0 ? .never : .work
                let hours = [[], ["fri 08:00-12:00"], ["sat"]].randomElement(using: &random) ?? []
                return try Scene.fence(
                    "\(number)", kind, at: Double.random(in: -150...150, using: &random),
                    radius: Double.random(in: 20...200, using: &random), hours: kind == .work ? hours : [])
            }
            guard fences.contains(where: { $0.kind == .work }) else { continue }
            let taken = Bool.random(using: &random) ? "2026-05-01T10:00" : nil
            let photo = try Scene.photo(taken: taken, accuracy: Double.random(in: 1...200, using: &random))
            let judgement = judge(fences, photo)
            let verdicts = try Self.everyVerdict(fences, photo)
            #expect((judgement.reason == .nearBoundary) == (verdicts.count > 1))
            if verdicts.count == 1 { #expect(verdicts == [judgement.verdict]) }
            reasons[judgement.reason, default: 0] += 1
        }
        #expect(reasons.count >= 6)
    }

    /// The verdicts of all 2^n combinations, in the contract's order.
    private static func everyVerdict(_ fences: [Fence], _ photo: PhotoFacts) throws -> Set<Verdict> {
        let point = try #require(photo.position.coordinate)
        let margin = 0.555 * (photo.horizontalAccuracy ?? 0)
        let open = fences.filter { abs($0.distance(to: point)) < margin }
        var verdicts: Set<Verdict> = []
        for choice in 0..<(1 << open.count) {
            let inside = fences.filter { fence in
                guard let place = open.firstIndex(of: fence) else { return fence.distance(to: point) <= 0 }
                return choice & 1 << place != 0
            }
            let work = inside.filter { $0.kind == .work }
            if work.count < inside.count {
                verdicts.insert(.personal)
            } else if let time = photo.captureTime?.wall {
                verdicts.insert(work.contains { $0.schedule.match(time) == .within } ? .work : .personal)
            } else {
                verdicts.insert(work.contains(where: \.schedule.isLimited) ? .unsure : work.isEmpty ? .personal : .work)
            }
        }
        return verdicts
    }
}
