import PhotoModel
import PhotoPipeline
import Testing
import WorkphotosTestSupport

/// Maps with odd or hostile content: every place is taken, or named with what is wrong.
struct HostileMapTests {
    private func read(
        _ bytes: [UInt8], radius: Double? = 100, skipping: Bool = true
    ) throws(FenceFileError) -> MapFeatures {
        try MapFile.features(of: bytes, .test(radius: radius, skipping: skipping))
    }

    private func read(_ text: String, radius: Double? = 100, skipping: Bool = true) throws -> MapFeatures {
        try read(Array(text.utf8), radius: radius, skipping: skipping)
    }

    private func point(_ coordinates: String) -> String { "<Point><coordinates>\(coordinates)</coordinates></Point>" }

    private func placemark(_ geometry: String, _ name: String = "A") -> String {
        "<Placemark><name>\(name)</name>\(geometry)</Placemark>"
    }

    private func polygon(_ ring: String) -> String {
        "<Polygon><outerBoundaryIs><LinearRing><coordinates>\(ring)</coordinates></LinearRing></outerBoundaryIs></Polygon>"
    }

    private func data(_ name: String, _ value: String) -> String {
        "<ExtendedData><Data name=\"\(name)\"><value>\(value)</value></Data></ExtendedData>"
    }

    @Test func `Properties are not copied to any number of places`() throws {
        func collection(places: Int) -> String {
            let place = #"{"type":"Point","coordinates":[1,2]}"#
            let places = [String](repeating: place, count: places).joined(separator: ",")
            return #"{"type":"Feature","properties":{"name":"A","note":"\#(String(repeating: "x", count: 1 << 20))"},"#
                + #""geometry":{"type":"GeometryCollection","geometries":[\#(places)]}}"#
        }
        #expect(try read(collection(places: 8)).features.count == 8)
        let source = try read(collection(places: 9))
        #expect(source.features.isEmpty)
        #expect(source.invalid.first?.message.contains("too many places for all its properties") == true)
    }

    @Test func `A point beside a polygon is reported, in whatever order they come`() throws {
        let area = polygon("13,52 14,52 14,53 13,52")
        for parts in [[area, point("13,52")], [point("13,52"), area]] {
            let source = try read("<kml>\(placemark("<MultiGeometry>\(parts.joined())</MultiGeometry>"))</kml>")
            #expect(source.features.map(\.name) == ["A"])
            #expect(source.others.map(\.what) == ["a Point beside a polygon (\"A\")"])
        }
    }

    @Test(arguments: [
        ("", "a Point has 0 positions"), ("1,2 3,4", "a Point has 2 positions"), ("181,2", "longitude 181"),
        ("2,91", "latitude 91"), ("1,2,3,4", "\"1,2,3,4\" is not a position"), ("1;2", "\"1;2\" is not a position"),
        ("1,52.5x", "\"1,52.5x\" is not a position"), ("1,0x34", "is not a position"), ("inf,1", "is not a position"),
        ("1,nan", "is not a position"), ("1e400,1", "is not a position"), ("1,2,", "a Point"),
        (",1,2", "is not a position"),
    ])
    func `A point has one position`(coordinates: String, problem: String) throws {
        let source = try read("<kml>\(placemark(point(coordinates), "Gate"))\(placemark(point("1,2"), "Good"))</kml>")
        if coordinates == "1,2," {
            #expect(source.features.map(\.name) == ["Gate", "Good"], "an empty altitude")
            return
        }
        #expect(source.features.map(\.name) == ["Good"])
        let message = try #require(source.invalid.first).message
        #expect(message.hasPrefix("\"Gate\": ") && message.contains(problem), "\(message)")
    }

    @Test(arguments: ["1 , 2", "1,\n2 , 3", "1 ,2,3", "1\t,\t2"])
    func `Blanks around commas are ignored`(coordinates: String) throws {
        let shape = try #require(try read("<kml>\(placemark(point(coordinates)))</kml>").features.first).shape
        #expect(shape == Coordinate(latitude: 2, longitude: 1).map { .circle(center: $0, radius: 100) })
    }

    @Test(.timeLimit(.minutes(1))) func `Blanks cost little, however many`() throws {
        let blanks = String(repeating: " ", count: 2 << 20)
        #expect(try read("<kml>\(placemark(point("1,\(blanks)2")))</kml>").features.count == 1)
        let name = String(repeating: "<name> x", count: 1) + blanks + "</name>"
        #expect(try read("<kml><Placemark>\(name)\(point("1,2"))</Placemark></kml>").features.map(\.name) == ["x"])
    }

