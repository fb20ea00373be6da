import PhotoModel
import Testing
import WorkphotosTestSupport

/// Photos outside of the changed ground keep their verdict.
struct ChangedGroundTests {
    private func isInside(_ facts: PhotoFacts, _ ground: ChangedGround) -> Bool {
        guard let place = facts.position.coordinate else { return false }
        let isUnusual = facts.horizontalAccuracy.map { $0 > ground.usualAccuracy } ?? false
        return ground.parts.contains { isUnusual ? $0.far.contains(place) : $0.near.contains(place) }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `A verdict that differs is inside, on the finest of grounds`(seed: UInt64) throws {
        var world = try RandomFences(seed: seed)
        var (inside, changed, compared) = (0, 0, 0)
        for _ in 0..<30 {
            let old = world.triage()
            try world.change()
            let new = world.triage()
            guard let ground = ChangedGround(from: old, to: new) else { continue }
            for _ in 0..<100 {
                let group = (0...Int.random(in: 0...2, using: &world.random)).map { _ in world.photo() }
                let isChanged = old.judge(members: group) != new.judge(members: group)
                let isFound = group.contains { isInside($0, ground) }
                #expect(!isChanged || isFound, "\(world.fences) \(group)")
                compared += 1
                if isChanged { changed += 1 }
                if isFound { inside += 1 }
            }
        }
        #expect(changed > 0)
        #expect(inside < compared, "it is not the whole world")
    }

    @Test func `The same rules change nothing`() throws {
        var world = try RandomFences(seed: 1)
        for _ in 0..<5 { try world.change() }
        #expect(ChangedGround(from: world.triage(), to: world.triage())?.parts.isEmpty == true)
    }

    @Test func `Anything else than a fence may change every verdict`() throws {
        let office = try Scene.fence("Office")
        var settings = TriageSettings()
        let old = Triage(fences: [office], settings: settings)
        #expect(ChangedGround(from: old, to: Triage(fences: [], settings: settings)) == nil, "the only work fence")
        settings.certainty = 0.9
        #expect(ChangedGround(from: old, to: Triage(fences: [office], settings: settings)) == nil)
        settings = TriageSettings()
        settings.timeZone = "Europe/Berlin"
        let unknown = Triage(fences: [office], settings: settings)
        let known = Triage(fences: [office], settings: settings, zones: try Scene.zones("Europe/Berlin"))
        #expect(ChangedGround(from: unknown, to: known) == nil, "another edition of the zones")
        let many = try (0..<100).map { try Scene.fence("\($0)", at: Double($0) * 9_000) }
        #expect(ChangedGround(from: old, to: Triage(fences: [office] + many)) == nil, "as quick to judge all")
    }

    @Test(arguments: [("Caf\u{E9}", "Cafe\u{301}"), ("Office", "office")])
    func `Another spelling of a name is another fence`(old: String, new: String) throws {
        let ground = ChangedGround(
            from: Triage(fences: [try Scene.fence(old)]), to: Triage(fences: [try Scene.fence(new)]))
        #expect(ground?.parts.count == 2)
    }

    @Test func `Another edition of a fence's time zone changes that fence`() throws {
        let fence = try Scene.fence("Office", hours: ["mon-fri 9:00-17:00"], zone: "Europe/Berlin")
        let old = Triage(fences: [fence], zones: try Scene.zones("Europe/Berlin"))
        let zones = ["Europe/Berlin": try #require(try Scene.zones("Europe/Moscow")["Europe/Moscow"])]
        #expect(ChangedGround(from: old, to: Triage(fences: [fence], zones: zones))?.parts.isEmpty == false)
    }
}
