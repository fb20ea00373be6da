import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Another machine's index of the same library is merged, and uploads and removals obey it.
struct IndexMergeTests {
    /// The place of the other index, which has a lock of its own.
    private static let other: FilePath = "other/index.sqlite"

    private func path(_ name: String, in world: World) -> String { "\(world.library)/\(name)" }

    private func other(in world: World) -> String { world.tree.path(Self.other).string }

    /// Types a command for the other index.
    @discardableResult
    private func there(_ world: World, _ arguments: String...) async -> Outcome {
        await world.type(arguments + ["--index", other(in: world)])
    }

    /// A backup of the other index: one file, whatever its log has.
    private func backup(_ name: String, in world: World) async -> String {
        let file = world.tree.path("other").appending(name).string
        #expect(await there(world, "index", "backup", file).exit == 0)
        return file
    }

    /// A library of a photo of the office and one of home that both indexes know.
    private func knownToBoth() async throws -> World {
        let world = try await World.withOfficeAndHome()
        #expect(await there(world, "scan", world.library).exit == 0)
        return world
    }

    @Test func `What is marked personal there is not sent, and the difference is told`() async throws {
        let world = try await knownToBoth()
        _ = try world.addNAS()
        let photo = path("a.jpg", in: world)
        #expect(await world.run("mark", "work", photo).exit == 0)
        #expect(await there(world, "mark", "personal", photo).exit == 0)
        let lines = try await world.objects("index", "merge", "-n", other(in: world))
        #expect(lines.map { $0["type"] } == ["conflict", "summary"])
        #expect([lines[0]["path"], lines[0]["here"], lines[0]["there"]] == [photo, "work", "personal"])
        let merged = await world.run("index", "merge", other(in: world))
        #expect(merged.exit == 0)
        let told = "\(photo): marked work here and personal there: personal stands\n\(other(in: world)): 1 mark, "
        #expect(merged.output.hasPrefix(told) && merged.output.contains("1 work -> personal"), "\(merged)")
        await world.run("destination", "add", "nas", world.nas)
        #expect(await world.run("upload").exit == 0)
        #expect(await world.list(["--uploaded", "--format", "paths"]).output == "")
        let again = try #require(try await world.objects("index", "merge", other(in: world)).last)
        let counts = ["marks", "holds", "conflicts", "receipts", "runs", "reread"].map { again[number: $0] }
        #expect(counts == [0, 0, 0, 0, 0, 0], "\(again)")
    }

    @Test func `What is held there is not removed`() async throws {
        let removable = try await Removable("a.jpg", "b.jpg")
        let world = removable.world
        #expect(await there(world, "scan", world.library).exit == 0)
        #expect(await there(world, "hold", path("a.jpg", in: world)).exit == 0)
        #expect(await world.run("index", "merge", other(in: world)).exit == 0)
        #expect(await world.run("purge", "--yes").exit == 0)
        #expect(try world.names == ["a.jpg"])
    }

    @Test func `A mark as work there overrules a fence that is never work only after a question`() async throws {
        let world = try await knownToBoth()
        await world.run("fence", "add", "Home", "--kind", "never", "--at", "52.487,13.425", "--radius", "80m")
        #expect(await there(world, "mark", "work", "--yes", path("home.jpg", in: world)).exit == 0)
        func verdict() async throws -> String? {
            try await world.objects("list", "--path", "*/home.jpg").first?["verdict"]
        }
        let merge = ["index", "merge", other(in: world)]
        world.confirmation = TypedAnswers()
        let alone = await world.type(merge)
        #expect(alone.exit == 64 && alone.notes.contains("1 photo in fences that are never work"), "\(alone)")
        world.confirmation = TypedAnswers(["n"], canAsk: true)
        #expect(await world.type(merge).exit == 1)
        #expect(await world.type(merge + ["-n"]).exit == 0)
        #expect(try await verdict() == "personal")
        world.confirmation = TypedAnswers(["y"], canAsk: true)
        #expect(await world.type(merge).exit == 0)
        #expect(try await verdict() == "work")
    }

