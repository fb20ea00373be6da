import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct FenceScheduleTests {
    private let office = ["fence", "add", "Office", "--at", "52.52,13.405", "--radius", "150m"]

    /// A world with a photo of the office, taken on Monday, 4 May 2026 at ten.
    private func world() throws -> World {
        let world = try World()
        try world.add("a.jpg")
        return world
    }

    @Test func `Hours, dates and zone are written, listed and used for judging`() async throws {
        let world = try world()
        await world.run("scan", world.library)
        let outcome = await world.type(
            office + [
                "--hours", "mon-fri 08:00-18:00", "--hours", "sat 10:00-14:00", "--time-zone", "Europe/Berlin",
                "--from", "2026-01-01", "--until", "2026-12-31", "--except", "2026-12-24", "--except", "2026-05-01",
            ])
        #expect(outcome.output == "1 unsure -> work\n")
        let fence = try #require(try await world.objects("fence", "list").first)
        #expect(fence.members["hours"] as? [String] == ["mon-fri 08:00-18:00", "sat 10:00-14:00"])
        #expect(fence["timeZone"] == "Europe/Berlin")
        #expect(fence["from"] == "2026-01-01")
        #expect(fence["until"] == "2026-12-31")
        #expect(fence.members["except"] as? [String] == ["2026-12-24", "2026-05-01"])
        let photo = try #require(try await world.objects("list").first)
        #expect(photo["utcOffset"] == "+02:00")
        #expect(photo["utcOffsetSource"] == "fence")
        #expect(photo["takenAtUTC"] == "2026-05-04T08:00:00Z")
        #expect(
            await world.run("fence", "list").output.contains("mon-fri 08:00-18:00; sat 10:00-14:00, in Europe/Berlin"))
    }

    @Test func `A fence without hours and dates has none in JSON`() async throws {
        let world = try world()
        _ = await world.type(office)
        let fence = try #require(try await world.objects("fence", "list").first)
        #expect(fence.members["hours"] as? [String] == [])
        #expect(fence.members["except"] as? [String] == [])
        #expect(fence.members["timeZone"] != nil && fence["timeZone"] == nil)
    }

    @Test(arguments: [
        (["--time", "2026-05-04T10:00"], "work (inside-fence)"),
        (["--time", "2026-05-04T19:00"], "personal (outside-hours)"),
        (["--time", "2026-05-04T10:00+09:00"], "personal (outside-hours)"), ([], "unsure (no-time)"),
    ])
    func `A test of a point accepts a time`(arguments: [String], verdict: String) async throws {
        let world = try world()
        _ = await world.type(office + ["--hours", "mon-fri 08:00-18:00", "--time-zone", "Europe/Berlin"])
        let outcome = await world.type(["fence", "test", "52.52,13.405"] + arguments)
        #expect(outcome.output.hasPrefix("\(verdict)\n"))
    }

    @Test(arguments: [
        ["--hours", "mon-fri 8 to 18"], ["--from", "yesterday"], ["--until", "2026-02-30"],
        ["--time-zone", "Europe/Berlyn"],
        ["--time-zone", "../etc/passwd"], ["--time-zone", "/usr/share/zoneinfo/UTC"],
        ["--from", "2026-05-02", "--until", "2026-05-01"], ["--kind", "never", "--hours", "mon 08:00-18:00"],
    ])
    func `An invalid value is a usage error, and nothing is written`(arguments: [String]) async throws {
        let world = try world()
        #expect(await world.type(office + arguments).exit == 64)
        #expect(!world.tree.exists(world.fences))
        #expect(!world.tree.exists(world.index))
    }

    @Test func `An unknown time zone is an error with file, line and a suggestion`() async throws {
        let world = try world()
        _ = await world.type(office + ["--time-zone", "Europe/Berlin"])
        let text = String(decoding: try world.tree.read(world.fences), as: UTF8.self)
        let line = try #require(text.split(separator: "\n").firstIndex { $0.contains("timeZone") }) + 1
        try world.tree.write(world.fences, Array(text.replacing("Europe/Berlin", with: "Europe/Berln").utf8))
        for command in [["scan", world.library], ["fence", "test", "1,1"], ["list"]] {
            let console = await world.type(command + ["--json"])
            #expect(console.exit == 78)
            #expect(console.output.contains("\"line\":\(line)"))
            #expect(console.output.contains("did you mean Europe/Berlin?"))
        }
    }
}
