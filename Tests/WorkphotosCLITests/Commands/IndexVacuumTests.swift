import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct IndexVacuumTests {
    private let world: World

    /// An index of many photos, most of which were forgotten.
    init() async throws {
        world = try World()
        try world.tree.makeDirectory("many")
        for number in 0..<1_500 { try world.tree.write(FilePath("many/\(number).jpg"), TestPhoto().bytes) }
        try world.add("a.jpg")
        await world.run("scan", world.library, world.tree.path("many").string)
        #expect(await world.run("root", "forget", "--yes", world.tree.path("many").string).exit == 0)
    }

    private var size: Int {
        get throws {
            let files = try world.tree.snapshot().filter {
                $0.key.contains("index.sqlite") && !$0.key.hasSuffix(".lock")
            }
            return files.values.reduce(0) { $0 + $1.count }
        }
    }

    @Test func `After a root is forgotten the file shrinks, and everything else is unchanged`() async throws {
        let before = try size
        let list = await world.list([])
        let summary = try #require(try await world.objects("index", "vacuum").last)
        #expect(summary["command"] == "index vacuum" && summary["path"] == world.tree.path(world.index).string)
        #expect(summary[number: "before"] == Double(before))
        #expect(try summary[number: "after"] == Double(size))
        #expect(try size < before * 2 / 3)
        #expect(await world.list([]) == list)
        #expect(await world.run("index", "check").exit == 0)
        #expect(await world.run("index", "vacuum").output.hasSuffix("0 B less than before\n"))
        #expect(await world.run("index", "vacuum", "-q") == Outcome(exit: 0))
    }

    @Test func `A dry run reports what would be freed, and writes nothing`() async throws {
        let before = try world.tree.snapshot()
        let summary = try #require(try await world.objects("index", "vacuum", "-n").last)
        #expect(summary.members["dryRun"] as? Bool == true)
        let (now, then) = (try #require(summary[number: "before"]), try #require(summary[number: "after"]))
        #expect(then < now * 2 / 3)
        #expect(await world.run("index", "vacuum", "--dry-run").output.hasSuffix(" would be freed\n"))
        #expect(try world.tree.snapshot() == before)
    }

    @Test func `It waits for other runs, and creates no index`() async throws {
        let lock = try world.tree.lock(".local/state/workphotos/act.lock")
        #expect(await world.run("index", "vacuum").exit == 11)
        #expect(await world.run("index", "vacuum", "-n").exit == 0)
        withExtendedLifetime(lock) {}
        #expect(await world.run("index", "vacuum", "--index", "none.sqlite").exit == 10)
        #expect(!world.tree.exists("none.sqlite"))
    }
}
