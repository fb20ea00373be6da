import PhotoModel
import Testing
import WorkphotosTestSupport

struct PolygonDistanceTests {
    private static let shapes: [String: (type: String, coordinates: String)] = [
        "yard": (
            "Polygon",
            "[[[13.40,52.51],[13.42,52.515],[13.41,52.53],[13.395,52.522],[13.40,52.51]],"
                + "[[13.404,52.516],[13.404,52.52],[13.409,52.52],[13.404,52.516]]]"
        ),
        "fiji": (
            "MultiPolygon",
            "[[[[179,-17],[180,-17],[180,-16],[179,-16],[179,-17]]],"
                + "[[[-180,-17],[-179,-17.2],[-179,-16],[-180,-16],[-180,-17]]]]"
        ),
        "arctic": (
            "Polygon", "[[[-180,80],[-90,75],[0,82],[90,79],[180,80],[180,90],[-180,90],[-180,80]]]"
        ),
        "long": ("Polygon", "[[[0,60],[100,60],[100,65],[0,62],[0,60]]]"),
    ]

    private func fence(_ name: String) throws -> Fence {
        let shape = try #require(Self.shapes[name])
        return try onlyFence(collection(feature(name, shape.coordinates, type: shape.type)))
    }

    private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// Metres to the nearest point of the edges, found by searching along them with GeographicLib 2.1.
    @Test(arguments: [
        ("yard", 52.52, 13.41, -67.8794), ("yard", 52.518, 13.4055, 53.9795), ("yard", 52.5, 13.4, 1112.7693),
        ("yard", 52.52, 13.35, 3062.6012), ("yard", 52.521, 13.4, -293.4328), ("yard", 53.2, 14.1, 87854.4827),
        ("fiji", -16.5, 180.0, -55330.6416), ("fiji", -16.5, -180.0, -55330.6416), ("fiji", -16.5, 179.99, -55330.6416),
        ("fiji", -16.2, -179.999, -22131.9441), ("fiji", -15.99, -179.9, 1106.5864),
        ("fiji", -17.05, -179.99, 5200.9419), ("arctic", 90.0, 0.0, -893493.3688),
        ("arctic", 90.0, -180.0, -893493.3688), ("arctic", 85.0, 179.99, -558370.2857),
        ("arctic", 79.5, 180.0, 53302.0058), ("arctic", 74.9, -90.0, 11161.7891), ("arctic", 81.0, 10.0, 72692.4980),
        ("long", 60.5, 50.0, -55708.2610), ("long", 59.5, 50.0, 55704.0123), ("long", 63.0, 20.0, 44487.9393),
        ("long", 64.9, 99.0, -7784.9664),
    ])
    func `The distance is that to the nearest edge, negative inside`(
        name: String, latitude: Double, longitude: Double, meters: Double
    ) throws {
        let distance = try fence(name).distance(to: point(latitude, longitude))
        #expect(abs(distance - meters) < 0.001 + 1e-6 * abs(meters))
    }

    @Test(arguments: ["yard", "fiji", "arctic", "long"]) func `Vertices and points on edges are on the boundary`(
        name: String
    ) throws {
        let fence = try fence(name)
        guard case .polygon(let polygon) = fence.shape else { throw NoPolygon() }
        for ring in polygon.parts.flatMap({ [$0.outer] + $0.holes }) {
            for (a, b) in zip(ring.positions, ring.positions.dropFirst()) {
                let isSeam = abs(a.longitude) == 180 && abs(b.longitude) == 180
                for part in [0, 0.1, 0.5, 0.77, 1] where !isSeam && abs(a.latitude) != 90 {
                    let place = try point(
                        a.latitude + (b.latitude - a.latitude) * part, a.longitude + (b.longitude - a.longitude) * part)
                    #expect(fence.distance(to: place) == 0)
                }
            }
        }
    }

    private struct NoPolygon: Error {}

    @Test func `A ring may go in either direction, cross itself, and extend past 180 degrees`() throws {
        func distance(_ ring: String, _ latitude: Double, _ longitude: Double) throws -> Double {
            try onlyFence(collection(feature("A", "[\(ring)]"))).distance(to: point(latitude, longitude))
        }
        let east = try distance("[[179,1],[181,1],[181,2],[179,2],[179,1]]", 1.5, -179.5)
        #expect(try distance("[[-181,1],[-181,2],[-179,2],[-179,1],[-181,1]]", 1.5, -179.5) == east)
        #expect(try distance("[[539,1],[540,1],[540,2],[539,2],[539,1]]", 1.5, 179.5) < 0)
        let bow = "[[0,0],[1,1],[1,0],[0,1],[0,0]]"
        #expect(try distance(bow, 0.5, 0.1) < 0 && distance(bow, 0.5, 0.9) < 0)
        #expect(try distance(bow, 0.1, 0.5) > 0)
        #expect(try distance(bow, 0.5, 0.5) == 0)
    }

    @Test func `A seam that two parts share is inside, even if they are cut at different places`() throws {
        let parts =
            "[[[[170,0],[180,0],[180,4],[180,10],[170,10],[170,0]]],"
            + "[[[-180,2],[-170,2],[-170,8],[-180,8],[-180,2]]]]"
        let fence = try onlyFence(collection(feature("A", parts, type: "MultiPolygon")))
        #expect(try fence.distance(to: point(5, 180)) < -300_000)
        #expect(try fence.distance(to: point(1, 180)) == 0)
        #expect(try fence.distance(to: point(9, -180)) == 0)
    }

    @Test func `The whole earth has no boundary`() throws {
        let ring = "[[-180,-90],[0,-90],[180,-90],[180,90],[0,90],[-180,90],[-180,-90]]"
        let fence = try onlyFence(collection(feature("A", "[\(ring)]")))
        #expect(try fence.distance(to: point(12, 34)) < -20_000_000)
        #expect(abs(fence.shape.area - 510_065_621_724_088) < 1_000)
    }

    @Test func `Holes are not part of the area`() throws {
        // A degree at the equator: an eighth of a 45th of the zone up to 1°N, by Snyder's equation 3-12.
        let cell = try onlyFence(collection(feature("A", "[[[0,0],[1,0],[1,1],[0,1],[0,0]]]"))).shape.area
        #expect(abs(cell - 12_308_778_361.469) < 1_000_000)
        let half = "[[0,0],[0.5,0],[0.5,1],[0,1],[0,0]]"
        let ring = try onlyFence(collection(feature("A", "[[[0,0],[1,0],[1,1],[0,1],[0,0]],\(half)]"))).shape.area
        #expect(abs(ring - cell / 2) < 1)
    }

    @Test(arguments: [
        ("yard", 52.0...53.0, 12.9...13.9), ("fiji", -18 ... -15, 178...182), ("arctic", 60...90, -180...180),
        ("long", 59...66, -10...110),
    ])
    func `The box contains everything within the margin`(
        name: String, latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>
    ) throws {
        let fence = try fence(name)
        let box = fence.shape.boundingBox(margin: 20_000)
        var random = SplitMix64(seed: 3)
        var (near, left) = (0, 0)
        for _ in 0..<500 {
            let latitude = Double.random(in: latitudes, using: &random)
            let longitude = Double.random(in: longitudes, using: &random)
            let place = try point(latitude, longitude > 180 ? longitude - 360 : longitude)
            if fence.distance(to: place) <= 20_000 {
                near += 1
                #expect(box.contains(place))
            } else if !box.contains(place) {
                left += 1
            }
        }
        #expect(near > 30)
        #expect(left > 30)
    }
}
