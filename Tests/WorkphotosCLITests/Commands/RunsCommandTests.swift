import SystemPackage
import Testing
import WorkphotosTestSupport

struct RunsCommandTests {
    private let world: World

    init() async throws {
        world = try World()
        try world.add("a.jpg")
        await world.run("scan", world.library)
    }

    @Test func `Runs are listed newest first, with what they did in words`() async throws {
        world.clock.advance(seconds: 60)
        await world.run("scan", world.library)
        let lines = await world.run("runs").output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("2      ") == true)
        #expect(lines.first?.hasSuffix("scan      nothing new") == true)
        #expect(lines.last?.hasSuffix("scan      1 new") == true)
        #expect(await world.run("runs", "--limit", "1").output.split(separator: "\n").count == 1)
        #expect(await world.run("runs", "--all").output.split(separator: "\n").count == 2)
    }

    @Test func `People read how many photos a run took, and groups and files with -v`() async throws {
        let removable = try await Removable("a.jpg", "b.jpg")
        try removable.world.add("c.jpg")
        try removable.world.add("c-edited.jpg", TestPhoto(taken: "2026:05:04 10:00:00"))
        await removable.world.run("scan", removable.world.library)
        #expect(await removable.world.run("upload").exit == 0)
        let runs = await removable.world.run("runs").output
        #expect(runs.matches(of: #/upload    2 photos done\n/#).count == 2, "\(runs)")
        let whole = await removable.world.run("runs", "-v").output
        #expect(whole.contains("upload    1 done, 2 files\n"), "\(whole)")
        #expect(whole.contains("upload    2 done, 2 files\n"), "\(whole)")
        let counts = try await removable.world.objects("runs").first?.members["counts"] as? [String: Int]
        #expect(counts?["done"] == 1 && counts?["files"] == 2)
        #expect(await removable.world.run("runs", "4").output.contains("  2 photos done\n"))
    }

    @Test func `Programs get one object for each run`() async throws {
        let objects = try await world.objects("runs")
        let run = try #require(objects.first)
        #expect([run["type"], run["command"], run["state"]] == ["run", "scan", "complete"])
        #expect(run[number: "id"] == 1)
        #expect(run["startedAt"] != nil && run["endedAt"] != nil)
        #expect(run.members["counts"] as? [String: Int] == ["new": 1])
        #expect(objects.last?[number: "runs"] == 1)
    }

    @Test func `An interrupted run ended early`() async throws {
        world.interruption = TestInterruption(afterQuestions: 0)
        await world.run("scan", world.library)
        world.interruption = TestInterruption()
        #expect(try await world.objects("runs").first?["state"] == "incomplete")
        #expect(await world.run("runs").output.contains("ended early"))
    }

    @Test func `A run is shown by its number`() async throws {
        let objects = try await world.objects("runs", "1")
        #expect(objects.map { $0["type"] } == ["run", "summary"])
        #expect(objects.last?[number: "actions"] == 0)
        let unknown = await world.run("runs", "7")
        #expect(unknown.exit == 1)
        #expect(unknown.notes.contains("There is no run 7"))
    }

    @Test(arguments: [["--limit", "0"], ["--all", "--limit", "3"], ["1", "--all"], ["x"]])
    func `Invalid combinations are usage errors`(arguments: [String]) async throws {
        #expect(await world.type(["runs"] + arguments).exit == 64)
    }

    @Test func `Without an index the exit code says so`() async throws {
        #expect(await (try World()).run("runs").exit == 10)
    }
}
