import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct RunNoticeTests {
    private let night: Night
    private let both = "[notify]\non-failure = [\"~/bin/tell\", \"~/x\", \"\"]\non-success = [\"ping\", \"-q\"]\n"

    init() async throws {
        night = try await Night()
        try night.configure(both)
    }

    private var world: World { night.world }

    @Test func `A good run is notified with what it did, even if that was nothing`() async throws {
        #expect(await world.run("run", "--no-purge", "-q").exit == 0)
        #expect(await world.run("run", "--no-purge", "-q").exit == 0)
        let calls = world.notifier.calls
        #expect(calls.map(\.command) == [["ping", "-q"], ["ping", "-q"]])
        #expect(calls[0].text.hasPrefix("workphotos run: done\n\nscan:\n2 photos (2 new)"))
        #expect(calls[0].text.contains("\nupload:\n2 photos uploaded"))
        #expect(calls[1].text.hasPrefix("workphotos run: nothing to do\n\nscan:\n2 photos (nothing new)"))
    }

    @Test func `A bad run is notified with its problems, and ~ is expanded without a shell`()
        async throws
    {
        try night.configure(both, roots: ["~/photos", "~/not-there"])
        #expect(await world.run("run", "--stage", "-q").exit == 3)
        let call = try #require(world.notifier.calls.first)
        #expect(call.command == [world.tree.path("bin/tell").string, "~/x", ""])
        #expect(call.text.hasPrefix("workphotos run: partly done (exit status 3)\n\n\(world.tree.path("not-there"))"))
        #expect(call.text.contains("\nscan:\n2 photos (2 new)"))
    }

    @Test func `Of many problems the first fifty are listed, with the number of others`() async throws {
        for number in 0..<60 { try world.tree.write(FilePath("photos/c\(number).jpg"), [0xFF, 0xD8, 0xFF, 0xE1, 0]) }
        #expect(await world.run("run", "--stage", "-q").exit == 3)
        let parts = try #require(world.notifier.calls.first).text.split(separator: "\n\n")
        let problems = parts[1].split(separator: "\n")
        #expect(problems.count == 51 && problems[50] == "and 10 more")
    }

    @Test func `It contains no position`() async throws {
        try world.tree.write("photos/c.jpg", [0xFF, 0xD8, 0xFF, 0xE1, 0])
        #expect(await world.run("run", "--stage").exit == 3)
        let text = try #require(world.notifier.calls.first).text
        #expect(!text.contains("52.5") && !text.contains("13.4"))
    }

    @Test func `A command that fails is a warning, and the exit status stays`() async throws {
        world.notifier = FakeNotifier(answer: "it ended with exit status 1: no network")
        let outcome = await world.run("run", "--no-purge", "-q")
        #expect(outcome.exit == 0 && outcome.output.isEmpty)
        let line = "on-success in [notify]: ping: it ended with exit status 1: no network"
        #expect(outcome.notes.hasSuffix("\(line)\n") && outcome.notes.split(separator: "\n").count == 1)
    }

    @Test func `A failed upload is notified`() async throws {
        try night.configure(both + "[upload]\nto = \"nsa\"\n")
        #expect(await world.run("run", "--no-purge", "-q").exit == 78)
        let text = try #require(world.notifier.calls.first).text
        #expect(text.hasPrefix("workphotos run: the configuration is invalid (exit status 78)\n"))
        #expect(text.contains("did you mean 'nas'?"))
    }

    @Test func `Nothing is sent unless configured, and other commands notify no one`() async throws {
        await world.run("scan")
        await world.run("upload")
        try night.configure("[notify]\non-failure = []\n")
        #expect(await world.run("run", "--stage").exit == 0)
        #expect(await world.run("run").exit == 64)
        #expect(world.notifier.calls.isEmpty)
    }
}
