import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What `purge`, `undo` and `runs --empty-trash` refuse before they do anything.
struct PurgeCommandTests {
    @Test(arguments: [
        ["purge", "--stage", "--permanently"], ["purge", "--plan", "p", "--permanently"],
        ["purge", "--stage", "--plan", "p"], ["purge", "--max-delete", "125%"], ["purge", "--max-delete", "-1"],
        ["purge", "--max-delete", "1.5"], ["purge", "--older-than", "30"], ["purge", "--verified-for", "soon"],
        ["purge", "--near", "52.5,13.4"], ["purge", "12"], ["undo"], ["undo", "x"],
        ["undo", "x", "--yes"], ["runs", "--empty-trash", "x"], ["runs", "1", "--empty-trash", "1"],
        ["runs", "--empty-trash", "1", "--all"], ["runs", "-n"], ["runs", "--yes"], ["runs", "1", "-y"],
        ["apply", "1", "--plan", "p"], ["apply", "--max-delete", "many"], ["upload", "--yes"],
        ["upload", "--permanently"],
    ])
    func `Invalid combinations are usage errors`(arguments: [String]) async throws {
        let world = try World()
        #expect(await world.type(arguments).exit == 64)
        #expect(!world.tree.exists(".local"))
    }

    @Test(arguments: [
        (["purge", "--path", "*a b*"], "workphotos purge --path '*a b*' --dry-run"),
        (["--json", "purge", "--permanently"], "workphotos purge --permanently --json --dry-run"),
        (["runs", "--empty-trash", "7"], "workphotos runs --empty-trash 7 --dry-run"),
    ])
    func `Without a terminal nothing begins, and the same command with --dry-run is suggested`(
        arguments: [String], next: String
    ) async throws {
        let world = try World()
        let outcome = await world.type(arguments)
        #expect(outcome.exit == 64, "before it is seen that there is no index")
        #expect(outcome.notes.contains("no terminal"))
        #expect(outcome.notes.hasSuffix("  next: \(next)\n"), "\(outcome.notes)")
    }

    @Test(arguments: [["purge", "--dry-run"], ["purge", "--stage"], ["purge", "--plan", "p"], ["purge", "-y"]])
    func `A purge that removes nothing, or has --yes, does not ask`(arguments: [String]) async throws {
        #expect(await (try World()).type(arguments).exit != 64)
    }

    /// Writes a plan without actions, as a user may leave one.
    private func writePlan(of kind: Action.Kind, in world: World) throws {
        let header = PlanHeader(kind: kind, destination: nil, marker: nil, spec: nil, made: 1)
        try PlanWriter(.file(OutputFile(world.tree.path("plan.ndjson"), .plan)), header: header).finish()
    }

    @Test func `A plan of removals asks, and one of uploads does not`() async throws {
        let world = try World()
        try world.add("a.jpg")
        await world.run("scan", world.library)
        try writePlan(of: .upload, in: world)
        #expect(await world.run("apply", "--plan", "plan.ndjson").exit == 0)
        try writePlan(of: .purge, in: world)
        let outcome = await world.run("apply", "--plan", "plan.ndjson")
        #expect(outcome.exit == 64)
        #expect(outcome.notes.hasSuffix("  next: workphotos apply --plan plan.ndjson --dry-run\n"))
        #expect(await world.run("apply", "--plan", "plan.ndjson", "-n").exit == 0)
        #expect(await world.run("apply", "--plan", "plan.ndjson", "--yes").exit == 0)
    }

    @Test func `There are no plans for undo`() async throws {
        let world = try World()
        try writePlan(of: .undo, in: world)
        let error = try #require(try await world.objects("apply", "--plan", "plan.ndjson").last)
        #expect(error[number: "exit"] == 1 && error[number: "line"] == 1)
        #expect(error["message"] == "There is no kind \"undo\"; it is upload or purge")
    }

    @Test func `The configuration is checked before anything is done`() async throws {
        let world = try World()
        try world.tree.write(world.configuration, Array("[purge]\nrequire = 0\n".utf8))
        for arguments in [["purge", "--yes"], ["apply", "--yes"], ["why", "a.jpg"], ["undo", "1"]] {
            #expect(await world.type(arguments).exit == 78, "\(arguments)")
        }
    }
}
