import SystemPackage
import Testing
import WorkphotosTestSupport

/// Undo of the last removal, or of a part of one.
struct UndoSomeTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws {
        removable = try await Removable("a.jpg", "b.jpg", "c/d.jpg", "c/e.jpg")
        #expect(await removable.world.run("purge", "--yes").exit == 0)
        #expect(try removable.world.names.isEmpty)
    }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    @Test func `Named files are restored alone, and a directory with everything that was in it`() async throws {
        let run = try #require(try await world.objects("runs").first?[number: "id"])
        let number = "\(Int(run))"
        #expect(await world.run("undo", number, path("a.jpg"), "-n").exit == 0)
        #expect(try removable.world.names.isEmpty)
        #expect(await world.run("undo", number, path("a.jpg")).exit == 0)
        #expect(try removable.world.names == ["a.jpg"])
        #expect(await world.run("undo", number, path("c")).exit == 0)
        #expect(try removable.world.names == ["a.jpg", "c/d.jpg", "c/e.jpg"])
        let unknown = await world.run("undo", number, path("x.jpg"))
        #expect(unknown.exit == 1)
        #expect(unknown.notes.contains("has removed no such file"))
    }

    @Test func `Without a number the last removal is proposed`() async throws {
        let nobody = await world.run("undo")
        #expect(nobody.exit == 64)
        #expect(nobody.notes.contains("removed 4 photos") && nobody.notes.contains("next: workphotos undo "))
        world.confirmation = TypedAnswers(["n"], canAsk: true)
        #expect(await world.run("undo").exit == 1)
        #expect(try removable.world.names.isEmpty)
        world.confirmation = TypedAnswers(["y"], canAsk: true)
        #expect(await world.run("undo").exit == 0)
        #expect(try removable.world.names.count == 4)
        let nothing = await world.run("undo")
        #expect(nothing.exit == 1)
        #expect(nothing.notes.contains("No run has removed anything that is not already restored"))
    }

    @Test func `Without a number, too, more than a hundred photos are restored by their number`() async throws {
        let world = try await Removable((1...101).map { "\($0).jpg" }).world
        #expect(await world.run("purge", "--yes", "--max-delete", "100%").exit == 0)
        world.confirmation = TypedAnswers(["y", "101"], canAsk: true)
        let letter = await world.run("undo")
        #expect(letter.exit == 1 && letter.notes.contains("removed 101 photos ("), "\(letter)")
        #expect(try world.names.isEmpty)
        #expect(await world.run("undo").exit == 0)
        #expect(try world.names.count == 101)
        #expect(world.confirmation.questions.count == 2, "each is asked once")
    }

    @Test func `At a terminal it asks before a run is undone, and --yes answers`() async throws {
        let run = try #require(try await world.objects("runs").first?[number: "id"])
        world.confirmation = TypedAnswers(["n"], canAsk: true)
        #expect(await world.run("undo", "\(Int(run))").exit == 1)
        let question = try #require(world.confirmation.questions.first)
        #expect(question.hasPrefix("Restore 4 photos (") && question.contains("that run \(Int(run)) removed?"))
        #expect(try removable.world.names.isEmpty)
        world.confirmation = TypedAnswers([], canAsk: true)
        #expect(await world.run("undo", "\(Int(run))", "--yes").exit == 0)
        #expect(world.confirmation.questions.isEmpty)
        #expect(try removable.world.names.count == 4)
    }

    @Test func `With --yes the last removal is restored without a terminal`() async throws {
        #expect(await world.run("undo", "-y").exit == 0)
        #expect(try removable.world.names.count == 4)
    }
}
