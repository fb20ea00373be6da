import PhotoModel
import Testing
import WorkphotosTestSupport

struct GeodesicDistanceTests {
    @Test(arguments: geodesicReference.indices) func `Distances agree with GeographicLib's`(row: Int) throws {
        let (lat1, lon1, lat2, lon2, meters) = geodesicReference[row]
        let a = try #require(Coordinate(latitude: lat1, longitude: lon1))
        let b = try #require(Coordinate(latitude: lat2, longitude: lon2))
        #expect(abs(geodesicDistance(a, b) - meters) < 0.000_1)
        #expect(abs(geodesicDistance(b, a) - meters) < 0.000_1)
    }

    @Test func `Mirrored pairs have equal distances`() throws {
        for (lat1, lon1, lat2, lon2, meters) in geodesicReference {
            let a = try #require(Coordinate(latitude: -lat1, longitude: -lon1))
            let b = try #require(Coordinate(latitude: -lat2, longitude: -lon2))
            #expect(abs(geodesicDistance(a, b) - meters) < 0.000_1)
        }
    }

    @Test func `Only a point itself has distance 0`() throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<1_000 {
            let point = Coordinate.random(using: &random)
            #expect(geodesicDistance(point, point) == 0)
        }
    }

    @Test func `No two points are farther apart than half a meridian`() {
        var random = SplitMix64(seed: 4)
        for _ in 0..<2_000 {
            let a = Coordinate.random(using: &random)
            let b = Coordinate.random(using: &random)
            let distance = geodesicDistance(a, b)
            #expect(distance >= 0 && distance <= 20_003_931.458_626)
        }
    }

    @Test func `Around the antipode the distance changes smoothly`() throws {
        let a = try #require(Coordinate(latitude: 20, longitude: 0))
        var last: Double?
        for step in 0...4_000 {
            let b = try #require(Coordinate(latitude: -20, longitude: 176 + Double(step) / 1_000))
            let distance = geodesicDistance(a, b)
            if let last { #expect(distance > last && distance - last < 105) }
            last = distance
        }
    }
}
