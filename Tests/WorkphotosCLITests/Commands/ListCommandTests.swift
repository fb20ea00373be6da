import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct ListCommandTests {
    /// A scanned library: two photos of the office, one of the beach, one of nowhere.
    private func scanned() async throws -> World {
        let world = try World()
        try world.add("b.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 10:00:00"))
        try world.add("a.jpg", TestPhoto(at: Place.office, taken: "2026:05:05 10:00:00"))
        var beach = TestPhoto(at: Place.beach, taken: "2026:01:01 12:00:00")
        beach.make = "Canon"
        beach.tail = [1, 2, 3]
        try world.add("beach.jpg", beach)
        try world.add("nowhere.jpg", TestPhoto())
        await world.addOffice()
        await world.run("scan", world.library)
        return world
    }

    private func names(_ world: World, _ arguments: String...) async -> [String] {
        let outcome = await world.list(arguments + ["--format", "paths"])
        return outcome.output.split(separator: "\n").map { String($0.split(separator: "/").last ?? "") }
    }

    @Test func `Photos are listed in the order they were taken, those without a time last`() async throws {
        let world = try await scanned()
        #expect(await names(world) == ["beach.jpg", "b.jpg", "a.jpg", "nowhere.jpg"])
        #expect(await names(world, "--sort", "path") == ["a.jpg", "b.jpg", "beach.jpg", "nowhere.jpg"])
        #expect(await names(world, "--sort", "path", "--reverse").first == "nowhere.jpg")
        #expect(await names(world, "--limit", "1") == ["beach.jpg"])
    }

    @Test func `Each flag narrows the list`() async throws {
        let world = try await scanned()
        #expect(await names(world, "--work") == ["b.jpg", "a.jpg"])
        #expect(await names(world, "--personal", "--unsure") == ["beach.jpg", "nowhere.jpg"])
        #expect(await names(world, "--fence", "Office") == ["b.jpg", "a.jpg"])
        #expect(await names(world, "--since", "2026-05-04", "--until", "2026-05-04") == ["b.jpg"])
        #expect(await names(world, "--camera", "canon") == ["beach.jpg"])
        #expect(await names(world, "--near", "-33.8908,151.2743", "--within", "1km") == ["beach.jpg"])
        #expect(await names(world, "--path", "*/a.jpg") == ["a.jpg"])
        #expect(await names(world, "--uploaded").isEmpty)
        #expect(await names(world, "--not-uploaded").count == 4)
    }

    @Test(arguments: [["list"], ["list", "--count"], ["upload", "-n"], ["hold"], ["fence", "suggest"], ["why"]])
    func `An unknown fence is an error wherever photos are selected, with a suggestion`(command: [String]) async throws
    {
        let outcome = await (try scanned()).type(command + ["--fence", "Ofice"])
        #expect((outcome.exit, outcome.output) == (1, ""))
        #expect(outcome.notes.contains("There is no fence 'Ofice'; did you mean 'Office'?"))
    }

    @Test func `CSV and tables have where a photo was uploaded`() async throws {
        let sent = try await Sent("a.jpg")
        try await sent.rebuildAndScan()
        let names = (await sent.world.run("destination", "list", "--json")).output
        let name = try #require(try JSONObject(.init(names.split(separator: "\n")[0].utf8))["name"])
        let table = await sent.world.list(["--fields", "uploads,verdict"]).output
        #expect(table == "\(name):Office/a.jpg\twork\n")
        let csv = await sent.world.list(["--format", "csv"]).output.split(separator: "\n")
        #expect(csv[0].hasSuffix(",uploads") && csv[1].hasSuffix(",\(name):Office/a.jpg"))
    }

    @Test func `A photo line has every field of the contract`() async throws {
        let world = try await scanned()
        let photo = try #require(try await world.objects("list", "--work", "--limit", "1").first)
        #expect(
            Set(photo.members.keys) == [
                "type", "path", "pathBase64", "bytes", "modifiedAt", "format", "mimeType", "latitude", "longitude",
                "altitude", "horizontalAccuracy", "positionSource", "positionProblem", "takenAt", "utcOffset",
                "utcOffsetSource", "takenAtUTC", "takenAtSource", "make", "model", "width", "height", "orientation",
                "thumbnailBytes", "contentIdentifier", "members", "sha256", "verdict", "reason", "inferred", "fence",
                "distance",
                "marked", "held", "uploads",
            ])
        #expect(photo["takenAt"] == "2026-05-04T10:00:00")
        #expect(photo["verdict"] == "work")
        #expect(photo["reason"] == "inside-fence")
        #expect(photo["fence"] == "Office")
        #expect(abs((photo[number: "distance"] ?? 0) + 150) < 1)
    }

    @Test func `If the side of a fence is not the whole reason, the reason is shown`() async throws {
        let world = try World()
        var places = [("office", Place.office, "10"), ("night", Place.office, "22"), ("home", Place.home, "10")]
        places += [("cafe", Place.cafe, "10"), ("beach", Place.beach, "10")]
        for (name, place, hour) in places {
            try world.add("\(name).jpg", TestPhoto(at: place, taken: "2026:05:04 \(hour):00:00"))
        }
        let circle = ["--radius", "150m"]
        _ = await world.type(
            ["fence", "add", "Office", "--at", "52.52,13.405", "--hours", "mon-fri 08:00-18:00"] + circle)
        _ = await world.type(["fence", "add", "Home", "--at", "52.487,13.425", "--kind", "never"] + circle)
        await world.run("scan", world.library)
        let rows = await world.run("list", "--sort", "path").output.split(separator: "\n")
        let columns = rows.map { $0.dropFirst(18).prefix(46).replacing(#/ +$/#, with: "") }
        #expect(
            columns == [
                "personal  outside-fences", "personal  Office, 351 m outside",
                "personal  Home, 150 m inside, never-fence",
                "personal  Office, 150 m inside, outside-hours", "work      Office, 150 m inside",
            ])
    }

    @Test func `Paths end with NUL if requested`() async throws {
        let world = try await scanned()
        #expect(await world.run("list", "--work", "-0").output == "\(world.library)/b.jpg\0\(world.library)/a.jpg\0")
    }

    @Test func `CSV has a header and a row for each photo`() async throws {
        let lines = await (try scanned()).run("list", "--format", "csv").output.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines[0].hasPrefix("path,bytes,"))
    }

    @Test func `GeoJSON is one collection, with null for no position`() async throws {
        let output = await (try scanned()).run("list", "--format", "geojson").output
        let collection = try JSONObject(.init(output.utf8))
        let features = try #require(collection.members["features"] as? [[String: Any]])
        #expect(features.count == 4)
        #expect(output.contains(#""geometry":null"#))
    }

    @Test func `Control characters in names are escaped`() async throws {
        let world = try World()
        try world.add("\u{1B}[31m.jpg")
        await world.run("scan", world.library)
        world.terminals = [.output]
        for format in ["table", "paths"] {
            #expect(!(await world.run("list", "--format", format).output.contains("\u{1B}")))
        }
    }

    @Test func `Without an index there is nothing to list, and nothing is created`() async throws {
        let world = try World()
        let outcome = await world.run("list")
        #expect(outcome.exit == 10)
        #expect(outcome.notes.contains("workphotos scan"))
        #expect(!world.tree.exists(".local"))
    }

    @Test func `Verdicts follow a fences file that was edited by hand, and the index is unchanged`() async throws {
        let world = try await scanned()
        let before = try world.tree.read(world.index)
        try world.tree.remove(world.fences)
        let objects = try await world.objects("list", "--unsure")
        #expect(objects.last?[number: "photos"] == 4)
        #expect(objects.first?["reason"] == "no-fences")
        #expect(try world.tree.read(world.index) == before)
    }
}
