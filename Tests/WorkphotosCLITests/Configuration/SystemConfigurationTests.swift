import SystemPackage
import Testing
import WorkphotosTestSupport

/// The configuration for all users of a machine, which each user's own overrides.
struct SystemConfigurationTests {
    private let world: World
    private let system: FilePath = "etc/config.toml"

    init() throws {
        world = try World()
    }

    private func write(_ text: String, to path: FilePath) throws { try world.tree.write(path, Array(text.utf8)) }

    private func settings() async throws -> [String: JSONObject] {
        let lines = try await world.objects("config", "show").filter { $0["type"] == "setting" }
        return Dictionary(lines.map { ($0["key"] ?? "", $0) }) { first, _ in first }
    }

    @Test func `It applies if the user sets nothing, and each value shows where it was set`() async throws {
        try write("[purge]\nmax-delete = \"10%\"\nolder-than = \"30d\"\n", to: system)
        try write("\n[purge]\nolder-than = \"7d\"\n", to: world.configuration)
        let settings = try await settings()
        #expect(settings["purge.max-delete"]?["value"] == "10%")
        #expect(settings["purge.max-delete"]?["path"] == world.tree.path(system).string)
        #expect(settings["purge.older-than"]?["value"] == "7d")
        #expect(settings["purge.older-than"]?["path"] == world.tree.path(world.configuration).string)
        #expect(settings["purge.older-than"]?[number: "line"] == 3)
        try world.tree.remove(world.configuration)
        #expect(try await self.settings()["purge.older-than"]?["value"] == "30d")
    }

    @Test func `A user's destination replaces one with the same name`() async throws {
        try write(
            "[destinations.nas]\nkind = \"folder\"\npath = \"/srv/a\"\n[destinations.b]\nkind = \"folder\"\npath = \"/srv/b\"\n",
            to: system)
        try write("[destinations.nas]\nkind = \"rclone\"\nremote = \"cloud\"\n", to: world.configuration)
        let list = try await world.objects("destination", "list").filter { $0["type"] == "destination" }
        #expect(list.compactMap { $0["spec"] } == ["folder:/srv/b", "rclone:cloud:"])
    }

    @Test func `An error in it is reported with its own file and line`() async throws {
        try write("[purge]\n\nmax-delete = \"80%\"\n", to: system)
        try write("[scan]\nroots = []\n", to: world.configuration)
        let outcome = await world.run("config", "check")
        #expect(outcome.exit == 78)
        #expect(outcome.notes.contains("\(world.tree.path(system).string):3: max-delete in [purge]"))
        try write("[triage]\ntime-zone = \"Berlin\"\n", to: system)
        #expect(await world.run("config", "check").notes.contains("etc/config.toml:2: "))
    }

    @Test func `A valid configuration and valid fences are reported as valid`() async throws {
        let outcome = await world.run("config", "check")
        #expect(outcome.exit == 0)
        let own = world.tree.path(world.configuration).string
        #expect(outcome.output.hasPrefix("\(own): there is no such file\n"))
        try write("[purge]\nmax-delete = \"10%\"\n", to: system)
        let layered = await world.run("config", "check").output
        #expect(layered.hasPrefix("\(world.tree.path(system).string): valid, 1 key\n\(own): there is no such file\n"))
        try world.tree.remove(system)
        let fences = world.tree.path(world.fences).string
        try world.tree.remove(world.fences)
        #expect(await world.run("config", "check").output.hasSuffix("\(fences): there is no such file\n"))
        try write("{", to: world.fences)
        #expect(await world.run("config", "check").exit == 78)
        try write("[scan]\nrots = []\n", to: world.configuration)
        #expect(await world.run("config", "check").notes.contains("did you mean 'roots'?"))
    }

    @Test func `Everything that is wrong is named at once, each with file and line`() async throws {
        try write("[purge]\nmax-delete = \"80%\"\n", to: system)
        try write(
            "[scan]\nrots = []\nhidden = \"yes\"\n[upload]\nparallel = 0\n[tirage]\n", to: world.configuration)
        try write("{", to: world.fences)
        let outcome = await world.run("config", "check")
        #expect(outcome.exit == 78)
        let (own, all) = (world.tree.path(world.configuration).string, world.tree.path(system).string)
        for place in [
            "\(all):2: max-delete", "\(own):2: Unknown key 'rots'", "\(own):3: hidden", "\(own):5: parallel",
            "\(own):6: Unknown table 'tirage'", "\(world.tree.path(world.fences).string):1: ",
        ] {
            #expect(outcome.notes.contains("workphotos: \(place)"), "\(outcome.notes)")
        }
        let errors = try await world.objects("config", "check")
        #expect(errors.map { $0["type"] } == Array(repeating: "error", count: 6))
    }

    @Test func `A destination that nothing knows is an error where it stands`() async throws {
        try write(
            "[upload]\nto = [\"nas\", \"usb\"]\n[destinations.nas]\nkind = \"folder\"\npath = \"/srv/nas\"\n",
            to: world.configuration)
        let point = "\"geometry\":{\"type\":\"Point\",\"coordinates\":[13.405,52.52]}"
        try write(
            "{\"type\":\"FeatureCollection\",\"features\":[\n{\"type\":\"Feature\",\(point),\"properties\":"
                + "{\"name\":\"Office\",\"radius\":150,\n\"to\":\"nsa\"}}]}", to: world.fences)
        let outcome = await world.run("config", "check")
        #expect(outcome.exit == 78)
        #expect(outcome.notes.contains(":2: to in [upload]: There is no destination 'usb'"), "\(outcome.notes)")
        #expect(outcome.notes.contains("fences.geojson:3: \"to\": There is no destination 'nsa'; did you mean 'nas'?"))
    }
}