    @Test func `It is asked about photos in a fence that is never work that cannot be read now`() async throws {
        let world = try await knownToBoth()
        await world.run("fence", "add", "Home", "--kind", "never", "--at", "52.487,13.425", "--radius", "80m")
        #expect(await there(world, "mark", "work", "--yes", path("home.jpg", in: world)).exit == 0)
        try world.tree.rename("photos", to: "away")
        let alone = await world.run("index", "merge", other(in: world))
        #expect(alone.exit == 64 && alone.notes.contains("1 photo in fences that are never work"), "\(alone)")
        let summary = try #require(try await world.objects("index", "merge", "--yes", other(in: world)).last)
        #expect([summary[number: "unread"], summary[number: "reversedFences"]] == [1, 1])
        try world.tree.rename("away", to: "photos")
        await world.run("scan")
        #expect(try await world.objects("list", "--path", "*/home.jpg").first?["verdict"] == "work")
    }

    @Test func `It is asked about imported photos in a fence that is never work, which nobody has read here`()
        async throws
    {
        let world = try World()
        let home = TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00")
        try world.add("home.jpg", home)
        await world.addOffice()
        await world.run("fence", "add", "Home", "--kind", "never", "--at", "52.487,13.425", "--radius", "80m")
        // The other machine has it at a path where nothing is here.
        try world.tree.write("theirs/1.jpg", home.bytes)
        let theirs = world.tree.path("theirs").string
        #expect(await there(world, "scan", theirs).exit == 0)
        #expect(await there(world, "mark", "work", "--yes", "\(theirs)/1.jpg").exit == 0)
        try world.tree.rename("theirs", to: "away")
        let lines = await world.run("inspect", "--judge", "--json", path("home.jpg", in: world))
        try world.tree.write("facts.ndjson", Array(lines.output.utf8))
        let facts = world.tree.path("facts.ndjson").string
        #expect(await world.run("index", "import", facts, "--root", world.library).exit == 0)
        let alone = await world.run("index", "merge", other(in: world))
        #expect(alone.exit == 64 && alone.notes.contains("1 photo in fences that are never work"), "\(alone)")
        let summary = try #require(try await world.objects("index", "merge", "--yes", other(in: world)).last)
        #expect([summary[number: "unread"], summary[number: "reversedFences"]] == [1, 1])
        await world.run("scan", world.library)
        #expect(try await world.objects("list", "--path", "*/home.jpg").first?["verdict"] == "work")
    }

    @Test(arguments: ["new.jpg", "a.jpg"])
    func `It is asked about photos that are new or edited since the scan, and in a fence that is never work`(
        name: String
    ) async throws {
        let world = try await knownToBoth()
        await world.run("fence", "add", "Home", "--kind", "never", "--at", "52.487,13.425", "--radius", "80m")
        try world.add(name, TestPhoto(at: Place.home, taken: "2026:05:04 21:00:00"))
        #expect(await there(world, "mark", "work", "--yes", path(name, in: world)).exit == 0)
        let alone = await world.run("index", "merge", other(in: world))
        #expect(alone.exit == 64 && alone.notes.contains("1 photo in fences that are never work"), "\(alone)")
        let summary = try #require(try await world.objects("index", "merge", "--yes", other(in: world)).last)
        #expect(summary[number: "reversedFences"] == 1)
        #expect(await world.run("index", "merge", other(in: world)).exit == 0, "it is merged once")
    }

    @Test func `A mark that was taken back here since does not come back with the same index`() async throws {
        let world = try await knownToBoth()
        let photo = path("a.jpg", in: world)
        #expect(await there(world, "mark", "personal", photo).exit == 0)
        for command in [["index", "merge", other(in: world)], ["mark", "auto", "--yes", photo]] {
            #expect(await world.type(command).exit == 0)
        }
        let again = try #require(try await world.objects("index", "merge", other(in: world)).last)
        #expect(again[number: "marks"] == 0)
        #expect(try await world.objects("list", "--path", "*/a.jpg").first?["verdict"] == "work")
    }

