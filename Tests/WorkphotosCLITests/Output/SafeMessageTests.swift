import PhotoPipeline
import Testing
import WorkphotosTestSupport

struct SafeMessageTests {
    private static let evil = "a\u{1B}[31mb\u{9B}2J\u{7}\u{202E}\nforged: line"

    private func check(_ outcome: Outcome) {
        let text = outcome.output + outcome.notes
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }, "\(text)")
        #expect(!text.contains("\u{202E}"))
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("forged: line") }, "\(text)")
    }

    private static let typed = [
        ["list", "--path", "[" + evil], ["list", "--path", evil], ["list", "--camera", evil], ["list", "--near", evil],
        ["list", "--sort", evil], ["list", "--limit", evil], ["list", "--since", evil], ["list", "--fence", evil],
        ["list", "--fields", evil], ["scan", "--" + evil], ["scan", evil], ["scan", "--exclude", "[" + evil],
        ["scan", "--camera-offset", evil], ["scan", "--camera-offset", evil + "=1h"], ["scan", "--gpx", evil], [evil],
        ["fence", "add", evil, "--at", "52.52,13.4", "--radius", "1km"], ["fence", "add", "A", "--at", evil],
        ["fence", "add", "A", "--at", "1,2", "--radius", evil], ["fence", "add", "A", "--from-photo", evil],
        ["fence", "add", "A", "--at", "1,2", "--radius", "1km", "--hours", evil],
        ["fence", "add", "A", "--at", "1,2", "--radius", "1km", "--except", "2026-02-30" + evil],
        ["fence", "add", "A", "--at", "1,2", "--radius", "1km", "--to", evil], ["fence", "remove", evil],
        ["fence", "edit", evil, "--radius", "1km"], ["fence", "import", evil], ["fence", evil],
        ["mark", "work", evil], ["hold", evil], ["why", evil], ["inspect", evil], ["upload", "--to", evil],
        ["upload", "--to", "drives:" + evil], ["destination", "add", evil, "folder:/x"],
        ["destination", "remove", evil],
        ["destination", "check", evil], ["destination", "add", "nas", evil], ["apply", evil], ["undo", evil],
        ["unstage", evil], ["runs", evil], ["share", "--with", evil], ["share", "--link", "--expires", evil],
        ["share", "--link", "--role", evil], ["verify", "--receipts", evil], ["config", "check", evil],
        ["root", "forget", evil], ["index", "backup", evil], ["status", "--config", evil], ["status", "--index", evil],
        ["problems", "--accept", evil],
    ]

    @Test(arguments: typed)
    func `What was typed steers no terminal and begins no line`(arguments: [String]) async throws {
        let world = try await World.withOfficeAndHome()
        check(await world.type(arguments))
        world.terminals = [.output, .error]
        check(await world.type(arguments + ["--color", "never"]))
    }

    @Test(arguments: typed)
    func `No error repeats 100 kB of what was typed`(arguments: [String]) async throws {
        let world = try await World.withOfficeAndHome()
        let long = String(repeating: "long: word ", count: 9_000)
        let arguments = arguments.map { $0.replacing(Self.evil, with: long) }
        for format in [[], ["--json"]] {
            let outcome = await world.type(arguments + format)
            // A result is exact.
            if outcome.exit == 0 { continue }
            #expect(outcome.output.utf8.count + outcome.notes.utf8.count < 12_000, "\(outcome.notes.prefix(300))")
        }
    }

    @Test(arguments: configured)
    func `No error repeats 100 kB of the configuration`(text: String) async throws {
        let world = try await World.withOfficeAndHome()
        _ = try world.addTrash()
        let long = String(repeating: "long word ", count: 10_000)
        try world.tree.write(world.configuration, Array(text.replacing("\\u001b[31m\\nforged: line", with: long).utf8))
        for command in [["status"], ["config", "check"], ["doctor"], ["upload", "-n", "--json"], ["scan", "-n"]] {
            let outcome = await world.type(command)
            #expect(outcome.output.utf8.count + outcome.notes.utf8.count < 12_000, "\(outcome.notes.prefix(300))")
        }
    }

    private static let configured = [
        "[\"scan\\u001b[31m\\nforged: line\"]\na = 1\n", "[scan]\n\"ro\\u001b[31m\\nforged: line\" = 1\n",
        "[destinations.\"a\\u001b[31m\\nforged: line\"]\nkind = \"folder\"\npath = \"\"\n",
        "[destinations.\"a\\u001b[31m\\nforged: line\"]\nkind = 7\n",
        "[destinations.a]\nkind = \"fol\\u001b[31m\\nforged: line\"\n",
        "[upload]\nto = [\"x\\u001b[31m\\nforged: line\"]\n", "[upload]\nfolder = \"/x\\u001b[31m\\nforged: line\"\n",
        "[triage]\ntime-zone = \"x\\u001b[31m\\nforged: line\"\n",
        "[purge]\nolder-than = \"x\\u001b[31m\\nforged: line\"\n",
        "[purge]\nkeep = [\"[x\\u001b[31m\\nforged: line\"]\n",
        "[scan]\nexclude = [\"[x\\u001b[31m\\nforged: line\"]\n",
    ]

    @Test(arguments: configured)
    func `Keys and values of the configuration steer no terminal and begin no line`(text: String) async throws {
        let world = try await World.withOfficeAndHome()
        try world.tree.write(world.configuration, Array(text.utf8))
        for command in [["status"], ["config", "show"], ["config", "check"], ["upload", "-n"], ["scan", "-n"]] {
            check(await world.type(command))
        }
    }

    @Test func `At a terminal, formats for programs steer nothing either, and elsewhere they are exact`() async throws {
        let world = try World()
        try world.add("a\u{1B}[31m.jpg")
        await world.run("scan", world.library)
        for format in ["csv", "paths"] {
            #expect(await world.list(["--format", format]).output.contains("a\u{1B}[31m.jpg"))
        }
        world.terminals = [.output]
        for format in ["csv", "paths", "table", "geojson", "json"] { check(await world.list(["--format", format])) }
    }
}
