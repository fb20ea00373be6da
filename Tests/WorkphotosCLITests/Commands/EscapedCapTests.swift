import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Command lines that try to exceed the weekly cap: of 40 photos in four directories, ten may be removed.
struct EscapedCapTests {
    private static let parts = ["a", "b", "c", "d"]
    private let all = parts.flatMap { part in (0..<10).map { "\(part)/\($0).jpg" } }
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws { removable = try await Removable(all) }

    private func purge(_ arguments: String...) async -> Outcome { await world.type(["purge", "--yes"] + arguments) }

    /// Whether an outcome is the refusal of so many more photos of a root or of all of them.
    private func isRefused(
        _ outcome: Outcome, _ planned: Int, of place: String, had largest: Int = 40, with gone: String = ""
    ) -> Bool {
        let words =
            "refused: \(planned.counting("photo")) would be removed from \(place), which had \(largest) in the last "
            + "7 days\(gone); the limit is \(largest / 4) (25 %)"
        return outcome.exit == 4 && outcome.notes.contains(words)
    }

    private static let whole = "all roots together"
    private static let ten = " (10 already removed)"

    @Test func `Forgetting the root and scanning its small parts removes no more`() async throws {
        #expect(await world.run("root", "forget", "--yes", world.library).exit == 0)
        for part in Self.parts { #expect(await world.run("scan", "\(world.library)/\(part)").exit == 0) }
        #expect(isRefused(await purge(), 40, of: Self.whole))
        for part in ["a", "b"] { #expect(await purge("--limit", "4", "--path", "*/\(part)/*").exit == 0) }
        #expect(isRefused(await purge("--limit", "3"), 3, of: Self.whole, with: " (8 already removed)"))
        #expect(await purge("--limit", "2").exit == 0)
        for part in Self.parts {
            #expect(await world.run("root", "forget", "--yes", "\(world.library)/\(part)").exit == 0)
            #expect(await world.run("scan", "\(world.library)/\(part)").exit == 0)
            #expect(isRefused(await purge("--limit", "1"), 1, of: Self.whole, with: Self.ten))
        }
        #expect(try removable.world.names.count == 30)
    }

    @Test func `Moving the library, forgetting the root and scanning it there removes no more`() async throws {
        #expect(await purge("--limit", "10").exit == 0)
        try world.tree.rename("photos", to: "moved")
        #expect(await world.run("root", "forget", "--yes", world.library).exit == 0)
        #expect(await world.run("scan", world.tree.path("moved").string).exit == 0)
        #expect(isRefused(await purge("--limit", "1"), 1, of: Self.whole, with: Self.ten))
        let lines = try await world.objects("purge", "-n", "--limit", "1")
        let breaches = try #require(lines.last?.members["breaches"] as? [[String: Any]])
        #expect(breaches.map { $0["scope"] as? String } == ["library"])
        #expect(await purge("--limit", "1", "--max-delete", "11").exit == 0, "a person may say so")
    }

    @Test func `Copying the library into the root and removing the copies removes no more`() async throws {
        for name in all {
            let bytes = try world.tree.read(FilePath("photos/\(name)"))
            try world.tree.write(FilePath("photos/copies/\(name)"), bytes)
        }
        await world.run("scan")
        try world.tree.remove("photos/copies")
        await world.run("scan")
        #expect(try await world.objects("list").filter { $0["type"] == "photo" }.count == 40)
        #expect(isRefused(await purge("--limit", "11"), 11, of: world.library))
        #expect(await purge("--limit", "10").exit == 0)
    }

    @Test func `Renaming the root removes no more, and its former path counts`() async throws {
        #expect(await purge("--limit", "10").exit == 0)
        try world.tree.rename("photos", to: "moved")
        let moved = world.tree.path("moved").string
        #expect(await world.run("root", "rename", world.library, moved).exit == 0)
        #expect(await world.run("scan", moved).exit == 0)
        #expect(isRefused(await purge("--limit", "1"), 1, of: moved, with: Self.ten))
        try world.tree.rename("moved", to: "photos")
        #expect(await world.run("root", "forget", "--yes", moved).exit == 0)
        #expect(await world.run("scan", world.library).exit == 0)
        let more = await purge("--limit", "1")
        #expect(more.notes.contains("\(world.library), which had 30 in the last 7 days\(Self.ten)"), "\(more)")
        #expect(isRefused(more, 1, of: Self.whole, with: Self.ten), "\(more)")
    }

    @Test func `Forgetting the root and scanning it again removes no more`() async throws {
        #expect(await purge("--limit", "10").exit == 0)
        #expect(await world.run("root", "forget", "--yes", world.library).exit == 0)
        #expect(await world.run("scan", world.library).exit == 0)
        let more = await purge("--limit", "1")
        let words =
            "refused: 1 photo would be removed from \(world.library), which had 30 in the last 7 days\(Self.ten)"
        #expect(more.exit == 4 && more.notes.contains(words), "\(more)")
        #expect(isRefused(more, 1, of: Self.whole, with: Self.ten), "\(more)")
    }

    @Test func `A root of fewer than twenty has no share of its own, and the whole index has one from twenty on`()
        async throws
    {
        #expect(await world.run("root", "forget", "--yes", world.library).exit == 0)
        try world.tree.remove("photos/c")
        try world.tree.remove("photos/d")
        world.clock.advance(seconds: 8 * 86_400)
        #expect(await world.run("scan", "\(world.library)/a").exit == 0)
        #expect(await purge("-n").exit == 0, "ten are too few for a share")
        #expect(await world.run("scan", "\(world.library)/b").exit == 0)
        #expect(isRefused(await purge("--limit", "6"), 6, of: Self.whole, had: 20))
        #expect(await purge("--limit", "5").exit == 0)
    }

    @Test func `What was undone counts no more, and neither does what was removed more than seven days ago`()
        async throws
    {
        let run = try #require(try await world.objects("purge", "--yes", "--limit", "10").last?["run"])
        #expect(await world.run("undo", run).exit == 0)
        #expect(await purge("--limit", "10").exit == 0, "ten others")
        #expect(isRefused(await purge("--limit", "1"), 1, of: world.library, with: Self.ten))
        world.clock.advance(seconds: 8 * 86_400)
        #expect(await purge("--limit", "7").exit == 0)
    }

    @Test func `An index older than the purge learns from the trash what was removed`() async throws {
        let copy = world.tree.path("copy.sqlite").string
        #expect(await world.run("index", "backup", copy).exit == 0)
        #expect(await purge("--limit", "10").exit == 0)
        let restored = ["--index", copy]
        #expect(await world.type(["scan"] + restored).exit == 0)
        let went = try Set(all).subtracting(removable.world.names).sorted()
        removable.trash.trashed = went.map {
            TrashedFile(
                ticket: "lost \($0)", run: 1, path: world.tree.path(FilePath("photos/\($0)")), deleted: world.clock.now)
        }
        let more = await world.type(["purge", "--yes", "--limit", "1"] + restored)
        #expect(isRefused(more, 1, of: world.library, with: Self.ten), "\(more)")
    }

    @Test func `For one older than a permanent removal, the warning is all there is`() async throws {
        let copy = world.tree.path("copy.sqlite").string
        #expect(await world.run("index", "backup", copy).exit == 0)
        #expect(await purge("--limit", "10", "--permanently").exit == 0)
        #expect(await world.type(["scan", "--index", copy]).exit == 0)
        let more = await world.type(["purge", "-n", "--limit", "1", "--index", copy])
        #expect(
            more.exit == 0 && more.notes.contains("Not counted: 10 uploaded photos that left the library in"), "\(more)"
        )
    }

    @Test(arguments: [[], ["--permanently"]])
    func `A rebuilt index learns from the destination's receipts what was removed`(flags: [String]) async throws {
        #expect(await world.type(["purge", "--yes", "--limit", "10"] + flags).exit == 0)
        world.removeIndex()
        #expect(await world.run("index", "rebuild", "--from", world.nas).exit == 0)
        #expect(await world.run("scan", world.library).exit == 0)
        let more = await purge("--limit", "1")
        #expect(isRefused(more, 1, of: Self.whole, with: Self.ten), "\(more)")
        let lines = try await world.objects("purge", "-n", "--limit", "1")
        let breaches = try #require(lines.last?.members["breaches"] as? [[String: Any]])
        #expect(breaches.map { $0["scope"] as? String } == (["library"]))
        #expect(breaches.first?["path"] is String == false)
    }

    @Test func `The configuration removes no more, and may allow less`() async throws {
        try removable.configure("[purge]\nmax-delete = 40\n")
        #expect(isRefused(await purge(), 40, of: world.library))
        try removable.configure("[purge]\nmax-delete = \"10%\"\n")
        #expect(await purge("--limit", "5").exit == 4)
        #expect(await purge("--limit", "4").exit == 0)
        try removable.configure("[purge]\nmax-delete = \"30%\"\n")
        #expect(await purge("--limit", "1").exit == 78)
    }
}
