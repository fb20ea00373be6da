import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Messages of removals and undos in which something fails.
struct RemovalWordTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws { removable = try await Removable("a.jpg", "b.jpg", "c.jpg") }

    @Test func `A trash error is one line and a number, and in JSON each group reports it`() async throws {
        let trash = FakeTrashService(in: world.tree.path("trash"))
        for name in ["a.jpg", "b.jpg", "c.jpg"] {
            trash.refuse(.prepare, for: "\(world.library)/\(name)", with: TrashError(.refused, "the trash is a file"))
        }
        world.trashService = { _ in trash }
        let outcome = await world.run("purge", "--yes")
        #expect(outcome.exit == 4)
        let lines = outcome.notes.split(separator: "\n")
        #expect(lines.count == 2, "\(outcome.notes)")
        #expect(lines.first?.hasSuffix(".jpg: refused, no-trash: the trash is a file") == true, "\(outcome.notes)")
        #expect(lines.last == "workphotos: 2 photos more: refused, no-trash: the trash is a file")
        let objects = try await world.objects("purge", "--yes")
        #expect(objects.map { $0["why"] } == ["no-trash", "no-trash", "no-trash", nil])
    }

    @Test func `A photo at too few destinations is not reported as not uploaded`() async throws {
        try removable.configure("[purge]\nrequire = 2\n")
        let outcome = await world.run("purge", "-n")
        #expect(outcome.output.hasPrefix("Nothing to do\nNot removed: 3 at fewer than 2 destinations\n"), "\(outcome)")
        #expect(try await world.objects("purge", "-n").first?["why"] == "not-uploaded")
        let whole = await world.run("run", "--yes")
        #expect(whole.output.contains("Not removed: 3 at fewer than 2 destinations\n"), "\(whole.output)")
    }

    @Test func `The reclaimable size is reported as a maximum if the configuration may keep some`() async throws {
        func status() async -> String { await world.run("status").output }
        #expect(await status().contains("\ncan be reclaimed            3 ("))
        let ages = "older-than = \"30d\"\nverified-for = \"7d\"\n"
        try removable.configure("[purge]\nrequire = 2\nkeep = [\"*.png\"]\n" + ages)
        let said = await status()
        #expect(said.contains("\ncan be reclaimed, at most   3 ("), "\(said)")
        #expect(said.contains("); [purge] older-than, verified-for, keep, require: see purge --dry-run\n"), "\(said)")
        let object = try #require(try await world.objects("status").first)
        #expect(
            object.members["reclaimableUnless"] as? [String] == ["older-than", "verified-for", "keep", "require"])
    }

    @Test func `The time of the user's answer is not counted`() async throws {
        let clock = world.clock
        world.confirmation = TypedAnswers(["y", "y"], canAsk: true) { clock.advance(seconds: 600) }
        let purge = try await world.objects("purge")
        #expect(purge.last?[number: "done"] == 3)
        #expect(try #require(purge.last?[number: "seconds"]) < 600)
        let emptied = try await world.objects("runs", "--empty-trash", "3")
        #expect(emptied.last?[number: "done"] == 3)
        #expect(try #require(emptied.last?[number: "seconds"]) < 600)
    }

    @Test func `An unreadable sidecar keeps its photo, and the remedy is shown`() async throws {
        let sidecar = FilePath("photos/b.aae")
        try world.tree.write(sidecar, Array("<plist></plist>".utf8))
        await world.run("scan")
        let path = world.tree.path(sidecar)
        let purge = await world.run("purge", "--yes")
        #expect(
            purge.exit == 0
                && purge.output.contains("Not removed: 1 next to a file that cannot be read (workphotos why FILE)\n"))
        let words = "\(path) cannot be read; fix it or move it away, and scan again"
        let told = "\(world.library)/b.jpg: skipped, company-unreadable: \(words)\n"
        #expect(purge.notes.contains(told), "\(purge.notes)")
        let why = await world.run("why", "\(world.library)/b.jpg")
        let kept = "kept by   \(path), which cannot be read; fix it or move it away, and scan again\n"
        #expect(why.output.hasSuffix(kept), "\(why.output)")
        let object = try #require(try await world.objects("why", "\(world.library)/b.jpg").first)
        #expect(object.members["kept"] as? [String] == ["company-unreadable"])
        let partners = try #require(object.members["partners"] as? [[String: Any]])
        #expect(partners.map { $0["path"] as? String } == [path.string])
        try world.tree.remove(sidecar)
        #expect(try await world.objects("purge", "--yes").last?[number: "done"] == 1)
    }

    @Test func `A sidecar that no scan has seen yet keeps its photo until one does`() async throws {
        try world.tree.write("photos/b.xmp", [7])
        let why = await world.run("why", "\(world.library)/b.jpg")
        #expect(why.output.contains("/b.xmp, which the last scan did not find; scan again"), "\(why.output)")
        #expect(why.output.contains("[scan] exclude"))
        #expect(try await world.objects("purge", "--yes").compactMap { $0["why"] } == ["members-differ"])
    }

    @Test func `A copy that differs from what was sent is named, whatever its size`() async throws {
        await world.run("purge", "--yes", "--permanently")
        let folder: FilePath = "Office/2026/2026-05-04"
        let bytes = try #require(removable.service.bytes(at: folder.appending("b.jpg")))
        removable.service.place(.file([1], modified: 0), at: folder.appending("a.jpg"))
        removable.service.place(.file(bytes.map { $0 ^ 1 }, modified: 0), at: folder.appending("b.jpg"))
        removable.service.place(nil, at: folder.appending("c.jpg"))
        let undo = await world.run("undo", "3")
        #expect(undo.exit == 1)
        for name in ["a.jpg", "b.jpg"] {
            let words = "it is not in the trash, and the copy at nas: \(folder)/\(name) is not what was sent"
            #expect(
                undo.notes.contains("workphotos: \(world.library)/\(name): failed, corrupted: \(words)\n"),
                "\(undo.notes)")
        }
        #expect(undo.output.contains("2 whose copies are not what was sent"), "\(undo.output)")
        #expect(undo.output.contains("1 that are neither in the trash nor at a destination"), "\(undo.output)")
    }
}
