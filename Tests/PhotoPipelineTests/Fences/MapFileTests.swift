import PhotoModel
import PhotoPipeline
import Testing
import WorkphotosTestSupport

struct MapFileTests {
    /// An export of Google My Maps: layers are folders, with styles and descriptions between the places.
    private static let myMaps = """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2">
          <Document>
            <name>Sites</name><description/>
            <Style id="poly-000000"><LineStyle><color>ff000000</color></LineStyle></Style>
            <Folder>
              <name>Berlin</name>
              <Placemark>
                <name>Yard &amp; hall</name>
                <description><![CDATA[<b>x</b>]]></description>
                <styleUrl>#poly-000000</styleUrl>
                <Polygon>
                  <outerBoundaryIs><LinearRing><tessellate>1</tessellate><coordinates>
                    13.40,52.519,0
                    13.41,52.519,0
                    13.41,52.521,0
                    13.40,52.521,0
                    13.40,52.519,0
                  </coordinates></LinearRing></outerBoundaryIs>
                  <innerBoundaryIs><LinearRing><coordinates>
                    13.404,52.5195,0 13.405,52.5195,0 13.405,52.5200,0 13.404,52.5195,0
                  </coordinates></LinearRing></innerBoundaryIs>
                </Polygon>
              </Placemark>
              <Placemark><name>Gate</name><Point><coordinates>13.405,52.52,34.5</coordinates></Point></Placemark>
              <Placemark><name>Road</name><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>
            </Folder>
            <Placemark><Point><coordinates>
              13.5,52.6
            </coordinates></Point></Placemark>
            <NetworkLink><Link><href>x.kml</href></Link></NetworkLink>
          </Document>
        </kml>
        """

    @Test(arguments: [
        "<kml><Placemark><Point><coordinates>0x1p3,52.5</coordinates></Point></Placemark></kml>",
        "<gpx><wpt lat=\"0x34\" lon=\"13.4\"/></gpx>", "<gpx><wpt lat=\"52.5\" lon=\"inf\"/></gpx>",
        """
        <kml><Placemark><ExtendedData><Data name="radius"><value>0x64</value></Data></ExtendedData>
        <Point><coordinates>13.4,52.5</coordinates></Point></Placemark></kml>
        """,
    ])
    func `Numbers are decimal`(map: String) throws {
        #expect(throws: FenceFileError.self) { try read(map) }
        _ = try read(map.replacing("0x1p3", with: "8").replacing("0x", with: "").replacing("inf", with: "8"))
    }

    private func read(
        _ bytes: [UInt8], radius: Double? = 100, skipping: Bool = false
    ) throws(FenceFileError) -> MapFeatures {
        try MapFile.features(of: bytes, .test(radius: radius, skipping: skipping))
    }

    private func read(_ text: String, radius: Double? = 100, skipping: Bool = false) throws -> MapFeatures {
        try read(Array(text.utf8), radius: radius, skipping: skipping)
    }

    private func message(_ bytes: [UInt8]) -> String? {
        do throws(FenceFileError) {
            _ = try read(bytes)
            return nil
        } catch {
            return error.description
        }
    }

    private func polygon(_ ring: String, name: String = "A") -> String {
        "<kml><Placemark><name>\(name)</name><Polygon><outerBoundaryIs><LinearRing><coordinates>\(ring)</coordinates>"
            + "</LinearRing></outerBoundaryIs></Polygon></Placemark></kml>"
    }

    @Test func `Folders, polygons with holes and points are read, and other items are reported`() throws {
        let source = try read(Self.myMaps)
        #expect(source.features.map(\.name) == ["Berlin/Yard & hall", "Berlin/Gate", "map 4"])
        #expect(source.features.map(\.line) == [8, 25, 28])
        guard case .polygon(let polygon) = source.features[0].shape else {
            Issue.record("no polygon")
            return
        }
        #expect(polygon.parts.map(\.holes.count) == [1])
        #expect(polygon.parts[0].outer.positions.count == 5)
        let gate = Coordinate(latitude: 52.52, longitude: 13.405)
        #expect(source.features[1].shape == gate.map { .circle(center: $0, radius: 100) })
        #expect(source.others.map(\.what) == ["a LineString (\"Berlin/Road\")", "a NetworkLink"])
        let points = try read(Self.myMaps, radius: nil)
        #expect(points.features.count == 1)
        #expect(points.pointsWithoutRadius == 2)
        let fences = try FenceFile(parsing: FenceFile().importing(source.features, isReplacing: false)).fences
        #expect(fences.map(\.shape) == source.features.map(\.shape))
    }

