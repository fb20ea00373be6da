import Testing
import WorkphotosTestSupport

/// Messages if a destination that many groups need cannot be reached.
struct AwayDestinationTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws { removable = try await Removable("a.jpg", "b.jpg", "c.jpg") }

    @Test func `An unreachable destination is one line and a number, and in JSON each group reports it`() async throws {
        await world.run("purge", "--yes", "--permanently")
        removable.service.isGone = true
        let outcome = await world.run("undo", "3")
        #expect(outcome.exit == 1)
        let lines = outcome.notes.split(separator: "\n").map(String.init)
        #expect(lines.count == 2, "\(outcome.notes)")
        // Groups are removed concurrently, and reported in their order.
        #expect(lines.first?.contains(#/^workphotos: .*/[abc]\.jpg: failed, unavailable: /#) == true)
        #expect(lines.last?.hasPrefix("workphotos: 2 photos more: failed, unavailable: ") == true)
        let words = lines.map { $0.split(separator: "unavailable: ").last }
        #expect(words.first == words.last)
        let objects = try await world.objects("undo", "3")
        #expect(objects.map { $0["why"] } == ["unavailable", "unavailable", "unavailable", nil])
    }
}
