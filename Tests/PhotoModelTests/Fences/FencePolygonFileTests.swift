import PhotoModel
import Testing

struct FencePolygonFileTests {
    private func error(_ type: String, _ coordinates: String) -> String? {
        do {
            _ = try FenceFile(parsing: Array(collection(feature("A", coordinates, type: type)).utf8))
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `Altitudes are ignored and parts are kept`() throws {
        let ring = "[[1,2,30.5],[3,2,0],[3,4,0],[1,2,30.5]]"
        let fence = try onlyFence(collection(feature("A", "[[\(ring)],[\(ring),\(ring)]]", type: "MultiPolygon")))
        guard case .polygon(let polygon) = fence.shape else {
            Issue.record("no polygon")
            return
        }
        #expect(polygon.parts.map(\.holes.count) == [0, 1])
        #expect(polygon.parts[0].outer.positions.map(\.longitude) == [1, 3, 3, 1])
    }

    @Test(arguments: [
        ("Polygon", "[]", "the Polygon has no positions"),
        ("MultiPolygon", "[]", "the MultiPolygon has no positions"),
        ("MultiPolygon", "[[]]", "the MultiPolygon has no positions"),
        ("Polygon", "[[]]", "a ring has at least 4 positions, the last of them the first again; this one has 0"),
        (
            "Polygon", "[[[1,2],[3,4],[1,2]]]",
            "a ring has at least 4 positions, the last of them the first again; this one has 3"
        ),
        (
            "Polygon", "[[[1,2],[3,4],[5,2],[1,2.1]]]",
            "the ring is not closed; its last position must be its first, in line 2"
        ),
        ("Polygon", "[[[1,2],[3,4],[5,6],[1,2]]]", "the ring encloses nothing; its positions lie on one line"),
        ("Polygon", "[[[1,2],[1,2],[1,2],[1,2]]]", "the ring encloses nothing; its positions lie on one line"),
        (
            "Polygon", "[[[170,2],[-170,2],[-170,3],[170,2]]]",
            "the longitudes 170 and -170 of neighbours are more than 180 degrees apart; cut the shape at the antimeridian"
                + " (RFC 7946, section 3.1.9), or write 190"
        ),
        (
            "Polygon", "[[[1,2],[541,2],[3,3],[1,2]]]", "longitude 541 is out of range (-540...540)"
        ),
        (
            "Polygon", "[[[52,91],[13,2],[3,3],[52,91]]]",
            "latitude 91 is out of range (-90...90); GeoJSON is [longitude, latitude], are the two swapped?"
        ),
        (
            "Polygon", "[[1,2],[3,4],[5,2],[1,2]]",
            "\"coordinates\" must be positions [longitude, latitude], not a number"
        ),
        ("Polygon", "[1,2]", "\"coordinates\" must be arrays of positions [longitude, latitude], not a number"),
        (
            "LineString", "[[1,2],[3,4]]",
            "a LineString is not a fence; write a Polygon, a MultiPolygon or a Point with \"radius\""
        ),
    ])
    func `Invalid shapes are errors with their line`(type: String, coordinates: String, message: String) {
        #expect(error(type, coordinates) == "line 2: \(message)")
    }

    @Test func `An error names the line of the position`() {
        let text = collection(feature("A", "[[\n[1,2],\n[3,2],\n[-179,4],\n[1,2]]]"))
        let error = #expect(throws: FenceFileError.self) { try FenceFile(parsing: Array(text.utf8)) }
        #expect(error?.line == 5)
    }

    @Test func `A polygon that was added is read back as it was`() throws {
        for (type, coordinates) in [
            ("Polygon", "[[[1.5,2],[3,2],[3,4],[1.5,2]],[[2.9,2.1],[2.95,2.1],[2.95,2.2],[2.9,2.1]]]"),
            ("MultiPolygon", "[[[[1,2],[3,2],[3,4],[1,2]]],[[[11,2],[190,2],[13,4],[11,2]]]]"),
        ] {
            let fence = try onlyFence(collection(feature("A", coordinates, type: type)))
            let bytes = try FenceFile().adding(fence)
            #expect(try FenceFile(parsing: bytes).fences == [fence])
        }
    }
}