    @Test(arguments: [false, true])
    func `What is said in a copy of the other index is another word, and so in one that never scanned`(
        isCopy: Bool
    ) async throws {
        let world = try await knownToBoth()
        let photo = path("a.jpg", in: world)
        var others: [String] = []
        for name in ["one.sqlite", "two.sqlite"] {
            others.append(isCopy ? await backup(name, in: world) : world.tree.path("other").appending(name).string)
        }
        for other in others {
            #expect(await world.run("mark", "work", "--yes", photo).exit == 0)
            #expect(await world.run("mark", "personal", photo, "--index", other).exit == 0)
            #expect(await world.run("index", "merge", other).exit == 0)
            #expect(try await world.objects("list", "--path", "*/a.jpg").first?["verdict"] == "personal")
        }
    }

    @Test(arguments: ["a.jpg", "copy.jpg"])
    func `No undo takes away what is marked personal there too, at the same path or at that of a copy`(
        name: String
    ) async throws {
        let world = try await World.withOfficeAndHome()
        try world.add("copy.jpg")
        for index in [[], ["--index", other(in: world)]] {
            #expect(await world.type(["scan", world.library] + index).exit == 0)
        }
        #expect(await world.run("mark", "personal", path(name, in: world)).exit == 0)
        #expect(await there(world, "mark", "personal", path("a.jpg", in: world)).exit == 0)
        #expect(await world.run("index", "merge", other(in: world)).exit == 0)
        let undone = await world.run("mark", "--undo", "--yes")
        #expect(undone.exit == 0 && undone.output.contains("1 photo decided on again or moved since, and left alone"))
        for name in ["a.jpg", "copy.jpg"] {
            #expect(try await world.objects("list", "--path", "*/\(name)").first?["verdict"] == "personal")
        }
    }

