import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

struct FenceImportTests {
    private static let map = """
        <kml xmlns="http://www.opengis.net/kml/2.2"><Folder><name>Sites</name>
        <Placemark><name>Yard</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
        13.40,52.519 13.41,52.519 13.41,52.521 13.40,52.521 13.40,52.519
        </coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
        <Placemark><name>Café</name><Point><coordinates>13.405,52.5245</coordinates></Point></Placemark>
        <Placemark><name>Open</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
        1,2 3,4 5,2
        </coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
        </Folder></kml>
        """

    private func scanned() async throws -> World {
        let world = try World()
        try world.add("office.jpg")
        try world.add("cafe.jpg", TestPhoto(at: Place.cafe))
        await world.run("scan", world.library)
        return world
    }

    private func write(_ text: String, to name: String, in world: World) throws -> String {
        try world.tree.write(FilePath(name), Array(text.utf8))
        return name
    }

    @Test func `Placemarks become fences, and invalid ones are skipped if requested`()
        async throws
    {
        let world = try await scanned()
        let file = try write(Self.map, to: "sites.kml", in: world)
        let refused = await world.run("fence", "import", "--radius", "50m", file)
        #expect(refused.exit == 78)
        #expect(refused.notes.contains("sites.kml:6: \"Sites/Open\": a ring has at least 4 positions"))
        #expect(TypedLine.next(of: refused) == ["workphotos fence import --radius 50m sites.kml --skip-invalid"])
        #expect(!world.tree.exists(world.fences))
        let outcome = await world.run("fence", "import", "--radius", "50m", "--skip-invalid", file)
        #expect(outcome.exit == 3)
        #expect(outcome.output == "Added: 2, replaced: 0\n2 unsure -> work\n")
        #expect(outcome.notes.contains("sites.kml:6: skipped: \"Sites/Open\": a ring has at least 4 positions"))
        #expect(try await world.objects("fence", "list").compactMap { $0["name"] } == ["Sites/Yard", "Sites/Café"])
    }

    @Test func `Skipping invalid shapes is not suggested for a file without valid ones`() async throws {
        let world = try await scanned()
        let shapes = ["{\"type\":\"Polygon\",\"coordinates\":[[[1,2],[3,4],[1,2]]]}", "{"]
        for (number, shape) in shapes.enumerated() {
            let file = try write(shape, to: "\(number).geojson", in: world)
            let refused = await world.run("fence", "import", file)
            #expect(refused.exit == 78)
            #expect(TypedLine.next(of: refused).isEmpty)
        }
        world.input = Array("\n\n{".utf8)
        let refused = await world.run("fence", "import", "-")
        #expect(refused.notes.contains("standard input:3: column 2: the file ends"), "\(refused.notes)")
    }

    @Test func `Standard input is read, and the radius of points is asked for`() async throws {
        let world = try await scanned()
        world.input = Array(Self.map.utf8)
        let outcome = await world.run("fence", "import", "-", "--skip-invalid", "-n", "--list")
        #expect(outcome.output.contains("unsure -> work        \(world.library)/office.jpg\nWould be added: 1,"))
        #expect(outcome.notes.contains("standard input:5: a Point without a radius (\"Sites/Café\") is not a fence"))
        let file = try write(Self.map, to: "sites.kml", in: world)
        world.confirmation = TypedAnswers(["60m"], canAsk: true)
        #expect(await world.run("fence", "import", "--skip-invalid", file).output.contains("Added: 2"))
        #expect(
            world.confirmation.questions == ["A point has no radius. Radius, such as 150m? Press Enter to skip:"])
        #expect(try await world.objects("fence", "list").dropFirst().first?[number: "radius"] == 60)
    }

    @Test func `A polygon from any map is added`() async throws {
        let world = try await scanned()
        let text = Self.map.replacing(#/<Placemark><name>(Café|Open)(.|\n)*?<\/Placemark>/#, with: "")
        try world.tree.write("yard.kmz", ZipFile([ZipFile.Entry("doc.kml", Array(text.utf8))]).bytes)
        let outcome = await world.run("fence", "add", "Yard", "--polygon", "yard.kmz")
        #expect(outcome.output == "1 unsure -> work\n1 unsure -> personal\n")
    }

    @Test func `GeoJSON of other programs is accepted`() async throws {
        let world = try await scanned()
        let ring = "[[[13.40,52.519,1],[13.41,52.519,1],[13.41,52.521,1],[13.40,52.521,1],[13.40,52.519,1]]]"
        let text = """
            {"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::4326"}},"features":[
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"Title":"Both"},"geometry":
            {"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":\(ring)},
            {"type":"Polygon","coordinates":[[[1,1],[2,1],[2,2],[1,1]]]},{"type":"LineString","coordinates":[[1,2],[3,4]]}]}}]},
            {"type":"Feature","properties":{"NAME":"Round","Radius":"75 m"},"geometry":{"type":"Point","coordinates":[13.405,52.5245]}},
            {"type":"Feature","properties":{"name":"Tie"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[2,2],[2,0],[0,2],[0,0]]]}}
            ]}
            """
        let file = try write(text, to: "sites.geojson", in: world)
        let refused = await world.run("fence", "import", file)
        #expect(refused.exit == 78)
        #expect(refused.notes.contains("sites.geojson:6: a ring crosses itself at latitude 1"))
        #expect(await world.run("fence", "import", "--skip-invalid", file).exit == 3)
        let fences = try await world.objects("fence", "list")
        #expect(fences.compactMap { $0["name"] } == ["Both", "Round"])
        #expect(fences[1][number: "radius"] == 75)
        #expect(try await world.objects("list", "--work").last?[number: "photos"] == 2)
        let other = try write(text.replacing("EPSG::4326", with: "EPSG::25833"), to: "utm.geojson", in: world)
        let converted = await world.run("fence", "import", other)
        #expect(converted.exit == 78)
        #expect(converted.notes.contains("EPSG::25833"))
        let path = world.tree.path
        #expect(
            TypedLine.next(of: converted) == ["ogr2ogr -t_srs EPSG:4326 \(path)/utm-wgs84.geojson \(path)/utm.geojson"])
    }

    @Test func `Fences are written as KML and read back`() async throws {
        let world = try await scanned()
        await world.addOffice()
        let before = try await world.objects("fence", "list").first
        let kml = await world.run("fence", "export", "--format", "kml").output
        #expect(kml.contains("<name>Office</name>"))
        await world.run("fence", "remove", "--yes", "Office")
        world.input = Array(kml.utf8)
        #expect(await world.run("fence", "import", "-").output.hasSuffix("1 unsure -> work\n1 unsure -> personal\n"))
        let after = try await world.objects("fence", "list").first
        for member in ["latitude", "longitude", "radius"] { #expect(after?[number: member] == before?[number: member]) }
    }
}
