import SystemPackage
import Testing
import WorkphotosTestSupport

struct StatusCommandTests {
    @Test func `The library at a glance has counts and bytes by verdict`() async throws {
        let world = try World()
        try world.add("a.jpg")
        try world.add("b.jpg", TestPhoto(at: Place.beach))
        await world.addOffice()
        await world.run("scan", world.library)
        let status = try #require(try await world.objects("status").first)
        #expect(status["type"] == "status")
        let work = try #require(status.members["work"] as? [String: Any])
        #expect(work["photos"] as? Int == 1)
        #expect(work["bytes"] as? Int == TestPhoto(at: Place.office, taken: "2026:05:04 10:00:00").bytes.count)
        #expect(status.members["roots"] as? [String] == [world.library])
        #expect(status["lastScan"] != nil)
        let text = await world.run("status").output
        #expect(text.contains("work                        1 ("))
    }

    @Test func `A moved library is reported with the command to run`() async throws {
        let world = try World()
        try world.add("a.jpg")
        await world.run("scan", world.library)
        try world.tree.rename("photos", to: "pictures")
        let next = "workphotos root rename \(world.library)"
        #expect(await world.run("status").output.contains("If it was moved: \(next) NEW\n"))
        try world.tree.write(world.configuration, Array("[scan]\nroots = [\"~/pictures\"]\n".utf8))
        let moved = world.tree.path("pictures").string
        #expect(await world.run("status").output.contains("If it was moved: \(next) \(moved)\n"))
        let status = try #require(try await world.objects("status").first)
        let missing = try #require(status.members["missingRoots"] as? [[String: Any]])
        #expect(missing.first?["new"] as? String == moved)
        #expect((status.members["running"] as? [Any])?.isEmpty == true)
    }

    @Test func `A scan that finds none of its roots is not the last scan`() async throws {
        let world = try World()
        try world.add("a.jpg")
        await world.run("scan", world.library)
        let before = try await world.objects("status").first?["lastScan"]
        world.clock.advance(seconds: 7_200)
        try world.tree.rename("photos", to: "away")
        #expect(await world.run("scan").exit == 1)
        #expect(try await world.objects("status").first?["lastScan"] == before)
        #expect(await world.run("status").output.contains("last scan                   2 h ago\n"))
    }

    @Test func `Nor is one that finds an empty mount point`() async throws {
        let world = try World()
        try world.add("a.jpg")
        try world.tree.write("more/b.jpg", TestPhoto(at: Place.office).bytes)
        await world.run("scan", world.library, world.tree.path("more").string)
        world.clock.advance(seconds: 7_200)
        try world.tree.rename("photos", to: "away")
        try world.tree.makeDirectory("photos")
        #expect(await world.run("scan").exit == 3)
        #expect(await world.run("status").output.contains("\(world.library); not in the last scan, but 2 h ago\n"))
        world.clock.advance(seconds: 7_200)
        #expect(await world.run("scan", world.library).exit == 3)
        #expect(await world.run("status").output.contains("last scan                   2 h ago\n"))
        #expect(await world.run("scan", world.library, "--accept-missing").exit == 0)
        #expect(await world.run("status").output.contains("last scan                   0.0 s ago\n"))
    }

    @Test func `A root that the last scan did not find is told, also once it is back`() async throws {
        let world = try World()
        try world.add("a.jpg")
        try world.tree.write("more/b.jpg", TestPhoto(at: Place.office).bytes)
        await world.run("scan", world.library, world.tree.path("more").string)
        #expect(!(await world.run("status")).output.contains("not in the last scan"))
        world.clock.advance(seconds: 7_200)
        try world.tree.rename("more", to: "away")
        let scan = await world.run("scan")
        #expect(scan.exit == 3)
        #expect(scan.notes.contains("If it was moved: workphotos root rename OLD NEW"), "\(scan.notes)")
        let told = "\(world.tree.path("more").string); not in the last scan, but 2 h ago\n"
        #expect(await world.run("status").output.contains(told + "  does not exist; is it mounted?"))
        try world.tree.rename("away", to: "more")
        #expect(await world.run("status").output.contains(told))
        await world.run("scan")
        #expect(!(await world.run("status")).output.contains("not in the last scan"))
    }

    @Test func `Without an index the exit code says so`() async throws {
        #expect(await (try World()).run("status").exit == 10)
    }

    @Test func `After a purge it says what is at the destination, and what is held`() async throws {
        let removable = try await Removable("a.jpg", "b.jpg", "c.jpg")
        let world = removable.world
        await world.run("hold", "\(world.library)/c.jpg")
        #expect(await world.run("purge", "--yes").exit == 0)
        let text = await world.run("status").output
        #expect(text.contains("at nas                      3 ("), "\(text)")
        #expect(text.contains("uploaded, still here        1 (") && text.contains("held                        1 ("))
        let status = try #require(try await world.objects("status").first)
        let stocks = try #require(status.members["atDestinations"] as? [[String: Any]])
        #expect(stocks.map { $0["destination"] as? String } == ["nas"] && stocks.first?["photos"] as? Int == 3)
        #expect((status.members["held"] as? [String: Any])?["photos"] as? Int == 1)
    }
}
