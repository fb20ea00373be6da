import PhotoModel
import Testing
import WorkphotosTestSupport

struct BoundingBoxTests {
    @Test(arguments: [
        (52.52, 13.405, 150.0), (0, 0, 50_000), (-33.9, 179.999, 5_000), (10, -180, 2_000), (89.99, 20, 500),
        (89.99, 20, 1_200), (-89.9999, 0, 10), (90, 0, 300), (60, 100, 3_000_000), (5, 5, 10_500_000),
        (-70, -179, 2_300_000), (0, 0, 20_037_508),
    ])
    func `No point within the distance is omitted`(latitude: Double, longitude: Double, distance: Double) throws {
        let center = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let box = BoundingBox(around: center, within: distance)
        var random = SplitMix64(seed: 1)
        var within = 0
        let span = distance / 100_000
        let width = span / max(0.000_1, cosineOfDegrees(abs(latitude)))
        for _ in 0..<20_000 {
            let point = Coordinate.random(
                latitudes: latitude - span...latitude + span,
                longitudes: longitude - width...longitude + width, using: &random)
            guard geodesicDistance(center, point) <= distance else { continue }
            within += 1
            #expect(box.contains(point))
        }
        #expect(within > 1_000)
    }

    @Test func `Points well outside are omitted`() throws {
        let center = try #require(Coordinate(latitude: 52.52, longitude: 13.405))
        let box = BoundingBox(around: center, within: 1_000)
        for (latitude, longitude) in [(52.54, 13.405), (52.50, 13.405), (52.52, 13.43), (52.52, 13.38), (52.52, -166)] {
            let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
            #expect(!box.contains(point))
        }
    }

    @Test func `A box across the antimeridian contains both sides and not the rest`() throws {
        let center = try #require(Coordinate(latitude: -16.8, longitude: 179.99))
        let box = BoundingBox(around: center, within: 5_000)
        #expect(box.contains(try #require(Coordinate(latitude: -16.8, longitude: -179.98))))
        #expect(box.contains(try #require(Coordinate(latitude: -16.8, longitude: 180))))
        #expect(box.contains(try #require(Coordinate(latitude: -16.8, longitude: -180))))
        #expect(!box.contains(try #require(Coordinate(latitude: -16.8, longitude: 0))))
        #expect(!box.contains(try #require(Coordinate(latitude: -16.8, longitude: -179.9))))
    }

    @Test func `A box that reaches a pole contains every longitude`() throws {
        let box = BoundingBox(around: try #require(Coordinate(latitude: 89.99, longitude: 0)), within: 2_000)
        #expect(box.contains(try #require(Coordinate(latitude: 90, longitude: -90))))
        #expect(box.contains(try #require(Coordinate(latitude: 89.999, longitude: 180))))
        #expect(!box.contains(try #require(Coordinate(latitude: 89.9, longitude: 0))))
    }

    /// An approximation for choosing points.
    private func cosineOfDegrees(_ angle: Double) -> Double {
        let x = angle * .pi / 180
        return 1 - x * x / 2 + x * x * x * x / 24 - x * x * x * x * x * x / 720
    }
}
