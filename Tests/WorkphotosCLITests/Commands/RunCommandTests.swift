import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct RunCommandTests {
    private let night: Night

    init() async throws {
        night = try await Night()
    }

    private var world: World { night.world }

    @Test func `It scans and uploads, each with the output of its command, and prints a summary`() async throws {
        let lines = try await world.objects("run", "--no-purge")
        let summaries = lines.filter { $0["type"] == "summary" }
        #expect(summaries.map { $0["command"] } == ["scan", "upload", "run"])
        #expect(lines.filter { $0["type"] == "action" }.map { $0["state"] } == ["done", "done"])
        let whole = try #require(lines.last)
        #expect((whole[number: "scan"], whole[number: "upload"], whole[number: "exit"]) == (0, 0, 0))
        #expect(whole.members["purge"] != nil && whole[number: "purge"] == nil)
        #expect(whole[number: "seconds"] != nil)
        #expect(night.service.entries.count == 2)
    }

    @Test(arguments: [["--stage"], ["--yes"], ["-n"]])
    func `Purge comes last, and removes only with the flag`(_ flags: [String]) async throws {
        await world.run("scan")
        let output = await world.type(["run", "--json"] + flags).output.split(separator: "\n")
        let summaries = output.filter { $0.contains("\"summary\"") }
        let commands = ["scan", "upload", "purge", "run"].map { "\"command\":\"\($0)\"" }
        #expect(zip(summaries, commands).allSatisfy { $0.contains($1) } && summaries.count == 4, "\(output)")
        #expect(summaries.last?.contains(#""scan":0,"upload":0,"purge":0,"exit":0"#) == true)
        #expect(world.tree.exists("photos/a.jpg") == (flags != ["--yes"]))
    }

    @Test func `A home directory that the purge needs is checked before the scan`() async throws {
        try night.configure("[purge]\nkeep = [\"~/kept\"]\n")
        let index = world.tree.path(world.index).string
        let places = [
            "--index", index, "--config", world.tree.path(world.configuration).string, "--fences",
            world.tree.path(world.fences).string,
        ]
        world.variables["HOME"] = nil
        #expect(await world.type(["run", "--stage"] + places).exit == 78)
        #expect(!world.tree.exists(world.index))
    }

    @Test func `With --stage it stages and sends nothing`() async throws {
        let lines = try await world.objects("run", "--stage")
        #expect(lines.last?[number: "exit"] == 0)
        #expect(lines.filter { $0["state"] == "staged" }.count == 2)
        #expect(night.service.entries.isEmpty)
        #expect(await world.run("apply").exit == 0)
        #expect(night.service.entries.count == 2)
    }

    @Test func `A dry run writes nothing, even without an index`() async throws {
        let outcome = await world.run("run", "-n", "--json")
        #expect(outcome.exit == 0, "\(outcome.notes)")
        #expect(!world.tree.exists(world.index))
        await world.run("scan")
        let before = try world.tree.snapshot()
        #expect(await world.run("run", "-n").exit == 0)
        #expect(try world.tree.snapshot() == before)
        #expect(night.service.entries.isEmpty && world.notifier.calls.isEmpty)
    }

    @Test func `Under quiet it prints nothing if there is nothing to report`() async throws {
        for arguments in [["run", "--stage", "-q"], ["run", "--no-purge", "-q"], ["run", "--no-purge", "-q"]] {
            #expect(await world.type(arguments) == Outcome(exit: 0))
        }
        #expect(night.service.entries.count == 2)
    }

    @Test func `Without a flag or a terminal no photo is removed: nothing at all is done`() async throws {
        try night.configure("[notify]\non-failure = [\"tell\"]\n")
        let outcome = await world.run("run")
        #expect(outcome.exit == 64)
        #expect(outcome.notes.contains("--yes") && outcome.notes.contains("next: workphotos run --stage"))
        #expect(!world.tree.exists(world.index))
        #expect(world.notifier.calls.count == 1)
        world.confirmation = TypedAnswers(["y"], canAsk: true)
        #expect(await world.run("run").exit == 0)
        #expect(!world.tree.exists("photos/a.jpg"))
        #expect(await world.run("run", "--yes").exit == 0)
    }

    @Test func `A missing root stops neither other scans nor the upload`()
        async throws
    {
        try night.configure(roots: ["~/photos", "~/not-there"])
        let lines = try await world.objects("run", "--no-purge")
        let whole = try #require(lines.last)
        #expect((whole[number: "scan"], whole[number: "upload"], whole[number: "exit"]) == (3, 0, 3))
        #expect(night.service.entries.count == 2)
    }

    @Test func `A failed scan does not stop the upload either`() async throws {
        await world.run("scan")
        try night.configure(roots: ["~/not-there"])
        let whole = try #require(try await world.objects("run", "--no-purge").last)
        #expect((whole[number: "scan"], whole[number: "upload"], whole[number: "exit"]) == (1, 0, 1))
        #expect(night.service.entries.count == 2)
    }

    @Test func `An error that stops both steps is told once`() async throws {
        await world.run("run", "--no-purge")
        // Without anything to send, the upload would not open the destination.
        try world.add("late.jpg", TestPhoto(at: Place.office, taken: "2026:05:06 10:00:00"))
        night.service.isGone = true
        let outcome = await world.run("run", "--yes", "-q")
        #expect(outcome.exit == 1)
        #expect(outcome.output.isEmpty && outcome.notes.split(separator: "\n").count == 2, "\(outcome.notes)")
        #expect(TypedLine.next(of: outcome) == ["workphotos destination list"])
        let errors = try await world.objects("run", "--yes").filter { $0["type"] == "error" }
        #expect(errors.count == 2)
    }

    @Test func `Without a destination the scan is done, and the upload says how to add one`() async throws {
        let world = try World()
        try world.add("a.jpg")
        await world.addOffice()
        await world.run("scan", world.library)
        try world.add("b.jpg")
        let outcome = await world.run("run", "--no-purge", "-q", "--json")
        #expect(outcome.exit == 78)
        #expect(outcome.notes.contains("workphotos destination add"))
        #expect(outcome.output.contains(#""command":"run","scan":0,"upload":78,"purge":null,"exit":78,"#))
        #expect(await world.run("list", "--format", "paths").output.contains("b.jpg"))
    }

    @Test(arguments: [
        ("[upload]\nsettle = \"soon\"\n", "settle"), ("[destinations.x]\nkind = \"moon\"\n", "kind"),
        ("[notify]\non-failure = [\"\"]\n", "on-failure"),
    ])
    func `An invalid configuration ends it before any work`(_ text: String, _ word: String) async throws {
        try night.configure(text)
        let lines = try await world.objects("run", "--stage")
        #expect(lines.count == 1 && lines[0]["type"] == "error" && lines[0][number: "exit"] == 78)
        #expect(lines[0]["message"]?.contains(word) == true)
        #expect(!world.tree.exists(world.index))
        #expect(world.notifier.calls.isEmpty)
    }

    @Test func `Invalid fences, or an upload without a valid destination, end it before any work`() async throws {
        try night.configure("[notify]\non-failure = [\"tell\"]\n")
        try world.tree.write(world.fences, Array("{".utf8))
        #expect(await world.run("run", "--stage").exit == 78)
        #expect(!world.tree.exists(world.index))
        #expect(world.notifier.calls.map(\.command) == [["tell"]])
        #expect(
            world.notifier.calls[0].text.hasPrefix("workphotos run: the configuration is invalid (exit status 78)\n"))
    }

    @Test func `Another run that holds the lock ends it before any work`() async throws {
        await world.run("scan")
        let lock = try world.tree.lock(".local/state/workphotos/act.lock")
        let outcome = await world.run("run", "--no-purge", "--json")
        withExtendedLifetime(lock) {}
        #expect(outcome.exit == 11)
        #expect(outcome.output.split(separator: "\n").count == 1)
        #expect(outcome.notes.contains("next: workphotos --wait 5m run --no-purge --json"))
        #expect(night.service.entries.isEmpty)
    }

    @Test func `A signal ends it after the current step`() async throws {
        await world.run("scan")
        world.interruption = TestInterruption(afterQuestions: 1, signal: .terminate)
        let whole = try #require(try await world.objects("run", "--no-purge").last)
        #expect(whole[number: "exit"] == 143)
        #expect(whole[number: "upload"] == nil)
        #expect(night.service.entries.isEmpty)
    }

    @Test func `It ends quietly if no one reads the results`() async throws {
        world.closesOutput = true
        let outcome = await world.run("run", "--no-purge")
        #expect(outcome.exit == 0)
    }
}
