import PhotoModel
import Testing
import WorkphotosTestSupport

struct FenceIndexTests {
    private func fences(_ count: Int) throws -> [Fence] {
        var random = SplitMix64(seed: UInt64(count))
        var fences: [Fence] = []
        for number in 0..<count {
            // Some are at the poles, some cross the antimeridian.
            let latitude = number % 7 == 0 ? 89.999 : Double.random(in: -90...90, using: &random)
            let longitude = number % 5 == 0 ? 179.99 : Double.random(in: -180...180, using: &random)
            let center = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let radius = Double.random(in: 1...300_000, using: &random)
            fences.append(Fence(name: "\(number)", kind: .work, shape: .circle(center: center, radius: radius)))
        }
        return fences
    }

    @Test(arguments: [0, 1, 3, 128, 129, 700, 3_000])
    func `It finds the same fences in the same order as a linear search`(
        count: Int
    ) throws {
        let fences = try fences(count)
        let boxes = fences.map { $0.shape.boundingBox(margin: 1_000) }
        let index = FenceIndex(fences, margin: 1_000)
        var random = SplitMix64(seed: 9)
        for number in 0..<300 {
            let latitude = number % 3 == 0 ? 89.9995 : Double.random(in: -90...90, using: &random)
            let longitude = number % 4 == 0 ? -180 : Double.random(in: -180...180, using: &random)
            let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
            var found: [Int] = []
            index.candidates(at: point) { place in
                found.append(place)
                return true
            }
            #expect(found == boxes.indices.filter { boxes[$0].contains(point) })
        }
    }

    @Test func `It stops when told to`() throws {
        let center = try #require(Coordinate(latitude: 1, longitude: 1))
        for count in [5, 200] {
            let fence = Fence(name: "A", kind: .work, shape: .circle(center: center, radius: 10))
            let index = FenceIndex(Array(repeating: fence, count: count), margin: 0)
            var seen = 0
            index.candidates(at: center) { _ in
                seen += 1
                return seen < 3
            }
            #expect(seen == 3)
        }
    }
}