    /// Polygons of named rings: the boundary, `none` or `ring` for one outside of the polygon.
    private func rings(_ boundaries: [String]) -> String {
        let ring = "<LinearRing><coordinates>13,52 14,52 14,53 13,53 13,52</coordinates></LinearRing>"
        let inside = boundaries.filter { $0 != "ring" }
            .map { $0 == "none" ? ring : "<\($0)BoundaryIs>\(ring)</\($0)BoundaryIs>" }
        return "<kml><Placemark><name>A</name><MultiGeometry><Polygon>\(inside.joined())</Polygon>"
            + "\(boundaries.contains("ring") ? ring : "")</MultiGeometry></Placemark><Placemark><name>B</name>"
            + "<Point><coordinates>13,52</coordinates></Point></Placemark></kml>"
    }

    @Test(arguments: [
        (["inner"], "no outer ring"), (["inner", "inner"], "no outer ring"), ([], "no outer ring"),
        (["none"], "no outer ring"), (["none", "inner"], "no outer ring"), (["inner", "ring"], "no outer ring"),
        (["outer", "outer"], "two outer rings"), (["outer", "inner", "outer"], "two outer rings"),
    ])
    func `A polygon has one outer ring, or its placemark is invalid`(boundaries: [String], problem: String) throws {
        let text = rings(boundaries)
        #expect(message(Array(text.utf8))?.contains("a polygon has \(problem)") == true)
        let source = try read(text, skipping: true)
        #expect(source.features.map(\.name) == ["B"] && source.invalid.count == 1)
    }

    @Test func `A ring beside a polygon is not part of it`() throws {
        let source = try read(rings(["outer", "ring"]))
        guard case .polygon(let polygon)? = source.features.first?.shape else {
            Issue.record("no polygon")
            return
        }
        #expect(polygon.parts.map(\.holes.count) == [0])
        #expect(source.others.map(\.what) == ["a LinearRing (\"A\")"])
    }

    @Test func `Other versions and prefixes of KML are read, and repeated names are numbered`() throws {
        let text = """
            <k:kml xmlns:k="http://earth.google.com/kml/2.1"><k:Folder><k:name> a
            b </k:name><k:Folder><k:name>c</k:name>
            <k:Placemark><k:name>P</k:name><k:MultiGeometry><k:Point><k:coordinates>1, 2, 3</k:coordinates></k:Point>
            <k:MultiGeometry><k:Point><k:coordinates>3,4</k:coordinates></k:Point></k:MultiGeometry></k:MultiGeometry></k:Placemark>
            <k:Placemark><k:name>P</k:name><k:Point><k:coordinates>5,6</k:coordinates></k:Point></k:Placemark>
            </k:Folder></k:Folder></k:kml>
            """
        #expect(try read(text).features.map(\.name) == ["a b/c/P", "a b/c/P 2", "a b/c/P 3"])
    }

    @Test func `Waypoints are points, with OsmAnd's groups before their names`() throws {
        let text = """
            <?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
            <gpx version="1.1" creator="OsmAnd" xmlns="http://www.topografix.com/GPX/1/1">
              <metadata><name>favorites</name></metadata>
              <wpt lat="52.52" lon="13.405"><ele>34.0</ele><name>Office</name><type>Work</type>
                <extensions><color>#10c0f0</color></extensions></wpt>
              <wpt lat="-33.9" lon="151.2"><name>Beach</name></wpt>
              <trk><name>Way</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk>
            </gpx>
            """
        let source = try read(text, radius: 60)
        #expect(source.features.map(\.name) == ["Work/Office", "Beach"])
        #expect(source.others.map(\.what) == ["a trk"])
    }

