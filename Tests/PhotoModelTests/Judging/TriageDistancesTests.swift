import PhotoModel
import Testing
import WorkphotosTestSupport

struct TriageDistancesTests {
    private func fence(_ name: String, _ kind: Fence.Kind, at longitude: Double) throws -> Fence {
        let center = try #require(Coordinate(latitude: 0, longitude: longitude))
        return Fence(name: name, kind: kind, shape: .circle(center: center, radius: 100))
    }

    @Test func `All fences are listed with their distances, nearest first`() throws {
        let fences = try [
            fence("Far", .work, at: -170), fence("Here", .never, at: 179.999), fence("b", .work, at: -179),
            fence("a", .work, at: -179),
        ]
        let point = try #require(Coordinate(latitude: 0, longitude: -180))
        let distances = Triage(fences: fences).distances(to: point)
        #expect(distances.map(\.fence.name) == ["Here", "a", "b", "Far"])
        #expect(abs(distances[0].distance - 11.319) < 0.001)
        #expect(abs(distances[1].distance - 111_219.491) < 0.001)
    }

    @Test func `Judging and distances agree for photos anywhere`() throws {
        var random = SplitMix64(seed: 9)
        var fences = [Fence(name: "Pole", kind: .never, shape: .circle(center: .random(using: &random), radius: 9_000))]
        for number in 0..<30 {
            let center = Coordinate.random(latitudes: -1...1, longitudes: 179...181, using: &random)
            let radius = Double.random(in: 100...20_000, using: &random)
            fences.append(Fence(name: "\(number)", kind: .work, shape: .circle(center: center, radius: radius)))
        }
        let triage = Triage(fences: fences)
        var counts: [Reason: Int] = [:]
        for _ in 0..<3_000 {
            let point = Coordinate.random(latitudes: -1.2...1.2, longitudes: 178.8...181.2, using: &random)
            var facts = PhotoFacts(format: .jpeg)
            facts.position = .valid(point)
            let judgement = triage.judge(facts)
            let nearest = try #require(triage.distances(to: point).first)
            #expect((nearest.distance <= 0) == (judgement.verdict == .work))
            #expect((nearest.distance <= Triage.nearDistance) == (judgement.distance != nil))
            if judgement.verdict == .personal, judgement.distance != nil {
                #expect(judgement.distance == nearest.distance)
                #expect(judgement.fence == nearest.fence.name)
            }
            counts[judgement.reason, default: 0] += 1
        }
        #expect(counts.count == 2)
    }
}