    @Test(arguments: [
        ("lat=\"1\"", "the waypoint has no latitude or no longitude"),
        ("lat=\"52.5x\" lon=\"13\"", "\"52.5x\", \"13\" is not a latitude and a longitude"),
        ("lat=\"\" lon=\"13\"", "is not a latitude"), ("lat=\"91\" lon=\"13\"", "latitude 91 is out of range"),
    ])
    func `A waypoint has a latitude and a longitude`(attributes: String, problem: String) throws {
        let source = try read("<gpx><wpt \(attributes)><name>Gate</name></wpt><wpt lat=\" 1 \" lon=\"2\"/></gpx>")
        #expect(source.features.map(\.name) == ["map 2"])
        let message = try #require(source.invalid.first).message
        #expect(message.hasPrefix("\"Gate\": ") && message.contains(problem), "\(message)")
    }

    @Test func `A long attribute is not cut to a valid one`() throws {
        let latitude = "52." + String(repeating: "5", count: 5_000) + "x"
        #expect(try read("<gpx><wpt lat=\"\(latitude)\" lon=\"13\"/></gpx>").invalid.count == 1)
    }

    @Test(arguments: [
        ("\"75 furlongs\"", "the radius \"75 furlongs\" is out of range"), ("true", "\"radius\" must be"),
        ("\"0x4B\"", "the radius \"0x4B\" is out of range"), ("-5", "the radius -5"), ("1e400", "the radius 1e400"),
        ("\"\"", nil), ("null", nil), ("\"75 m\"", nil),
    ])
    func `A radius that is written is read or refused, never replaced`(radius: String, problem: String?) throws {
        func feature(_ geometry: String) -> String {
            "{\"type\":\"Feature\",\"properties\":{\"name\":\"A\\nB\",\"radius\":\(radius)},\"geometry\":\(geometry)}"
        }
        let source = try read(feature("{\"type\":\"Point\",\"coordinates\":[1,2]}"))
        #expect(source.features.map(\.name) == (problem == nil ? ["A B"] : []))
        #expect(source.invalid.first?.message.hasPrefix(problem ?? "") ?? (problem == nil))
        let area = feature("{\"type\":\"Polygon\",\"coordinates\":[[[1,2],[3,2],[3,4],[1,2]]]}")
        #expect(try read(area).features.count == 1, "a polygon needs none")
    }

