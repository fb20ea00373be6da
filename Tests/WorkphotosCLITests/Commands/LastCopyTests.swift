import SystemPackage
import Testing
import WorkphotosTestSupport

/// What `destination remove` says about photos whose only copy is there.
struct LastCopyTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws { removable = try await Removable("a.jpg", "b.jpg", "c.jpg") }

    @Test func `Purged photos without another copy are reported before all else`() async throws {
        await world.run("purge", "--yes", "--permanently", "--limit", "2")
        let place = world.nas
        let warning =
            "2 photos that a purge removed have no other copy with a receipt: unless the trash still has "
            + "them, no undo restores them without 'nas'. To add it again: workphotos destination add nas "
            + "\(place)\n"
        let shown = await world.run("destination", "remove", "nas", "-n")
        #expect(shown.exit == 0)
        #expect(shown.output == "would be removed: nas (\(place))\n1 photo would count as not uploaded\n")
        #expect(shown.notes == "workphotos: \(warning)")
        let summary = try #require(try await world.objects("destination", "remove", "nas", "-n").last)
        #expect(summary[number: "removed"] == 2 && summary[number: "photos"] == 1)
        #expect(await world.run("destination", "remove", "--yes", "-q", "nas").notes == "workphotos: \(warning)")
        #expect(await world.run("undo", "3").exit == 1)
        await world.run("destination", "add", "nas", place)
        #expect(await world.run("undo", "3").exit == 0)
        #expect(await world.run("destination", "remove", "nas", "-n").notes.isEmpty)
    }

    @Test func `Removing a destination asks if something is lost by it, and tells how to bring it back`() async throws {
        await world.run("purge", "--yes", "--permanently", "--limit", "2")
        let alone = await world.run("destination", "remove", "nas")
        #expect(alone.exit == 64)
        for words in [
            "1 photo will count as not uploaded", "2 purged photos will have no copy with a receipt",
            "to bring it back: workphotos destination add nas \(world.nas)",
        ] { #expect(alone.notes.contains(words), "\(alone.notes)") }
        let answers = TypedAnswers(["n", "y"], canAsk: true)
        world.confirmation = answers
        #expect(await world.run("destination", "remove", "nas").exit == 1)
        #expect(try await world.objects("destination", "list").count == 2)
        #expect(await world.run("destination", "remove", "nas").exit == 0)
        #expect(try await world.objects("destination", "list").count == 1)
        #expect(answers.questions.count == 2)
    }

    @Test func `Removing a destination that has nothing does not ask`() async throws {
        let bare = try World()
        _ = try bare.addNAS()
        await bare.run("destination", "add", "nas", bare.nas)
        #expect(await bare.run("destination", "remove", "nas").exit == 0)
    }
}