    @Test func `No undo takes away a mark that was ended here before it was merged`() async throws {
        let world = try await knownToBoth()
        let photo = path("a.jpg", in: world)
        for word in ["personal", "auto"] {
            #expect(await world.run("mark", word, "--yes", photo).exit == 0)
        }
        #expect(await there(world, "mark", "personal", photo).exit == 0)
        #expect(await world.run("index", "merge", other(in: world)).exit == 0)
        for _ in 1...2 { #expect(await world.run("mark", "--undo", "--yes").exit == 0) }
        #expect(try await world.objects("list", "--path", "*/a.jpg").first?["verdict"] == "personal")
    }

    @Test func `No undo takes away a hold of both`() async throws {
        let removable = try await Removable("a.jpg", "b.jpg")
        let world = removable.world
        #expect(await there(world, "scan", world.library).exit == 0)
        for index in [[], ["--index", other(in: world)]] {
            #expect(await world.type(["hold", path("a.jpg", in: world)] + index).exit == 0)
        }
        #expect(await world.run("index", "merge", other(in: world)).exit == 0)
        #expect(await world.run("mark", "--undo", "--yes").exit == 0)
        #expect(await world.run("purge", "--yes").exit == 0)
        #expect(try world.names == ["a.jpg"])
    }

    @Test func `A file that is no index is told as the other one, with what to type`() async throws {
        let world = try await knownToBoth()
        let another = "; on the other machine, workphotos index backup FILE"
        let missing = await world.run("index", "merge", world.tree.path("none.sqlite").string)
        #expect(missing.exit == 10 && missing.notes.contains("there is no such file\(another)"), "\(missing)")
        #expect(TypedLine.next(of: missing).map { $0.hasPrefix("ls -la /") } == [true])
        try world.tree.write("empty.sqlite", [])
        try world.tree.write("text.sqlite", Array("text".utf8))
        for (name, what) in [("empty.sqlite", "it is empty"), ("text.sqlite", "it is not an SQLite database")] {
            let outcome = await world.run("index", "merge", world.tree.path(FilePath(name)).string)
            #expect(outcome.exit == 10 && outcome.notes.contains("\(what)\(another)"), "\(outcome)")
            #expect(!outcome.notes.contains("If it was lost") && TypedLine.next(of: outcome).isEmpty)
        }
    }

    @Test func `A dry run writes nothing, and a merge nothing beside the other index`() async throws {
        let world = try await knownToBoth()
        #expect(await there(world, "mark", "personal", path("a.jpg", in: world)).exit == 0)
        let before = try world.tree.snapshot()
        let merged = await world.run("index", "merge", "--dry-run", other(in: world))
        #expect(merged.exit == 0 && merged.output.contains("would be added"), "\(merged)")
        #expect(try world.tree.snapshot() == before)
        #expect(await world.run("index", "merge", "-q", other(in: world)) == Outcome(exit: 0))
        let ofOther = { (files: [String: [UInt8]]) in files.filter { $0.key.hasPrefix("other/") } }
        #expect(try ofOther(world.tree.snapshot()) == ofOther(before))
    }

    @Test func `A hold from a destination that was lifted here comes back, and is told`() async throws {
        let world = try await Removable("a.jpg").world
        let photo = path("a.jpg", in: world)
        #expect(await world.run("retract", "--yes", photo).exit == 0)
        let held = world.tree.path("held.sqlite").string
        #expect(await world.run("index", "backup", held).exit == 0)
        #expect(await world.run("mark", "work", photo).exit == 0)
        let told = "held again, though lifted here: 2 holds from destinations; mark the photos as work there too\n"
        let dry = await world.run("index", "merge", "-n", held)
        #expect(dry.exit == 0 && dry.output.contains("\nwould be \(told)"), "\(dry)")
        let merged = await world.run("index", "merge", held)
        #expect(merged.exit == 0 && merged.output.contains("\n\(told)"), "\(merged)")
        #expect(await !world.run("index", "merge", held).output.contains("though lifted here"))
    }

    @Test func `What cannot be merged is refused before anything is written`() async throws {
        let world = try await knownToBoth()
        _ = try world.addNAS()
        await there(world, "destination", "add", "nas", world.nas)
        #expect(await there(world, "upload", "--stage").exit == 0)
        let other = await backup("staged.sqlite", in: world)
        let before = try world.tree.snapshot()
        let staged = await world.run("index", "merge", other)
        #expect(staged.exit == 4 && staged.notes.contains("staged"), "\(staged)")
        #expect(await world.run("index", "merge", world.tree.path("none.sqlite").string).exit == 10)
        #expect(await world.run("index", "merge", path("a.jpg", in: world)).exit == 10)
        #expect(await world.run("index", "merge", world.tree.path(world.index).string).exit == 1)
        #expect(await world.run("index", "merge", other, "--index", "none.sqlite").exit == 10)
        let lock = try world.tree.lock(".local/state/workphotos/act.lock")
        #expect(await there(world, "unstage", "--yes").exit == 0)
        #expect(await world.run("index", "merge", backup("unstaged.sqlite", in: world)).exit == 11)
        withExtendedLifetime(lock) {}
        let ofOwn = { (files: [String: [UInt8]]) in files[world.index.string] }
        #expect(try ofOwn(world.tree.snapshot()) == ofOwn(before))
    }

    @Test func `A run there is listed with its machine, and neither undone nor emptied here`() async throws {
        let removable = try await Removable("a.jpg", "b.jpg")
        let world = removable.world
        #expect(await there(world, "scan", world.library).exit == 0)
        await there(world, "destination", "add", "nas", world.nas)
        #expect(await there(world, "upload").exit == 0)
        #expect(await there(world, "purge", "--yes", "--path", "*/b.jpg").exit == 0)
        #expect(try world.names == ["a.jpg"])
        let other = await backup("purged.sqlite", in: world)
        let summary = try #require(try await world.objects("index", "merge", other).last)
        #expect(summary[number: "removed"] == 1)
        let runs = try await world.objects("runs", "--all")
        let purge = try #require(runs.first { $0["command"] == "purge" })
        #expect(purge["mergedAt"] != nil)
        let number = String(Int(try #require(purge[number: "id"])))
        #expect(await world.run("runs", number).output.contains("b.jpg"))
        for command in [
            ["undo", number, "--yes"], ["undo", number, "-n"], ["runs", "--empty-trash", number, "--yes"],
        ] {
            let outcome = await world.type(command)
            #expect(outcome.exit == 1 && outcome.notes.contains("another machine"), "\(outcome)")
        }
        #expect(try removable.trashed == 1)
    }
}
