import PhotoModel
import Testing

struct FenceDistanceTests {
    private func circle(_ latitude: Double, _ longitude: Double, radius: Double) throws -> Fence {
        let center = try #require(Coordinate(latitude: latitude, longitude: longitude))
        return Fence(name: "Office", kind: .work, shape: .circle(center: center, radius: radius))
    }

    @Test func `The distance is negative inside and positive outside`() throws {
        let fence = try circle(0, 0, radius: 100_000)
        let center = try #require(Coordinate(latitude: 0, longitude: 0))
        let inside = try #require(Coordinate(latitude: 0.9, longitude: 0))
        let outside = try #require(Coordinate(latitude: 0, longitude: 0.9))
        #expect(fence.distance(to: center) == -100_000)
        #expect(abs(fence.distance(to: inside) - -483.069_575) < 0.001)
        #expect(abs(fence.distance(to: outside) - 187.541_714) < 0.001)
    }

    @Test func `A circle may lie over the antimeridian and around a pole`() throws {
        let fiji = try circle(-16.5, 179.9, radius: 24_045)
        let east = try #require(Coordinate(latitude: -16.6, longitude: -179.9))
        #expect(abs(fiji.distance(to: east) - 0.265_394) < 0.001)
        let pole = try circle(90, 0, radius: 200)
        let near = try #require(Coordinate(latitude: 89.9991, longitude: 45))
        #expect(abs(pole.distance(to: near) - -99.475_418) < 0.001)
    }

    @Test func `The area grows with the radius`() throws {
        let small = try circle(10, 10, radius: 100).shape.area
        let larger = try circle(-70, 30, radius: 101).shape.area
        let everywhere = try circle(0, 0, radius: 20_037_508).shape.area
        #expect(abs(small - .pi * 10_000) < 0.001)
        #expect(larger > small)
        #expect(abs(everywhere - 510_065_621_724_089) < 1_000_000)
    }

    @Test func `The box contains everything within the margin`() throws {
        let box = try circle(0, 0, radius: 100).shape.boundingBox(margin: 50)
        #expect(box.contains(try #require(Coordinate(latitude: 0, longitude: 0.001_34))))
        #expect(!box.contains(try #require(Coordinate(latitude: 0, longitude: 0.001_36))))
    }
}
