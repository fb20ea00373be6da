import SystemPackage
import Testing
import WorkphotosTestSupport

/// `[upload]`, `[purge]` and `[notify]`.
struct RunSettingsTests {
    private static let purge = [
        ("max-delete = -1", "such as 500, or a share"), ("max-delete = 12.5", "such as 500, or a share"),
        ("max-delete = \"125%\"", "such as 500, or a share"), ("max-delete = \"many\"", "such as 500, or a share"),
        ("max-delete = \"26%\"", "the configuration can only lower it"), ("max-delete = \"100%\"", "at most \"25%\""),
        ("max-delete = true", "a number or text"), ("older-than = 30", "a duration"),
        ("verified-for = \"soon\"", "a duration"), ("require = 0", "1 or more"), ("require = 1.5", "1 or more"),
        ("require = \"2\"", "a number"), ("keep = \"*.dng\"", "a list of texts"),
        ("keep = [\"*.dng\", \"\"]", "patterns such as"), ("keep = [\"~you/a\"]", "write the path in full"),
        ("keep = [\"../a\"]", ". and .. are not allowed"), ("keep = [\"[bad\"]", "the [ in [bad has no ]"),
        ("kepe = []", "did you mean 'keep'?"),
    ]

    private static let upload = [
        ("folder = \"{fence}/{yaer}/{name}\"", "did you mean {year}?"),
        ("folder = \"{fence}\"", "write {fence}/{name}"),
        ("folder = \"/x/{name}\"", "destination's top"), ("settle = \"soon\"", "must be a duration"),
        ("sidecars = [\"xmp\", \"aea\"]", "did you mean 'aae'?"), ("sidecars = \"xmp\"", "must be a list"),
        ("parallel = 0", "from 1 to 64"), ("parallel = 65", "from 1 to 64"), ("parallel = 1.5", "whole number"),
        ("parallel = \"4\"", "a number"), ("bwlimit = \"2X\"", "is not a rate limit"),
        ("paralel = 4", "did you mean 'parallel'?"),
    ]

    private static let notify = [
        ("on-failure = [\"\"]", "must be a program and its arguments"), ("on-success = \"mail\"", "must be a list"),
        ("on-faliure = []", "did you mean 'on-failure'?"),
    ]

    @Test(
        arguments: [("purge", purge), ("upload", upload), ("notify", notify)].flatMap { table, lines in
            lines.map { (table, $0.0, $0.1) }
        })
    func `Invalid values are refused with their line and what is expected`(table: String, line: String, words: String)
        async throws
    {
        let world = try World()
        try world.tree.write(world.configuration, Array("[\(table)]\n\n\(line)\n".utf8))
        let error = try #require(try await world.objects("scan", world.library).last)
        #expect(error[number: "exit"] == 78)
        #expect(error[number: "line"] == 3)
        #expect(error["message"]?.contains(words) == true, "\(error["message"] ?? "")")
    }

    @Test(arguments: ["yes = true", "permanently = true", "include-inferred = true"])
    func `Options that only flags may set are no keys`(line: String) async throws {
        let world = try World()
        try world.tree.write(world.configuration, Array("[purge]\n\(line)\n".utf8))
        let outcome = await world.run("purge", "--dry-run")
        #expect(outcome.exit == 78)
        #expect(outcome.notes.contains(":2: Unknown key '\(line.prefix { $0 != " " })' in [purge]"))
    }

    @Test func `The defaults are shown`() async throws {
        let world = try World()
        var values: [String: Any] = [:]
        for line in try await world.objects("config", "show") { values[line["key"] ?? ""] = line.members["value"] }
        #expect(values["purge.max-delete"] as? String == "25%")
        #expect(values["purge.require"] as? Int == 1)
        #expect(values["purge.keep"] as? [String] == [])
        #expect(values["upload.parallel"] as? Int == 4)
        #expect(values["upload.sidecars"] as? [String] == ["xmp", "aae", "companion"])
        #expect(values["upload.settle"] as? String == "60s")
        #expect(values["notify.on-failure"] as? [String] == [] && values["notify.on-success"] as? [String] == [])
    }

    @Test func `A pattern that needs a home directory is refused if there is none`() async throws {
        let world = try World()
        try world.tree.write("config.toml", Array("[purge]\nkeep = [\"~/Family\"]\n".utf8))
        world.variables = [
            "WORKPHOTOS_INDEX": "index.sqlite", "WORKPHOTOS_FENCES": "fences.geojson",
            "WORKPHOTOS_CONFIG": "config.toml",
        ]
        let error = try #require(try await world.objects("purge", "--dry-run").last)
        #expect(error[number: "exit"] == 78 && error[number: "line"] == 2)
        #expect(error["what"] == "no-home")
        #expect(error["next"] == "HOME=~ workphotos purge --dry-run --json")
        #expect(await world.run("scan", world.library).exit == 0)
        #expect(await world.run("status").notes.contains("needs a home directory") == false, "only a removal needs it")
    }

    @Test func `Why shows what the configuration keeps`() async throws {
        let sent = try await Sent("a.jpg", "b.jpg")
        try await sent.rebuildAndScan()
        func kept(_ lines: String) async throws -> [String]? {
            try sent.world.tree.write(sent.world.configuration, Array("[purge]\n\(lines)\n".utf8))
            let why = try await sent.world.objects("why", "\(sent.world.library)/a.jpg").first
            return why?.members["kept"] as? [String]
        }
        #expect(try await kept("") == [])
        #expect(try await kept("keep = [\"~/photos/a.*\"]") == ["kept"])
        #expect(try await kept("keep = [\"a.*\"]\nrequire = 2") == ["kept", "not-uploaded"])
        #expect(try await kept("keep = [\"b.jpg\"]\nolder-than = \"36500d\"") == ["not-old-enough"])
    }
}
