import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Files that a killed run parked and that no journal knows, because the index was lost.
struct ParkedFileTests {
    private let world: World
    private let named: FilePath = "photos/.workphotos-12-3.a&b.jpg"
    private let nameless: FilePath = "photos/.workphotos-12-4"

    init() async throws {
        world = try World()
        let permanent = FakeTrashService(in: world.tree.path("photos"), isPermanent: true)
        world.trashService = { way in way == .permanent ? permanent : FakeTrashService(in: nil) }
        try world.add("z.jpg")
        for (file, hour) in [(named, 11), (nameless, 12)] {
            try world.tree.write(file, TestPhoto(at: Place.office, taken: "2026:05:04 \(hour):00:00").bytes)
        }
    }

    private func path(_ file: FilePath) -> String { world.tree.path(file).string }

    @Test func `A scan reports them with the command that restores their names`() async throws {
        let lines = try await world.objects("scan", world.library)
        let problems = lines.filter { $0["type"] == "problem" }
        #expect(problems.map { $0["what"] } == ["parked", "parked"])
        let details = Dictionary(uniqueKeysWithValues: problems.map { ($0["path"] ?? "", $0["detail"] ?? "") })
        #expect(details[path(named)]?.hasSuffix(": workphotos undo --parked '\(path(named))'") == true)
        #expect(details[path(nameless)]?.hasSuffix("workphotos undo --parked \(path(nameless)) --name NAME") == true)
        #expect((lines.last?[number: "photos"], lines.last?[number: "problems"]) == (1, 2))
        let again = await world.run("scan")
        #expect(again.exit == 3)
        #expect(again.notes.contains("\(path(named)): is a&b.jpg, which a killed run parked"))
    }

    @Test func `They get their names back, and a scan has nothing to report`() async throws {
        await world.run("scan", world.library)
        let dry = await world.run("undo", "--parked", path(named), "-n")
        #expect(dry.exit == 0 && dry.output.contains("Would restore 1 photo ("))
        #expect(world.tree.exists(named))
        let outcome = await world.run("undo", "--parked", path(named))
        #expect(outcome.exit == 0 && outcome.output.hasPrefix("Restored 1 photo ("), "\(outcome)")
        let other = await world.run("undo", "--parked", path(nameless), "--name", "b.jpg")
        #expect(other.exit == 0, "\(other)")
        #expect(world.tree.exists("photos/a&b.jpg") && world.tree.exists("photos/b.jpg"))
        let scan = await world.run("scan")
        #expect(scan.exit == 0 && scan.output.hasPrefix("3 photos (2 new)"), "\(scan)")
    }

    @Test func `Nothing is overwritten`() async throws {
        try world.add("a&b.jpg")
        await world.run("scan", world.library)
        let before = try world.tree.snapshot(leavingOut: ["-shm", "-wal"])
        for arguments in [[], ["-n"]] {
            let outcome = await world.type(["undo", "--parked", path(named)] + arguments)
            #expect(outcome.exit == 4 && outcome.notes.contains("name-taken"), "\(outcome)")
        }
        #expect(try world.tree.snapshot(leavingOut: ["-shm", "-wal"]) == before)
        let lines = try await world.objects("undo", "--parked", path(named), "--name", "z.jpg")
        #expect(lines.first?["state"] == "refused" && lines.first?["why"] == "name-taken")
    }

    @Test func `Files that cannot be restored are reported before anything is done`() async throws {
        await world.run("scan", world.library)
        for arguments in [
            ["--parked", path(nameless)], ["--parked", path(named), path(nameless)],
            ["--parked", path("photos/z.jpg")],
            ["--parked", path(named), "--name", "a/b.jpg"], ["--parked", path(named), "--name", ".."],
            ["--parked", path(named), "--name", ".workphotos-1-1"],
            ["--parked", path(named), path(nameless), "--name", "b"],
            ["12", "--parked", path(named)], ["12", "--name", "b"], [],
        ] {
            let outcome = await world.type(["undo"] + arguments)
            #expect(outcome.exit == 64, "\(arguments): \(outcome)")
        }
        #expect(world.tree.exists(named) && world.tree.exists(nameless))
    }

    @Test func `Without an index there is no lock to take, and a missing file is reported`() async throws {
        #expect(await world.run("undo", "--parked", path(named)).exit == 10)
        await world.run("scan", world.library)
        let gone = await world.run("undo", "--parked", "\(world.library)/.workphotos-1-1.x.jpg")
        #expect(gone.exit == 1 && gone.notes.contains("does not exist"), "\(gone)")
        let one = await world.run("undo", "--parked", "\(world.library)/.workphotos-1-1.x.jpg", path(named))
        #expect(one.exit == 3 && world.tree.exists("photos/a&b.jpg"), "\(one)")
    }
}
