import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// `purge` with its messages and JSON, from the command line to the trash.
struct RemovalTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws { removable = try await Removable("a.jpg", "b.jpg", "c.jpg") }

    @Test func `A dry run shows what would be removed and where its copies are, and writes nothing`() async throws {
        let before = try world.tree.snapshot()
        let outcome = await world.run("purge", "-n", "--path", "*a.jpg")
        #expect(outcome.exit == 0)
        #expect(outcome.output.contains("\(world.library)/a.jpg  copy at nas: Office/2026/2026-05-04/a.jpg\n"))
        #expect(outcome.output.contains("\nWould remove 1 photo ("))
        #expect(outcome.output.contains(") to the trash in "))
        #expect(try world.tree.snapshot() == before)
    }

    @Test func `A removal to the trash is reported, with how to free the space and to undo it`() async throws {
        let outcome = await world.run("purge", "--yes", "--index", world.tree.path(world.index).string)
        #expect(outcome.exit == 0, "\(outcome)")
        #expect(outcome.output.hasPrefix("Removed 3 photos ("))
        let places = "--index \(world.tree.path(world.index).string)\n"
        #expect(
            outcome.notes == "Files in the trash use disk space until you empty it: workphotos runs --empty-trash 3 "
                + "\(places)To restore them: workphotos undo 3 \(places)")
        #expect(try removable.world.names.isEmpty && removable.trashed == 3)
        #expect(await world.run("purge", "-qy") == Outcome(exit: 0))
    }

    @Test func `A removed photo is reported with its run, until it is restored`() async throws {
        await world.run("purge", "--yes", "-q", "--path", "*a.jpg")
        let photo = "\(world.library)/a.jpg"
        let gone = await world.run("why", photo)
        #expect(gone.exit == 1)
        #expect(gone.notes.hasSuffix("\(photo): was removed by run 3; workphotos undo 3 restores it\n"))
        await world.run("undo", "3")
        let kept = "it is held, since it came back after a purge; to release it: workphotos unhold \(photo)"
        #expect(await world.run("why", photo).output.hasSuffix("  kept by   \(kept)\n"))
        try world.tree.remove("photos/a.jpg")
        await world.run("scan")
        #expect(await world.run("why", photo).notes.hasSuffix("\(photo): does not exist\n"))
    }

    @Test func `A decision on a removed photo names its run, until it is back`() async throws {
        let bytes = try world.tree.read("photos/a.jpg")
        await world.run("purge", "--yes", "-q", "--path", "*a.jpg")
        let photo = "\(world.library)/a.jpg"
        let removed = "removed by run 3; workphotos undo 3 restores it"
        #expect(await world.run("hold", photo).output == "\(photo): held, \(removed)\n")
        #expect(await world.run("mark", "personal", photo).output.hasSuffix(", work -> personal, \(removed)\n"))
        try world.tree.write("photos/a.jpg", bytes)
        let back = await world.run("unhold", "--yes", photo).output
        #expect(back.hasPrefix("\(photo): no longer held, changed since the scan\n"), "\(back)")
    }

    @Test func `A permanent removal leaves nothing to empty`() async throws {
        let outcome = await world.run("purge", "--yes", "--permanently", "--limit", "1")
        #expect(outcome.output.contains(") permanently in "))
        #expect(outcome.notes.isEmpty)
        #expect(try removable.world.names.count == 2 && removable.trashed == 0)
    }

    @Test func `A program gets an action for each group and a summary`() async throws {
        let lines = try await world.objects("purge", "--yes", "--path", "*a.jpg")
        #expect(lines.map { $0["type"] } == ["action", "summary"])
        #expect([lines[0]["kind"], lines[0]["state"], lines[0]["destination"]] == ["purge", "done", "nas"])
        #expect([lines[1]["command"], lines[1]["run"]] == ["purge", "3"])
        #expect(lines[1].members["runs"] as? [String] == ["3"])
        #expect(lines[1].members["breaches"] as? [String] == [])
        #expect((lines[1][number: "done"], lines[1][number: "files"], lines[1][number: "refused"]) == (1, 1, 0))
        #expect(lines[1]["lastScan"] != nil)
    }

    @Test func `The user is asked, and no means no`() async throws {
        world.confirmation = TypedAnswers(["n", "y"], canAsk: true)
        let no = await world.run("purge")
        #expect(no.exit == 1 && no.notes == "workphotos: Nothing was removed\n")
        #expect(try removable.world.names.count == 3)
        #expect(await world.run("purge").exit == 0)
        #expect(try removable.world.names.isEmpty)
    }

    @Test func `Over the cap nothing is removed, with a line for each root and the command to continue`() async throws {
        let refused = await world.run("purge", "--yes", "--max-delete", "2")
        #expect(refused.exit == 4)
        #expect(refused.output.hasPrefix("Removed nothing: 3 refused\nNot removed: 3 over the limit\n"))
        #expect(
            refused.notes
                == "workphotos: over the limit, which counts what all runs have removed within 7 days\n"
                + "workphotos: refused: 3 photos would be removed from \(world.library), which had 3 in the last 7 "
                + "days; the limit is 2\n"
                + "workphotos: What may go now: workphotos purge --max-delete 2 --limit 2\n"
                + "workphotos: To continue all the same: workphotos purge --max-delete 3\n")
        #expect(try removable.world.names.count == 3)
        #expect(await world.run("purge", "--yes", "--max-delete", "2", "--limit", "1").exit == 0)
        let again = await world.run("purge", "-n", "--max-delete", "2", "--permanently")
        #expect(again.exit == 4)
        #expect(again.notes.contains("3 in the last 7 days (1 already removed); the limit is 2\n"))
        #expect(again.notes.contains("To continue all the same: workphotos purge --permanently --max-delete 3\n"))
        #expect(await world.run("purge", "--yes", "--max-delete", "3").exit == 0)
    }

    @Test func `The command to continue over the cap is the same, with its selection and a higher limit`() async throws
    {
        let typed = ["--index", world.tree.path(world.index).string, "purge", "-nqy", "--path", "*photos/*"]
        let outcome = await world.type(typed + ["--max-delete=2", "--older-than", "0s", "--permanently"])
        #expect(outcome.exit == 4)
        let next =
            "workphotos purge -q --path '*photos/*' --older-than 0s --permanently --index \(typed[1]) --max-delete 3"
        #expect(outcome.notes.contains("To continue all the same: \(next)\n"), "\(outcome.notes)")
        let whole = await world.run("run", "--yes")
        #expect(whole.exit == 0, "a root of three has no share")
        try removable.configure("[purge]\nmax-delete = 0\n")
        try removable.add("d.jpg")
        await world.run("scan", world.library)
        let night = await world.run("run", "--yes", "--quiet")
        #expect(night.notes.hasSuffix("the same: workphotos purge --max-delete 4\n"), "\(night.notes)")
    }

    @Test func `The commands over the cap leave out the page, which only a dry run writes`() async throws {
        let page = ["--html", "p.html", "--title=May", "--thumbnails", "0", "--no-positions"]
        let outcome = await world.type(["purge", "-n", "--max-delete", "2", "--older-than", "0s"] + page)
        #expect(outcome.exit == 4)
        let notes = outcome.notes
        #expect(notes.contains("the same: workphotos purge --older-than 0s --max-delete 3\n"), "\(notes)")
        #expect(notes.contains("go now: workphotos purge --max-delete 2 --older-than 0s --limit 2\n"), "\(notes)")
    }

    @Test func `A page over the cap says that nothing would go, and what may`() async throws {
        #expect(await world.run("purge", "-n", "--max-delete", "2", "--html", "p.html").exit == 4)
        let page = String(decoding: try world.tree.read("p.html"), as: UTF8.self)
        #expect(page.contains(#""fates":["over the limit","would stay"]"#))
        #expect(page.contains("Over the limit: as it is, nothing would be removed. With --limit 2, the first may go."))
        #expect(page.contains("over the limit; its copy is at nas: ") && !page.contains("goes away"))
        #expect(await world.run("purge", "-n", "--max-delete", "0", "--html", "p.html").exit == 4)
        #expect(String(decoding: try world.tree.read("p.html"), as: UTF8.self).contains("Nothing may go now."))
    }

    @Test func `Over the cap a program gets the roots`() async throws {
        let lines = try await world.objects("purge", "-n", "--max-delete", "2")
        #expect(lines.dropLast().map { $0["why"] } == Array(repeating: "over-the-cap", count: 3))
        let breach = try #require((lines.last?.members["breaches"] as? [[String: Any]])?.first)
        #expect(breach["path"] as? String == world.library)
        #expect(
            ["largest", "removed", "planned", "allowed"].map { breach[$0] as? Int } == [3, 0, 3, 2])
    }

    @Test func `A flag beats the configuration, and the configuration the default`() async throws {
        try removable.configure("[purge]\nmax-delete = 1\nolder-than = \"36500d\"\nkeep = [\"~/photos/c.jpg\"]\n")
        let young = await world.run("purge", "-n")
        #expect(young.output.contains("Not removed: 2 not old enough, 1 kept by [purge] keep\n"))
        let many = await world.run("purge", "-n", "--older-than", "0s")
        #expect(many.exit == 4 && many.notes.contains("2 photos would be removed"))
        #expect(await world.run("purge", "--yes", "--older-than", "0s", "--max-delete", "100%").exit == 0)
        #expect(try removable.world.names == ["c.jpg"])
    }

    @Test func `Without a home directory for the trash nothing is removed, and a command that sets it is suggested`()
        async throws
    {
        let trash = FakeTrashService(in: world.tree.path("trash"))
        let detail = "there is no home for the trash: HOME is not a directory"
        trash.refuse(.prepare, for: "\(world.library)/a.jpg", with: TrashError(.noHome, detail))
        world.trashService = { _ in trash }
        let outcome = await world.run("purge", "--yes", "--path", "*a.jpg")
        #expect(outcome.exit == 78)
        #expect(
            outcome.notes == "workphotos: There is no home for the trash: HOME is not a directory\n"
                + "  next: HOME=DIR workphotos purge --yes --path '*a.jpg'\n")
    }

    @Test func `A photo that is no longer verified stays, and is no failure`() async throws {
        removable.service.place(nil, at: "Office/2026/2026-05-04/b.jpg")
        let outcome = await world.run("purge", "--yes")
        #expect(outcome.output.contains("Not removed: 1 whose copies could not be verified\n"))
        #expect(try removable.world.names == ["b.jpg"])
    }

    @Test func `Undo restores it, and reports that it is held`() async throws {
        await world.run("purge", "--yes")
        #expect(await world.run("undo", "3", "-n").output.contains("\nWould restore 3 photos ("))
        let undone = await world.run("undo", "3")
        #expect(undone.exit == 0 && undone.output.hasPrefix("Restored 3 photos ("))
        #expect(undone.notes.hasPrefix("Restored photos are held"))
        #expect(try removable.world.names == ["a.jpg", "b.jpg", "c.jpg"])
        #expect(await world.run("undo", "3").output == "Nothing to do\nNot restored: 3 already restored\n")
        #expect(await world.run("purge", "--yes").output.contains("Not removed: 3 held"))
        let lines = try await world.objects("runs", "4")
        #expect(lines.first?["command"] == "undo")
        #expect(lines.dropFirst().dropLast().map { $0["kind"] } == ["undo", "undo", "undo"])
    }

    @Test func `Undoing a run that is no removal fails`() async throws {
        for number in ["1", "77"] { #expect(await world.run("undo", number).exit == 1) }
    }

    @Test func `Status and runs show what is in the trash, until it is emptied`() async throws {
        func status() async throws -> JSONObject { try #require(try await world.objects("status").first) }
        let reclaimable = try await status().members["reclaimable"] as? [String: Int]
        #expect(reclaimable?["photos"] == 3)
        await world.run("purge", "--yes", "--limit", "2")
        #expect(await world.run("status").output.contains("in the trash                2 photos ("))
        #expect(
            await world.run("status").output.contains(" of run 3; workphotos runs --empty-trash 3 frees the space\n"))
        let trash = try #require(try await status().members["trash"] as? [[String: Any]])
        #expect(trash.map { $0["id"] as? Int } == [3] && trash[0]["groups"] as? Int == 2)
        #expect(trash[0]["removedAt"] is String)
        #expect(await world.run("runs", "3").output.contains("\nIn the trash: 2 photos ("))
        #expect(await world.run("runs", "--empty-trash", "3", "-n").output.contains("Would delete 2 photos"))
        world.confirmation = TypedAnswers(["n"], canAsk: true)
        #expect(await world.run("runs", "--empty-trash", "3").exit == 1)
        world.confirmation = TypedAnswers()
        let emptied = await world.run("runs", "--empty-trash", "3", "--yes")
        #expect(emptied.exit == 0 && emptied.output.contains(" from the trash in "))
        #expect(try removable.trashed == 0)
        #expect(try await status().members["trash"] as? [String] == [])
        #expect(try await world.objects("runs", "3").last?.members["trash"] as? [String] == [])
        #expect(try await world.objects("runs", "--empty-trash", "3", "--yes").last?["command"] == "runs --empty-trash")
        #expect(await world.run("undo", "3").exit == 0, "from the destination")
        #expect(try removable.world.names.count == 3)
    }

    @Test func `Over the cap it is told how long ago photos must have been taken that may go`() async throws {
        for (name, year) in [("old.jpg", 2019), ("older.jpg", 2018)] {
            var photo = TestPhoto(at: Place.office, taken: "\(year):05:04 10:00:00")
            photo.tail = Array(name.utf8)
            try world.add(name, photo)
        }
        await world.run("scan", world.library)
        #expect(await world.run("upload").exit == 0)
        let dry = await world.run("purge", "-n", "--max-delete", "2")
        let hint = "\nworkphotos: Or what is oldest: workphotos purge --max-delete 2 --older-than "
        let age = try #require(dry.notes.split(separator: hint).last).prefix { $0 != "\n" }
        #expect(dry.exit == 4 && age.hasSuffix("d"), "\(dry.notes)")
        #expect(await world.run("purge", "--yes", "--max-delete", "2", "--older-than", String(age)).exit == 0)
        #expect(try removable.world.names.count == 3)
        #expect(try !removable.world.names.contains { $0.hasSuffix("old.jpg") || $0.hasSuffix("older.jpg") })
    }

    @Test func `Over the cap a dry run shows the whole plan, and what may go now`() async throws {
        let dry = await world.run("purge", "-n", "--max-delete", "2")
        #expect(dry.exit == 4)
        #expect(dry.output.split(separator: "\n").count { $0.hasSuffix("  (over the limit)") } == 3, "\(dry)")
        #expect(dry.output.contains("\nWould remove 3 photos ("), "\(dry)")
        #expect(dry.output.contains(" to the trash") && dry.output.contains("; over the limit\n"), "\(dry)")
        #expect(dry.notes.contains("\nworkphotos: What may go now: workphotos purge --max-delete 2 --limit 2\n"))
        #expect(try await world.objects("purge", "-n", "--max-delete", "2").last?[number: "planned"] == 3)
        #expect(await world.run("purge", "--yes", "--max-delete", "2", "--limit", "2").exit == 0)
        let full = await world.run("purge", "-n", "--max-delete", "2")
        #expect(full.notes.contains("; nothing more may go before what was removed is 7 days old\n"), "\(full)")
    }

    @Test func `After a purge by a clock that was ahead it is told how long removals count`() async throws {
        let years: Int64 = 9 * 365 * 86_400
        world.clock.advance(seconds: years)
        #expect(await world.run("purge", "--yes", "--max-delete", "2", "--limit", "2").exit == 0)
        world.clock.advance(seconds: -years)
        let full = await world.run("purge", "-n", "--max-delete", "2")
        #expect(full.exit == 4 && full.notes.contains("; a run is dated ahead of the clock: removals count"), "\(full)")
        #expect(full.notes.contains("and a week more\n"), "\(full)")
        #expect(!full.notes.contains("7 days old"), "\(full)")
        #expect(full.notes.contains(" To continue all the same: workphotos purge --max-delete 3"), "\(full)")
    }
}
