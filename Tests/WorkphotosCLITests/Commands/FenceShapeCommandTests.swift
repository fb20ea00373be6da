import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

struct FenceShapeCommandTests {
    private static let yard =
        #"{"type":"Polygon","coordinates":[[[13.40,52.519],[13.41,52.519],[13.41,52.521],[13.40,52.521],[13.40,52.519]]]}"#

    private func scanned() async throws -> World {
        let world = try World()
        try world.add("office.jpg")
        try world.add("cafe.jpg", TestPhoto(at: Place.cafe))
        await world.run("fence", "add", "Far", "--at", "1,1", "--radius", "150m")
        await world.run("scan", world.library)
        return world
    }

    private func write(_ text: String, to name: String, in world: World) throws -> String {
        try world.tree.write(FilePath(name), Array(text.utf8))
        return world.tree.path.appending(name).string
    }

    @Test(arguments: [
        yard, #"{"type":"Feature","properties":null,"geometry":\#(yard)}"#,
        #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":\#(yard)}]}"#,
    ])
    func `A polygon becomes a fence`(text: String) async throws {
        let world = try await scanned()
        let file = try write(text, to: "yard.geojson", in: world)
        let dry = await world.run("fence", "add", "Yard", "--polygon", file, "-n")
        let notes = "A polygon, 0.2 km² (--polygon); 1 photo is in it\n"
        #expect(dry == Outcome(exit: 0, output: "1 personal -> work\n", notes: notes))
        #expect(await world.run("fence", "add", "Yard", "--polygon", file) == dry)
        let fence = try #require(try await world.objects("fence", "list").first { $0["name"] == "Yard" })
        #expect(fence["shape"] == "polygon")
        #expect(fence.members["radius"] is NSNull)
        #expect(abs(try #require(fence[number: "area"]) - 151_000) < 1_000)
        let list = await world.run("fence", "list").output
        #expect(list.contains("polygon of 0.2 km²"))
        let photo = try #require(try await world.objects("list", "--work").first)
        #expect(abs(try #require(photo[number: "distance"]) - -111.27) < 0.1)
    }

    @Test func `An invalid polygon is refused with file and line`() async throws {
        let world = try World()
        let text = "{\"type\":\"Polygon\",\n\"coordinates\":[[[1,2],\n[3,4],\n[-179,5],[1,2]]]}"
        let file = try write(text, to: "bad.geojson", in: world)
        let error = try #require(try await world.objects("fence", "add", "A", "--polygon", file).last)
        #expect(error[number: "exit"] == 78)
        #expect(error[number: "line"] == 4)
        #expect(error["path"] == file)
        #expect(error["message"]?.contains("or write 181") == true)
        #expect(!world.tree.exists(world.fences))
    }

    @Test(arguments: [
        [], ["--at", "1,1"], ["--at", "1,1", "--polygon", "x", "--radius", "1m"], ["--from-photo", "x"],
    ])
    func `A place is given in one way`(arguments: [String]) async throws {
        #expect(await (try World()).type(["fence", "add", "A"] + arguments).exit == 64)
    }

    @Test(arguments: [
        "geo:52.52,13.405;u=20", "https://www.openstreetmap.org/#map=17/52.52/13.405",
        "https://www.google.com/maps/place/X/@1,2,3z/data=!3d52.52!4d13.405",
    ])
    func `A place can be pasted`(text: String) async throws {
        let world = try await scanned()
        let outcome = await world.run("fence", "add", "Office", "--at", text, "--radius", "150m")
        #expect(outcome.output == "1 personal -> work\n")
    }

    @Test func `A photo provides the place`() async throws {
        let world = try await scanned()
        let photo = world.library + "/office.jpg"
        let outcome = await world.run("fence", "add", "Office", "--from-photo", photo, "--radius", "150m")
        #expect(outcome.output == "1 personal -> work\n")
        let missing = await world.run("fence", "add", "B", "--from-photo", photo + "x", "--radius", "150m")
        #expect(missing.exit == 1)
    }

    @Test func `A file's polygons and circles are imported, and skipped items are reported`() async throws {
        let world = try await scanned()
        let text = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"name":null,"site":"S 1","floors":3},"geometry":\(Self.yard)},
            {"type":"Feature","properties":{"site":"S 2","radius":50},"geometry":{"type":"Point","coordinates":[13.405,52.5245]}},
            {"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}},
            {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}
            ]}
            """
        let file = try write(text, to: "sites.geojson", in: world)
        let before = try world.tree.read(world.fences)
        let dry = await world.run("fence", "import", "-n", "--name-property", "site", file)
        #expect(dry.output == "Would be added: 2, replaced: 0\n2 personal -> work\n")
        #expect(dry.notes.contains("sites.geojson:4: a LineString is not a fence and is skipped"))
        #expect(dry.notes.contains("sites.geojson:5: a Point without \"radius\" is not a fence"))
        #expect(try world.tree.read(world.fences) == before)
        let summary = try await world.objects("fence", "import", "--name-property", "site", file).last
        #expect(summary?[number: "added"] == 2)
        #expect(summary?[number: "leftOut"] == 2)
        #expect(try await world.objects("fence", "list").compactMap { $0["name"] } == ["Far", "S 1", "S 2"])
        #expect(String(decoding: try world.tree.read(world.fences), as: UTF8.self).contains("\"floors\": 3"))
    }

    @Test func `A name that is taken is refused unless it is replaced`() async throws {
        let world = try await scanned()
        await world.run("fence", "add", "yard 1", "--kind", "never", "--at", "2,2", "--radius", "9m")
        let file = try write(Self.yard, to: "yard.geojson", in: world)
        let before = try world.tree.read(world.fences)
        let refused = await world.run("fence", "import", file)
        #expect(refused.exit == 1)
        #expect(refused.notes.contains("there is already a fence \"yard 1\""))
        #expect(try world.tree.read(world.fences) == before)
        #expect(await world.run("fence", "import", "--replace", file).exit == 0)
        let fence = try await world.objects("fence", "list").first { $0["name"] == "yard 1" }
        #expect(fence?["shape"] == "polygon")
        #expect(fence?["kind"] == "never")
    }

    @Test func `Exporting writes the file unchanged, and over no other file`() async throws {
        let world = try await scanned()
        let bytes = try world.tree.read(world.fences)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(await world.run("fence", "export") == Outcome(exit: 0, output: text))
        let target = world.tree.path.appending("copy.geojson").string
        #expect(await world.run("fence", "export", target).exit == 0)
        #expect(try world.tree.read("copy.geojson") == bytes)
        #expect(await world.run("fence", "export", target).exit == 64)
        #expect(await world.run("fence", "export", "--yes", target).exit == 0)
        #expect(await world.run("fence", "export", "--json").exit == 64)
        #expect(try await world.objects("fence", "export", "-y", target).last?[number: "fences"] == 1)
        let kml = await world.run("fence", "export", "--format", "kml", target)
        #expect(kml.notes.contains("next: workphotos fence export --format kml \(target) --yes\n"), "\(kml.notes)")
        try world.tree.makePipe("pipe")
        for path in [world.fences, world.index, world.tree.path.appending("pipe"), "/"] {
            #expect(await world.run("fence", "export", "--format", "kml", "-y", path.string).exit == 1, "\(path)")
        }
        #expect(try world.tree.read(world.fences) == bytes)
    }
}
