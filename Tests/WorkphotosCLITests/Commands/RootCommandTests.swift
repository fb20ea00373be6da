import SystemPackage
import Testing
import WorkphotosTestSupport

struct RootCommandTests {
    private func scanned() async throws -> World {
        let world = try World()
        try world.add("a.jpg")
        await world.run("scan", world.library)
        return world
    }

    @Test func `A root at a new path keeps its data`() async throws {
        let world = try await scanned()
        try world.tree.rename("photos", to: "pictures")
        let new = world.tree.path("pictures").string
        #expect(await world.run("root", "rename", world.library, new).exit == 0)
        #expect(try await world.objects("list").first?["path"] == new + "/a.jpg")
        let summary = try await world.objects("scan").last
        #expect(summary?[number: "new"] == 0)
        #expect(summary?[number: "photos"] == 1)
    }

    @Test(arguments: [["forget"], ["rename"]])
    func `No root is changed during a scan`(command: [String]) async throws {
        let world = try await scanned()
        let change =
            ["root"] + command + [world.library] + (command == ["rename"] ? [world.tree.path.string] : ["--yes"])
        let lock = try world.tree.lock(".local/state/workphotos/act.lock")
        #expect(await world.type(change).exit == 11)
        #expect(await world.type(change + ["-n"]).exit == 0)
        try lock.close()
        #expect(await world.type(change).exit == 0)
    }

    @Test func `A forgotten root is unknown until it is scanned again`() async throws {
        let world = try await scanned()
        #expect(await world.run("root", "forget", world.library, "-n").exit == 0)
        #expect(try await world.objects("root", "list").first?[number: "photos"] == 1)
        #expect(await world.run("root", "forget", "--yes", world.library).exit == 0)
        #expect(try await world.objects("list").last?[number: "photos"] == 0)
        #expect(try await world.objects("scan", world.library).last?[number: "new"] == 1)
    }

    @Test func `An unknown root is refused, with the command that lists them`() async throws {
        let world = try await scanned()
        let outcome = await world.run("root", "forget", "--yes", "/nowhere")
        #expect(outcome.exit == 1)
        #expect(outcome.notes.contains("workphotos root list"))
    }
}