    @Test func `A placemark without a place is reported`() throws {
        let source = try read("<kml>\(placemark("", "Note"))\(placemark("<Point/>", "Empty"))</kml>")
        #expect(
            source.others.map(\.what) == [
                "a placemark without a place (\"Note\")", "a placemark without a place (\"Empty\")",
            ])
    }

    @Test(arguments: [("nevr", false), ("building", false), ("Never", true)])
    func `A kind that there is not is no work place`(kind: String, isValid: Bool) throws {
        let source = try read("<kml>\(placemark(data("kind", kind) + point("1,2"), "Home"))</kml>")
        #expect(source.features.count == (isValid ? 1 : 0))
        #expect(
            source.invalid.first?.message
                == (isValid ? nil : "\"Home\": there is no kind \"\(kind)\"; it is \"work\" or \"never\""))
    }

    @Test func `Names stay unique, also beside numbers that others have`() throws {
        let places = ["P", "P", "P 2", "P", "P 2"].map { placemark(point("1,2"), $0) }.joined()
        let source = try read("<kml>\(places)</kml>")
        #expect(source.features.map(\.name) == ["P", "P 2", "P 2 2", "P 3", "P 2 3"])
        _ = try FenceFile().importing(source.features, isReplacing: false)
    }

    @Test func `Names have no control characters, and those that folders make too long are errors`() throws {
        let folders = String(repeating: "<Folder><name>\(String(repeating: "n", count: 300))</name>", count: 6)
        let ends = String(repeating: "</Folder>", count: 6)
        let text =
            "<kml>\(folders)\(placemark(point("1,2"), "Deep"))\(ends)\(placemark(point("1,2"), "a&#x85;b\u{7F}"))</kml>"
        let source = try read(text)
        #expect(source.features.map(\.name) == ["a b"])
        let message = try #require(source.invalid.first).message
        #expect(message.contains("more than 1000 characters") && message.count < 300)
    }

    @Test(.timeLimit(.minutes(1))) func `Places and positions are limited`() throws {
        for element in ["<NetworkLink/>", "<Placemark/>"] {
            let elements = String(repeating: element, count: 250_001)
            let error = #expect(throws: FenceFileError.self) { try read("<kml>\(elements)</kml>") }
            #expect(error?.message.contains("more than the 250000 places and shapes") == true)
        }
        let nested = placemark(placemark(point("1,2")))
        #expect(throws: FenceFileError.self) { try read("<kml>\(nested)</kml>") }
        let ring = String(repeating: "1,2 ", count: 500_001)
        let source = try read("<kml>\(placemark(polygon(ring), "Big"))\(placemark(point("1,2"), "Next"))</kml>")
        #expect(source.features.isEmpty)
        #expect(source.invalid.map(\.message).allSatisfy { $0.contains("more than the 500000 positions") })
        #expect(source.invalid.count == 2)
    }

    @Test func `Of several maps in an archive, also of one name, the others are reported`() throws {
        let map = Array("<kml>\(placemark(point("1,2")))</kml>".utf8)
        let archive = ZipFile([
            ZipFile.Entry("doc.kml", map), ZipFile.Entry("DOC.KML", map), ZipFile.Entry("doc.kml", map),
        ])
        let source = try read(archive.bytes)
        #expect(source.features.count == 1)
        #expect(source.others.map(\.what) == ["DOC.KML in the archive", "doc.kml in the archive"])
    }

    @Test func `A size that is not the file's is damage`() throws {
        var entry = ZipFile.Entry("doc.kml", Array("<kml/>".utf8))
        entry.claimed = 5
        #expect(throws: FenceFileError.self) { try read(ZipFile([entry]).bytes) }
    }

    @Test(arguments: [
        "13.1,52.1 13.2,52.2 13.3,52.3 13.1,52.1", "0.1,0.1 0.2,0.2 0.3,0.3 0.7,0.7 0.1,0.1",
        "13,52 13,52 13,52 13,52", "13,52 14,52 14,53 14,52 13,52", "179,1 -179,1 -178,1 179,1",
    ])
    func `A ring that encloses nothing is an error that names it, in every format`(ring: String) throws {
        let source = try read("<kml>\(placemark(polygon(ring), "Line"))</kml>")
        let message = try #require(source.invalid.first).message
        let start = ring.split(separator: " ")[0].split(separator: ",")
        #expect(message.hasPrefix("\"Line\": the ring that begins at latitude \(start[1]), longitude \(start[0]) "))
        if ring.contains("-") { return }
        let positions = "[\(ring.split(separator: " ").map { "[\($0)]" }.joined(separator: ","))]"
        let shape = "{\"type\":\"Polygon\",\"coordinates\":[\n\(positions)]}"
        let error = try #require(try read(shape).invalid.first)
        #expect(error.description == "line 2: the ring encloses nothing; its positions lie on one line")
        let feature = "{\"type\":\"Feature\",\"properties\":{\"name\":\"A\"},\"geometry\":\(shape)}"
        let fences = "{\"type\":\"FeatureCollection\",\"features\":[\(feature)]}"
        #expect(throws: error) { try FenceFile(parsing: Array(fences.utf8)) }
    }

    @Test func `A ring round a pole goes over it, or is an error that says so`() throws {
        let open = try read("<kml>\(placemark(polygon("0,80 120,80 -120,80 0,80"), "Cap"))</kml>")
        #expect(open.invalid.first?.message.hasPrefix("\"Cap\": a ring goes round a pole; ") == true)
        let ring = "-180,80 -60,80 60,80 180,80 180,90 -180,90 -180,80"
        let shape = try #require(try read("<kml>\(placemark(polygon(ring)))</kml>").features.first).shape
        #expect(shape.distance(to: try #require(Coordinate(latitude: 89, longitude: 10))) < 0)
        #expect(shape.distance(to: try #require(Coordinate(latitude: 79, longitude: 10))) > 0)
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func `Positions on any line enclose nothing`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        func any(_ limit: Double) -> Double { .random(in: -limit...limit, using: &random) }
        let (start, way) = ((any(80), any(170)), (any(0.01), any(0.01)))
        let parts = (0..<Int.random(in: 3..<9, using: &random)).map { _ in any(1) }
        let positions = try (parts + parts.prefix(1)).map { part in
            try #require(RingPosition(latitude: start.0 + part * way.0, longitude: start.1 + part * way.1))
        }
        #expect(throws: RingError.self) { try PolygonRing(positions) }
    }

    @Test(arguments: ["0,0 2,2 2,0 0,2 0,0", "13,52 13.00001,52 13.00001,52.00001 13,52"])
    func `A ring that crosses itself, or is small, encloses something`(ring: String) throws {
        let positions = ring.split(separator: " ").map { "[\($0)]" }.joined(separator: ",")
        let fences = """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"A"},"geometry":
            {"type":"Polygon","coordinates":[[\(positions)]]}}]}
            """
        #expect(try FenceFile(parsing: Array(fences.utf8)).fences.count == 1)
    }
}
