import SystemPackage
import Testing
import WorkphotosTestSupport

struct FenceCommandTests {
    private func scanned() async throws -> World {
        let world = try World()
        try world.add("office.jpg")
        try world.add("cafe.jpg", TestPhoto(at: Place.cafe))
        await world.addOffice()
        await world.run("scan", world.library)
        return world
    }

    @Test func `Adding a fence shows the changed verdicts and changes them`() async throws {
        let world = try await scanned()
        let outcome = await world.run("fence", "add", "Café", "--at", "52.5245,13.405", "--radius", "50m")
        let notes = "A circle of 50 m around 52.5245,13.405 (--at); 1 photo is in it\n"
        #expect(outcome == Outcome(exit: 0, output: "1 personal -> work\n", notes: notes))
        #expect(try await world.objects("list", "--work").last?[number: "photos"] == 2)
    }

    @Test func `A dry run shows the same and changes nothing`() async throws {
        let world = try await scanned()
        let fences = try world.tree.read(world.fences)
        let index = try world.tree.read(world.index)
        let outcome = await world.run("fence", "add", "Café", "--at", "52.5245,13.405", "--radius", "50m", "-n")
        let notes = "A circle of 50 m around 52.5245,13.405 (--at); 1 photo is in it\n"
        #expect(outcome == Outcome(exit: 0, output: "1 personal -> work\n", notes: notes))
        #expect(try world.tree.read(world.fences) == fences)
        #expect(try world.tree.read(world.index) == index)
    }

    @Test func `A never fence beats a work fence`() async throws {
        let world = try await scanned()
        let add = ["fence", "add", "Nursery", "--kind", "never", "--at", "52.52,13.405", "--radius", "20m"]
        #expect(await world.type(add).output == "1 work -> personal\n")
        let photo = try await world.objects("list", "--path", "*office.jpg").first
        #expect(photo?["reason"] == "never-fence")
    }

    @Test func `Removing a fence shows the changes, and a wrong name gets a suggestion`() async throws {
        let world = try await scanned()
        let wrong = await world.run("fence", "remove", "--yes", "Ofice")
        #expect(wrong.exit == 1)
        #expect(wrong.notes.contains("did you mean 'Office'?"))
        let dry = await world.run("fence", "remove", "Office", "-n")
        let real = await world.run("fence", "remove", "--yes", "Office")
        #expect(dry == real)
        #expect(real.output == "1 work -> unsure\n1 personal -> unsure\n")
        #expect(try await world.objects("fence", "list").last?[number: "fences"] == 0)
    }

    @Test func `A name can be used once`() async throws {
        let world = try await scanned()
        let before = try world.tree.read(world.fences)
        let taken = await world.run("fence", "add", "Office", "--at", "1,1", "--radius", "1km")
        #expect(taken.exit == 1 && taken.notes.hasSuffix("  next: workphotos fence edit Office\n"), "\(taken)")
        #expect(try world.tree.read(world.fences) == before)
    }

    @Test func `A fence is listed with its circle`() async throws {
        let world = try await scanned()
        let fence = try #require(try await world.objects("fence", "list").first)
        #expect(fence["name"] == "Office")
        #expect(fence["kind"] == "work")
        #expect(fence[number: "latitude"] == 52.52)
        #expect(fence[number: "radius"] == 150)
        #expect(await world.run("fence", "list").output.contains("150 m around 52.52,13.405"))
    }

    @Test func `A point is judged, with the distance to each fence`() async throws {
        let world = try await scanned()
        let inside = try await world.objects("fence", "test", "52.52,13.405")
        #expect(inside.first?["fence"] == "Office")
        #expect(inside.first?[number: "distance"] == -150)
        #expect(inside.last?["verdict"] == "work")
        #expect(try await world.objects("fence", "test", "-33.8908,151.2743").last?["verdict"] == "personal")
    }

    @Test(arguments: ["91,0", "0,181", "1", "north", "nan,0", ""])
    func `An invalid position is a usage error`(_ text: String) async throws {
        #expect(await (try World()).run("fence", "add", "X", "--at", text, "--radius", "150m").exit == 64)
    }

    @Test(arguments: ["0m", "-5m", "150", "150 parsecs", ""])
    func `An invalid radius is a usage error`(_ text: String) async throws {
        #expect(await (try World()).run("fence", "add", "X", "--at", "1,1", "--radius", text).exit == 64)
    }

    @Test(arguments: [
        (#"{"type":"FeatureCollection","features":["#, 1),
        (
            "{\"type\":\"FeatureCollection\",\"features\":[\n{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[13,91]},\"properties\":{\"name\":\"X\",\"radius\":5}}]}",
            2
        ),
    ])
    func `Invalid fences are refused with file and line, before any work`(_ text: String, _ line: Int)
        async throws
    {
        let world = try World()
        try world.add("a.jpg")
        try world.tree.write(world.fences, Array(text.utf8))
        let error = try #require(try await world.objects("scan", world.library).last)
        #expect(error["type"] == "error")
        #expect(error[number: "exit"] == 78)
        #expect(error["path"] == world.tree.path(world.fences).string)
        #expect(error[number: "line"] == Double(line))
        #expect(!world.tree.exists(world.index))
    }
}
