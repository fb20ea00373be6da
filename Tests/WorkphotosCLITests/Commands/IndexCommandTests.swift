import SystemPackage
import Testing
import WorkphotosTestSupport

struct IndexCommandTests {
    private func scanned() async throws -> World {
        let world = try World()
        try world.add("a.jpg")
        await world.run("scan", world.library)
        return world
    }

    @Test func `A sound index is reported as sound`() async throws {
        #expect(await (try scanned()).run("index", "check") == Outcome(exit: 0, output: "The index is intact.\n"))
    }

    @Test func `A backup is an index itself, and overwrites only if told to`() async throws {
        let world = try await scanned()
        let copy = world.tree.path("copy.sqlite").string
        #expect(await world.run("index", "backup", copy).exit == 0)
        #expect(try await world.objects("list", "--index", copy).last?[number: "photos"] == 1)
        let refused = await world.run("index", "backup", copy)
        #expect(refused.exit == 64)
        #expect(refused.notes.contains("--yes"))
        #expect(await world.run("index", "backup", copy, "--yes").exit == 0)
    }

    @Test func `A backup replaces nothing else, and a dry run says so too`() async throws {
        let world = try await scanned()
        try world.tree.write("text", Array("no index".utf8))
        let database = [UInt8]("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 100)
        try world.tree.write("database", database)
        try world.tree.makeDirectory("directory")
        for name in ["text", "database", "directory", "photos/a.jpg"] {
            for dryRun in [["-n"], []] {
                let outcome = await world.type(["index", "backup", "--yes", name] + dryRun)
                #expect(outcome.exit == 1, "\(name)")
                #expect(outcome.notes.contains("\(name): The backup cannot be written: "), "\(outcome.notes)")
            }
        }
        #expect(try world.tree.read("database") == database)
    }

    @Test func `A backup that cannot be written is a failure of the backup, not of the index`() async throws {
        let world = try await scanned()
        let outcome = await world.run("index", "backup", "none/at/all.sqlite")
        #expect(outcome.exit == 1)
        #expect(outcome.notes.contains("none/at/all.sqlite: The backup cannot be written"))
    }

    @Test func `The suggested command is for the same index`() async throws {
        let outcome = await (try World()).run("list", "--index", "other.sqlite")
        #expect(outcome.notes.contains("next: workphotos scan DIR --index other.sqlite"))
    }

    @Test func `A file that is not an index is refused and unchanged`() async throws {
        let world = try await scanned()
        let text = Array("not a database, but long enough to look at for a while".utf8)
        try world.tree.write("other.sqlite", text)
        for command in [["scan", world.library], ["list"], ["status"], ["index", "check"]] {
            let outcome = await world.type(command + ["--index", world.tree.path("other.sqlite").string])
            #expect(outcome.exit == 10, "\(command)")
        }
        #expect(try world.tree.read("other.sqlite") == text)
        #expect(!world.tree.exists("other.sqlite-wal"))
    }

    @Test func `An index of another owner is refused and unchanged`() async throws {
        let world = try await scanned()
        let before = try world.tree.read(world.index)
        world.owner = "somebody else"
        let outcome = await world.run("scan", world.library)
        #expect(outcome.exit == 10)
        #expect(outcome.notes.contains("tests of the command line"))
        #expect(try world.tree.read(world.index) == before)
    }
}
