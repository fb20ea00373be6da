import PhotoModel
import Testing

struct TriageTests {
    private func fence(_ name: String, _ kind: Fence.Kind = .work, at longitude: Double, radius: Double) throws -> Fence
    {
        let center = try #require(Coordinate(latitude: 0, longitude: longitude))
        return Fence(name: name, kind: kind, shape: .circle(center: center, radius: radius))
    }

    /// A photo on the equator.
    private func photo(at longitude: Double) throws -> PhotoFacts {
        try photo(.valid(#require(Coordinate(latitude: 0, longitude: longitude))))
    }

    private func photo(_ position: Position) -> PhotoFacts {
        var facts = PhotoFacts(format: .jpeg)
        facts.position = position
        return facts
    }

    @Test func `Without a work fence nothing is known`() throws {
        let expected = Judgement(verdict: .unsure, reason: .noFences)
        #expect(Triage(fences: []).judge(try photo(at: 1)) == expected)
        let home = try fence("Home", .never, at: 1, radius: 100)
        #expect(Triage(fences: [home]).judge(try photo(at: 1)) == expected)
        #expect(Triage(fences: [home]).judge(photo(.absent)) == expected)
    }

    @Test func `Without a usable position a photo is unsure`() throws {
        let triage = Triage(fences: [try fence("Office", at: 1, radius: 100)])
        #expect(triage.judge(photo(.absent)) == Judgement(verdict: .unsure, reason: .noPosition))
        for problem in PositionProblem.allCases {
            let expected = Judgement(verdict: .unsure, reason: .invalidPosition)
            #expect(triage.judge(photo(.invalid(problem))) == expected)
        }
    }

    @Test func `Inside a work fence is work, with the distance to its boundary`() throws {
        let triage = Triage(fences: [try fence("Office", at: 1, radius: 100)])
        let expected = Judgement(verdict: .work, reason: .insideFence, fence: "Office", distance: -100)
        #expect(triage.judge(try photo(at: 1)) == expected)
    }

    @Test func `The boundary belongs to the fence`() throws {
        let center = try #require(Coordinate(latitude: 0, longitude: 1))
        let edge = try #require(Coordinate(latitude: 0, longitude: 1.001))
        let radius = geodesicDistance(center, edge)
        let on = Triage(fences: [try fence("Office", at: 1, radius: radius)])
        #expect(on.judge(photo(.valid(edge))).verdict == .work)
        let off = Triage(fences: [try fence("Office", at: 1, radius: radius.nextDown)])
        #expect(off.judge(photo(.valid(edge))).verdict == .personal)
    }

    @Test func `A kilometre from the boundary is near, and a millimetre more is not`() throws {
        let center = try #require(Coordinate(latitude: 0, longitude: 1))
        let place = try #require(Coordinate(latitude: 0, longitude: 1.012))
        let radius = geodesicDistance(center, place) - Triage.nearDistance
        let near = Triage(fences: [try fence("Office", at: 1, radius: radius)]).judge(photo(.valid(place)))
        #expect(near.fence == "Office" && near.distance == Triage.nearDistance)
        let far = Triage(fences: [try fence("Office", at: 1, radius: radius - 0.001)]).judge(photo(.valid(place)))
        #expect(far.reason == .outsideFences && far.fence == nil)
    }

    @Test func `A never fence beats a work fence, however small`() throws {
        let fences = try [fence("Desk", at: 1, radius: 10), fence("Home", .never, at: 1, radius: 500)]
        let expected = Judgement(verdict: .personal, reason: .neverFence, fence: "Home", distance: -500)
        #expect(Triage(fences: fences).judge(try photo(at: 1)) == expected)
        #expect(Triage(fences: fences.reversed()).judge(try photo(at: 1)) == expected)
    }

    @Test func `Of several work fences the smaller decides, then the name by bytes`() throws {
        let large = try fence("A", at: 1, radius: 300)
        let small = try fence("B", at: 1, radius: 200)
        #expect(Triage(fences: [large, small]).judge(try photo(at: 1)).fence == "B")
        let twins = try ["b", "a", "B", "\u{E9}", "e\u{301}f"].map { try fence($0, at: 1, radius: 200) }
        #expect(Triage(fences: twins).judge(try photo(at: 1)).fence == "B")
    }

    @Test func `Outside and near, the nearest fence of either kind is named`() throws {
        let fences = try [fence("Office", at: 1, radius: 100), fence("Home", .never, at: 1.01, radius: 100)]
        let judgement = Triage(fences: fences).judge(try photo(at: 1.006))
        #expect(judgement.verdict == .personal)
        #expect(judgement.reason == .outsideFences)
        #expect(judgement.fence == "Home")
        let distance = try #require(judgement.distance)
        #expect(abs(distance - 345.278) < 0.001)
    }

    @Test func `Of equally near fences the first name is used`() throws {
        let fences = try ["b", "a", "c"].map { try fence($0, at: 1, radius: 50) }
        #expect(Triage(fences: fences).judge(try photo(at: 1.001)).fence == "a")
    }

    @Test(arguments: [(999.9, true), (1_000.1, false)])
    func `Near is up to a kilometre from the boundary`(distance: Double, isNear: Bool) throws {
        let meters = 111_319.490_793
        let triage = Triage(fences: [try fence("Office", at: 1, radius: 150)])
        let judgement = triage.judge(try photo(at: 1 + (150 + distance) / meters))
        #expect(judgement.reason == .outsideFences)
        #expect(judgement.fence == (isNear ? "Office" : nil))
        #expect((judgement.distance != nil) == isNear)
    }
}
