import Foundation
import PhotoModel
import Testing
import WorkphotosTestSupport

struct RingSelfCrossingTests {
    private func polygon(_ positions: [(Double, Double)]) throws -> Polygon {
        let ring = try PolygonRing(
            try positions.map { try #require(RingPosition(latitude: $0.1, longitude: $0.0)) })
        return try #require(Polygon(parts: [Polygon.Part(outer: ring)]))
    }

    @Test func `A bow tie crosses itself in its middle`() throws {
        let crossing = try #require(try polygon([(0, 0), (2, 2), (2, 0), (0, 2), (0, 0)]).crossing)
        #expect(crossing.latitude == 1 && crossing.longitude == 1)
    }

    @Test(arguments: [
        [(0.0, 0.0), (2, 0), (2, 2), (0, 2), (0, 0)], [(0, 0), (2, 0), (1, 1), (2, 2), (0, 2), (1, 1), (0, 0)],
        [(0, 0), (4, 0), (4, 2), (2, 0), (0, 2), (0, 0)],
    ])
    func `A ring that only touches itself does not cross itself`(positions: [(Double, Double)]) throws {
        #expect(try polygon(positions).crossing == nil)
    }

    @Test func `A crossing in a large round ring is found`() throws {
        var positions = (0..<20_000).map { number -> (Double, Double) in
            let angle = Double(number) / 20_000 * 2 * .pi
            let radius = 10 + sin(angle * 400) * 0.1
            return (cos(angle) * radius, sin(angle) * radius)
        }
        positions.append(positions[0])
        #expect(try polygon(positions).crossing == nil)
        positions.swapAt(7_000, 7_001)
        #expect(try polygon(positions).crossing != nil)
    }
}
