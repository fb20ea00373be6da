import SystemPackage
import Testing
import WorkphotosTestSupport

struct ConfigurationTests {
    @Test(arguments: [
        ("[scan]\nroots = [\"~/photos\"\n", 2, "Not TOML"),
        ("[scna]\n", 1, "did you mean 'scan'?"),
        ("[scan]\n\nexlude = []\n", 3, "did you mean 'exclude'?"),
        ("[scan]\nhidden = \"yes\"\n", 2, "must be true or false"),
        ("[triage]\ninfer-window = \"soon\"\n", 2, "must be a duration"),
        ("[destinations.nas]\nkind = 5\n", 2, "must be text"),
    ])
    func `Invalid values are refused with file, line and a suggestion`(
        _ text: String, _ line: Int, _ words: String
    ) async throws {
        let world = try World()
        try world.tree.write(world.configuration, Array(text.utf8))
        let error = try #require(try await world.objects("scan", world.library).last)
        #expect(error[number: "exit"] == 78)
        #expect(error["path"] == world.tree.path(world.configuration).string)
        #expect(error[number: "line"] == Double(line))
        #expect(error["message"]?.contains(words) == true)
        #expect(!world.tree.exists(world.index))
    }

    @Test func `Every key of the contract is known`() async throws {
        let world = try World()
        let text = """
            [scan]
            roots = ["~/photos"]
            exclude = ["*.tmp"]
            hidden = false
            follow-symlinks = false
            one-file-system = true
            [triage]
            infer = false
            infer-window = "30m"
            time-zone = "Europe/Berlin"
            certainty = 0.8
            assumed-accuracy = "50m"
            [upload]
            to = "nas"
            folder = "{fence}/{year}/{name}"
            parallel = 4
            settle = "60s"
            sidecars = ["xmp", "aae"]
            [purge]
            max-delete = "25%"
            older-than = "30d"
            verified-for = "7d"
            keep = ["*/keep/*"]
            require = 2
            [destinations.nas]
            kind = "folder"
            path = "/mnt/nas"
            [notify]
            on-failure = ["mail", "-s", "failed"]
            on-success = ["true"]
            """
        try world.tree.write(world.configuration, Array(text.utf8))
        #expect(await world.run("scan").exit == 0)
    }

    @Test func `A named configuration must exist`() async throws {
        #expect(await (try World()).run("scan", "--config", "none.toml").exit == 78)
    }

    @Test func `Without a home directory the default places are not guessed`() async throws {
        let world = try World()
        world.variables = [:]
        let outcome = await world.run("scan", world.library)
        #expect(outcome.exit == 78)
        #expect(outcome.notes.contains("HOME"))
    }

    @Test func `A flag beats a variable, and a variable the default`() async throws {
        let world = try World()
        try world.add("a.jpg")
        world.variables["WORKPHOTOS_INDEX"] = world.tree.path("variable.sqlite").string
        await world.run("scan", world.library)
        #expect(world.tree.exists("variable.sqlite"))
        await world.run("scan", world.library, "--index", "flag.sqlite")
        #expect(world.tree.exists("flag.sqlite"))
        await world.run("--index", "before.sqlite", "scan", world.library)
        #expect(world.tree.exists("before.sqlite"))
        #expect(!world.tree.exists(world.index))
    }

    @Test func `XDG base directories count if they are absolute`() async throws {
        let world = try World()
        world.variables["XDG_STATE_HOME"] = world.tree.path("state").string
        world.variables["XDG_CONFIG_HOME"] = "relative"
        await world.run("scan", world.library)
        #expect(world.tree.exists("state/workphotos/index.sqlite"))
    }
}