    @Test(arguments: [
        ("13,52 14,52 14,53 13,53", "a ring is not closed"),
        ("13,52 14,52 13,52", "a ring has at least 4 positions"),
        ("13,52 14,53 14,52 13,53 13,52", "a ring crosses itself at latitude 52.5, longitude 13.5"),
        ("52,113 53,113 53,114 52,113", "latitude 113.0 is out of range (-90...90); the longitude comes first"),
        ("13,52 14;52 14,53 13,52", "\"14;52\" is not a position"), ("13,52 x,52 14,53 13,52", "is not a position"),
        ("13,52 nan,52 14,53 13,52", "is not a position"), ("13,52 14,53 15,54 13,52", "encloses nothing"),
        ("", "a ring has at least 4 positions"),
    ])
    func `An invalid shape is reported, and the others are imported if requested`(
        ring: String, what: String
    ) throws {
        let text = polygon(ring, name: "Bad").replacing(
            "</kml>",
            with: "<Placemark><name>Good</name><Point><coordinates>1,2</coordinates></Point></Placemark></kml>")
        let error = try #require(message(Array(text.utf8)))
        #expect(error.contains("\"Bad\": ") && error.contains(what.replacing("113.0", with: "113")), "\(error)")
        let source = try read(text, skipping: true)
        #expect(source.features.map(\.name) == ["Good"])
        #expect(source.invalid.count == 1)
    }

    @Test func `A ring across the antimeridian takes the short way`() throws {
        let source = try read(polygon("179,1 -179,1 -179,2 179,2 179,1"))
        let inside = try #require(Coordinate(latitude: 1.5, longitude: 179.9))
        let outside = try #require(Coordinate(latitude: 1.5, longitude: 0))
        let shape = try #require(source.features.first).shape
        #expect(shape.distance(to: inside) < 0)
        #expect(shape.distance(to: outside) > 0)
    }

    @Test func `Fences written as KML are read back`() throws {
        let center = try #require(Coordinate(latitude: 52.52, longitude: 13.405))
        let yard = try #require(try read(Self.myMaps).features.first)
        let fences = [
            Fence(name: "A <&> \"B\"", kind: .never, shape: .circle(center: center, radius: 80)),
            Fence(name: "Yard", kind: .work, shape: yard.shape),
        ]
        let source = try read(KMLWriter.bytes(of: fences), radius: nil)
        let read = try FenceFile(parsing: FenceFile().importing(source.features, isReplacing: false)).fences
        #expect(read == fences)
    }

    @Test func `Data and elements of a placemark can name it, and 0,0 is no place`() throws {
        let point = "<Point><coordinates>13.405,52.52</coordinates></Point>"
        let kml = """
            <kml><Placemark><ExtendedData><SchemaData><SimpleData name="Site">Office</SimpleData></SchemaData>
            </ExtendedData>\(point)</Placemark>
            <Placemark><name>B</name><ExtendedData><Data name="site"><value>Depot</value></Data></ExtendedData>\(point)
            </Placemark><Placemark><ExtendedData><Data name="title"><value>Yard</value></Data></ExtendedData>\(point)
            </Placemark><Placemark><name>Z</name><Point><coordinates>0,0</coordinates></Point></Placemark></kml>
            """
        var options = MapFeatures.Options(fallbackName: "map")
        options.radius = 100
        options.nameProperty = "site"
        let source = try MapFile.features(of: Array(kml.utf8), options)
        #expect(source.features.map(\.name) == ["Office", "Depot", "Yard"])
        #expect(!source.lacksNameProperty)
        #expect(source.others.map(\.what).contains { $0.hasPrefix("a Point at 0,0") })
        options.nameProperty = "nosuch"
        #expect(try MapFile.features(of: Array(kml.utf8), options).lacksNameProperty)
        let gpx = #"<gpx><wpt lat="52.52" lon="13.405"><name>1</name><desc>Office</desc></wpt></gpx>"#
        options.nameProperty = "desc"
        #expect(try MapFile.features(of: Array(gpx.utf8), options).features.map(\.name) == ["Office"])
        options.nameProperty = "Name"
        #expect(try !MapFile.features(of: Array(gpx.utf8), options).lacksNameProperty)
    }

    @Test func `Links within an archive are followed, each once, and others are reported`() throws {
        func kml(_ name: String, _ links: String...) -> [UInt8] {
            let places =
                "<Placemark><name>\(name)</name><Polygon><outerBoundaryIs><LinearRing><coordinates>"
                + "1,1 2,1 2,2 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>"
            let links = links.map { "<NetworkLink><Link><href>\($0)</href></Link></NetworkLink>" }.joined()
            return Array("<kml><Document>\(places)\(links)</Document></kml>".utf8)
        }
        let archive = ZipFile([
            ZipFile.Entry("doc.kml", kml("A", "layers/b.kml", "https://a.example/x.kml")),
            ZipFile.Entry("layers/b.kml", kml("B", "../doc.kml", "c.kml", "b.kml")),
            ZipFile.Entry("layers/c.kml", kml("C")), ZipFile.Entry("d.kml", kml("D")),
        ])
        let source = try read(archive.bytes)
        #expect(source.features.map(\.name) == ["A", "B", "C"])
        #expect(source.others.map(\.what) == ["a NetworkLink", "d.kml in the archive"])
    }

