import SystemPackage
import Testing
import WorkphotosTestSupport

struct ConfigCommandTests {
    private func write(_ text: String, in world: World) throws {
        try world.tree.write(world.configuration, Array(text.utf8))
    }

    @Test func `Every key is shown with its value and where it came from`() async throws {
        let world = try World()
        try write(
            "[scan]\nroots = [\"~/photos\"]\n\n[triage]\ncertainty = 0.9\n[destinations.nas]\n"
                + "path = \"/x\"\nkind = \"folder\"\n",
            in: world)
        world.variables["WORKPHOTOS_INDEX"] = "/tmp/index"
        let lines = try await world.objects("config", "show", "--fences", "f.geojson")
        var settings: [String: JSONObject] = [:]
        for line in lines where line["type"] == "setting" { settings[line["key"] ?? ""] = line }
        #expect(lines.last?[number: "settings"] == Double(settings.count))
        #expect(settings["index"]?["origin"] == "variable")
        #expect(settings["index"]?["name"] == "WORKPHOTOS_INDEX")
        #expect(settings["index"]?["value"] == "/tmp/index")
        #expect(settings["fences"]?["name"] == "--fences")
        #expect(settings["fences"]?["value"] == world.tree.path("f.geojson").string)
        #expect(settings["config"]?["origin"] == "default")
        #expect(settings["triage.certainty"]?[number: "value"] == 0.9)
        #expect(settings["triage.certainty"]?[number: "line"] == 5)
        #expect(settings["triage.certainty"]?["path"] == world.tree.path(world.configuration).string)
        #expect(settings["scan.roots"]?.members["value"] as? [String] == ["~/photos"])
        #expect(settings["scan.hidden"]?.members["value"] as? Bool == false)
        #expect(settings["scan.hidden"]?["origin"] == "default")
        #expect(settings["destinations.nas.path"]?[number: "line"] == 7)
        #expect(settings["purge.keep"]?["origin"] == "default")
    }

    @Test(arguments: [
        ("[triage]\n\ntime-zone = \"Berlin\"\n", 3, "did you mean Europe/Berlin?"),
        ("[purge]\nkeep = [\"~/a\"]\n", 2, "HOME is not set"),
        ("[destinations.nas]\nkind = \"folder\"\npath = \"\"\n", 3, "a folder needs path"),
    ])
    func `What other commands refuse is not shown as effective`(
        text: String, line: Int, words: String
    ) async throws {
        let world = try World()
        try write(text, in: world)
        let file = world.tree.path(world.configuration).string
        if words.contains("HOME") { world.variables = [:] }
        let index = world.tree.path("i.sqlite").string
        let shown = await world.run("config", "show", "--config", file, "--index", index)
        #expect(shown.exit == 78 && shown.output.isEmpty)
        #expect(shown.notes.contains("config.toml:\(line): ") && shown.notes.contains(words), "\(shown.notes)")
    }

    @Test func `Every error is named by the check, whatever is wrong besides`() async throws {
        let world = try World()
        let text = """
            [upload]
            settel = "1h"
            to = ["nas", "attic"]
            [triage]
            certainty = 2
            time-zone = "GMT+2"
            [destinations.nas]
            kind = "folder"
            path = "/nas"
            """
        try write(text, in: world)
        let lines = await world.run("config", "check").notes.split(separator: "\n").filter { $0.contains("toml:") }
        #expect(lines.count == 4, "\(lines)")
        for (line, words) in [(2, "settel"), (5, "certainty"), (6, "time-zone"), (3, "attic")] {
            #expect(lines.contains { $0.contains("config.toml:\(line): ") && $0.contains(words) }, "\(lines)")
        }
        try write(text.replacing("path = ", with: "paht = "), in: world)
        let masked = await world.run("config", "check")
        #expect(masked.exit == 78 && masked.notes.contains("paht"))
        #expect(!masked.notes.contains("There is no destination 'nas'"))
    }

    @Test func `In text, origins are shown if requested`() async throws {
        let world = try World()
        try write("[triage]\ntime-zone = \"Europe/Berlin\"\n", in: world)
        let plain = await world.run("config", "show")
        #expect(plain.output.contains("\ntriage.time-zone = \"Europe/Berlin\"\n"))
        let origin = await world.run("config", "show", "--origin")
        #expect(origin.output.contains("# \(world.tree.path(world.configuration).string):2\n"))
        #expect(origin.output.contains("# default\n"))
        #expect(!world.tree.exists(world.index))
    }
}
