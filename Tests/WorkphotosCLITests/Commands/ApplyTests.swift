import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// `apply` of what is staged or planned of both kinds.
struct ApplyTests {
    private let removable: Removable
    private var world: World { removable.world }

    /// Uploads two photos and stages their removal, as 3 and 4; stages the upload of another, as 5.
    init() async throws {
        removable = try await Removable("a.jpg", "b.jpg")
        #expect(await world.run("purge", "--stage").exit == 0)
        try removable.add("new.jpg")
        await world.run("scan", world.library)
        #expect(await world.run("upload", "--stage").exit == 0)
    }

    private var sent: Int { removable.service.entries.count }

    @Test func `Staged actions are listed with their kinds`() async throws {
        let lines = await world.run("staged").output.split(separator: "\n")
        #expect(lines.map { String($0.prefix(9)) } == ["purge   3", "purge   4", "upload  5"])
        #expect(lines.first?.contains("a.jpg  copy at nas: Office/") == true)
        #expect(lines.last?.contains("new.jpg  -> nas: Office/") == true)
    }

    @Test func `Uploads come first, then removals, with one summary of both`() async throws {
        let outcome = await world.run("apply", "--yes")
        #expect(outcome.exit == 0, "\(outcome)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("1 photo uploaded (") == true)
        #expect(lines.dropFirst().first?.hasPrefix("Removed 2 photos (") == true)
        #expect(lines.count == 3, "the last scan is told once")
        #expect(outcome.notes.contains("workphotos undo "))
        #expect(try removable.world.names == ["new.jpg"])
        #expect(sent == 3)
        #expect(await world.run("staged").output.isEmpty)
    }

    @Test func `A program gets both in one summary, with the run of the removals`() async throws {
        let lines = try await world.objects("apply", "--yes")
        #expect(lines.map { $0["kind"] } == ["upload", "purge", "purge", nil])
        let summary = try #require(lines.last)
        #expect((summary[number: "done"], summary[number: "files"], summary[number: "unknown"]) == (3, 3, 0))
        let runs = try #require(summary.members["runs"] as? [String])
        #expect(summary["command"] == "apply" && runs.count == 2 && summary["run"] == runs.last)
    }

    @Test func `Without a terminal to confirm a removal, nothing is sent either`() async throws {
        let outcome = await world.run("apply")
        #expect(outcome.exit == 64 && outcome.notes.hasSuffix("  next: workphotos apply --dry-run\n"))
        #expect(await world.run("apply", "5", "3").exit == 64)
        #expect(sent == 2)
        #expect(try removable.world.names.count == 3)
        #expect(await world.run("apply", "5").exit == 0, "an upload alone asks nobody")
        #expect(sent == 3)
    }

    @Test func `Refusing the removals keeps the uploads`() async throws {
        world.confirmation = TypedAnswers(["n"], canAsk: true)
        let outcome = await world.run("apply")
        #expect(outcome.exit == 3)
        #expect(outcome.output.hasPrefix("1 photo uploaded"))
        #expect(outcome.notes.hasSuffix("workphotos: Nothing was removed\n"))
        #expect(sent == 3)
        #expect(try removable.world.names.count == 3)
    }

    @Test func `A dry run shows both and does neither`() async throws {
        let before = try world.tree.snapshot()
        let outcome = await world.run("apply", "-n")
        #expect(outcome.exit == 0)
        #expect(outcome.output.contains("\n1 photo to upload ("))
        #expect(outcome.output.contains("\nWould remove 2 photos ("))
        #expect(sent == 2)
        #expect(try world.tree.snapshot() == before)
    }

    @Test func `Unknown numbers are those that neither kind has`() async throws {
        let some = await world.run("apply", "--yes", "3", "5", "77")
        #expect(some.exit == 3 && some.notes.hasPrefix("workphotos: 77: no staged action has this number\n"))
        #expect(try removable.world.names == ["b.jpg", "new.jpg"])
        #expect(sent == 3)
        let removal = await world.run("apply", "--yes", "4", "78")
        #expect(removal.exit == 3 && removal.notes.hasPrefix("workphotos: 78: no staged action has this number"))
        #expect(await world.run("apply", "4").exit == 1, "no longer staged")
    }

    @Test func `Over the cap the uploads are done, and the command to continue is shown`() async throws {
        let outcome = await world.run("apply", "--yes", "3", "4", "5", "--max-delete", "1")
        #expect(outcome.exit == 4)
        #expect(outcome.notes.contains("To continue all the same: workphotos apply 3 4 5 --max-delete 2\n"))
        #expect(sent == 3)
        #expect(try removable.world.names.count == 3)
        #expect(await world.run("apply", "--yes", "3", "4", "--max-delete", "2").exit == 0, "they are staged still")
        #expect(try removable.world.names == ["new.jpg"])
    }

    @Test func `A permanent removal is reported when it is carried out`() async throws {
        #expect(await world.run("apply", "--yes", "--permanently", "3").output.contains(" permanently in "))
        #expect(try removable.trashed == 0 && removable.world.names == ["b.jpg", "new.jpg"])
    }

    @Test func `Only dropping everything that is staged asks`() async throws {
        let staged = try await world.objects("staged").count { $0["type"] == "action" }
        #expect(staged > 1)
        let alone = await world.run("unstage")
        #expect(alone.exit == 64 && alone.notes.contains("This drops all \(staged) staged photos"), "\(alone.notes)")
        #expect(alone.notes.contains("workphotos upload --stage"))
        #expect(await world.run("unstage", "-n").output == "Would drop \(staged) photos\n")
        #expect(await world.run("unstage", "3").output == "Dropped 1 photo\n")
        world.confirmation = TypedAnswers(["n", "y"], canAsk: true)
        #expect(await world.run("unstage").exit == 1)
        #expect(try await world.objects("staged").count { $0["type"] == "action" } == staged - 1)
        #expect(await world.run("unstage").exit == 0)
        #expect(try await world.objects("staged").count { $0["type"] == "action" } == 0)
        #expect(await world.run("unstage").exit == 0)
    }

    @Test func `A plan of removals is carried out`() async throws {
        let planned = await world.run("purge", "--plan", "p", "--path", "*a.jpg")
        #expect(planned.exit == 0 && planned.notes.hasSuffix("workphotos apply --plan p\n"))
        #expect(await world.run("apply", "--plan", "p").exit == 64)
        let refused = await world.run("apply", "--plan", "p", "--yes", "--max-delete", "0")
        #expect(refused.notes.hasSuffix("the same: workphotos apply --plan p --max-delete 1\n"))
        #expect(await world.run("apply", "--plan", "p", "--yes").exit == 0)
        #expect(try removable.world.names == ["b.jpg", "new.jpg"])
        #expect(sent == 2, "what is staged besides stays")
    }

    @Test func `A file with other bytes than the plan recorded is not sent`() async throws {
        #expect(await world.run("unstage", "5").exit == 0)
        #expect(await world.run("upload", "--plan", "p").exit == 0)
        let plan = String(decoding: try world.tree.read("p"), as: UTF8.self)
        let recorded = "\"sha256\":\"\(String(repeating: "0", count: 64))\""
        try world.tree.write("p", Array(plan.replacing("\"sha256\":null", with: recorded).utf8))
        let lines = try await world.objects("apply", "--plan", "p")
        #expect(lines.first?["state"] == "skipped" && lines.first?["why"] == "changed-since-scan", "\(lines)")
        #expect(sent == 2)
        try world.tree.write("p", Array(plan.utf8))
        #expect(await world.run("apply", "--plan", "p").exit == 0)
        #expect(sent == 3)
    }
}