    @Test func `An archive is read, stored or packed`() throws {
        let archive = ZipFile([
            ZipFile.Entry("files/icon.png", [1, 2, 3]), ZipFile.Entry("doc.kml", Array(Self.myMaps.utf8)),
            ZipFile.Entry("other.kml", []),
        ])
        let source = try read(archive.bytes)
        #expect(source.features.count == 3)
        #expect(source.others.contains { $0.what == "other.kml in the archive" })
        // `<kml/>`, deflated by zlib.
        var packed = ZipFile.Entry("doc.kml", [0xB3, 0xC9, 0xCE, 0xCD, 0xD1, 0xB7, 0x03, 0x00])
        packed.method = 8
        packed.checksum = ZipFile.crc32(Array("<kml/>".utf8))
        packed.claimed = 6
        #expect(try read(ZipFile([packed]).bytes).features.isEmpty)
    }

    @Test(arguments: ["stored", "short", "checksum", "method", "large", "none", "cut", "bomb"])
    func `A hostile archive is refused`(_ how: String) throws {
        var entry = ZipFile.Entry("doc.kml", Array("<kml/>".utf8))
        switch how {
        case "short": entry.method = 8
        case "checksum": entry.checksum = 1
        case "method": entry.method = 12
        case "large": entry.claimed = 1 << 30
        case "none": entry.name = "doc.txt"
        case "bomb":
            // A block of fixed codes that repeats one byte: 13 bits stand for 258 bytes.
            entry.data = Self.bomb(bytes: 80 << 20)
            (entry.method, entry.claimed, entry.checksum) = (8, 6, 0)
        default: break
        }
        var bytes = ZipFile([entry]).bytes
        if how == "stored" { bytes[bytes.count - 6] = 0xFF }
        if how == "cut" { bytes.removeLast(30) }
        let error = try #require(message(bytes))
        #expect(error.contains("archive"), "\(error)")
        if how == "bomb" { #expect(error.contains("unpacks to more than the 67.1 MB")) }
    }

    @Test(arguments: [
        ("<kml><Placemark>", "line 1: the file is not well-formed XML"),
        ("<html/>", "this is neither a KML nor a GPX file"),
        ("<!DOCTYPE kml [<!ENTITY a \"b\">]>\n<kml>&a;</kml>", "the file has a DOCTYPE"),
        ("<kml>&unknown;</kml>", "the file is not well-formed XML"),
        (String(repeating: "<kml>", count: 5_000), "nested too deeply"),
        ("<gpx><wpt lat=\"1\"/></gpx>", "no latitude or no longitude"),
    ])
    func `A file that is not a map is refused`(text: String, what: String) throws {
        #expect(message(Array(text.utf8))?.contains(what) == true, "\(String(describing: message(Array(text.utf8))))")
    }

    /// A deflated stream (RFC 1951) that repeats one byte.
    private static func bomb(bytes: Int) -> [UInt8] {
        var (stream, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
        func put(_ value: UInt32, _ width: Int) {
            bits |= value << count
            count += width
            while count >= 8 {
                stream.append(UInt8(truncatingIfNeeded: bits))
                (bits, count) = (bits >> 8, count - 8)
            }
        }
        // The last block, with fixed codes: a blank, which is 0x50 in eight bits, highest bit first.
        put(0b011, 3)
        put(0b0000_1010, 8)
        // Length 258 is 0b11000101, distance 1 is 0b00000; codes begin with the highest bit.
        for _ in 0..<24 {
            put(0b1010_0011, 8)
            put(0, 5)
        }
        // Eight of them take 13 bytes, which repeat from the third byte on.
        let period = Array(stream[2..<15])
        return Array(stream[..<2]) + Array([[UInt8]](repeating: period, count: bytes / 258 / 8).joined())
    }
}
